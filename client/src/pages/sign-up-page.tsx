import { Link, Navigate, useLocation } from 'react-router-dom';
import { AuthPageFrame } from '../features/auth/auth-page-frame.tsx';
import { SignUpForm } from '../features/auth/sign-up-form.tsx';
import { useSession } from '../lib/auth.tsx';
import { readOrigin } from '../lib/origin.ts';
import { paths } from '../lib/paths.ts';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageTitle } from '../ui/page-title.tsx';

export function SignUpPage() {
  const { status } = useSession();
  const location = useLocation();
  if (status === 'signed-in') {
    const { to, state } = readOrigin(location.state);
    return <Navigate to={to} state={state} replace />;
  }
  return (
    <AuthPageFrame
      picture="/pictures/signup"
      title="Come to camp"
      text="One account for all of your summer's classes."
    >
      <PageTitle {...PAGE_HEADS.signUp} />
      <SignUpForm />
      <p className="mt-8 text-center">
        Been here before?{' '}
        <Link to={paths.login} state={location.state} className="link text-primary font-bold">
          Log in
        </Link>
      </p>
    </AuthPageFrame>
  );
}
