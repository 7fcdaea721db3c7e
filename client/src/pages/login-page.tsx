import { Link, Navigate, useLocation } from 'react-router-dom';
import { AuthPageFrame } from '../features/auth/auth-page-frame.tsx';
import { LoginForm } from '../features/auth/login-form.tsx';
import { useSession } from '../lib/auth.tsx';
import { readOrigin } from '../lib/origin.ts';
import { paths } from '../lib/paths.ts';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageTitle } from '../ui/page-title.tsx';

export function LoginPage() {
  const { status } = useSession();
  const location = useLocation();
  if (status === 'signed-in') {
    const { to, state } = readOrigin(location.state);
    return <Navigate to={to} state={state} replace />;
  }
  return (
    <AuthPageFrame
      picture="/pictures/login"
      title="Welcome back"
      text="Log in to see your classes, or to take a seat in one."
    >
      <PageTitle {...PAGE_HEADS.login} />
      <LoginForm />
      <p className="mt-8 text-center">
        New to the camp?{' '}
        <Link to={paths.signUp} state={location.state} className="link text-primary font-bold">
          Sign up
        </Link>
      </p>
    </AuthPageFrame>
  );
}
