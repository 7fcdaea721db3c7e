import { AuthPageFrame } from '../features/account/auth-page-frame.tsx';
import { SignUpForm } from '../features/account/sign-up-form.tsx';
import { paths } from '../lib/paths.ts';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageHead } from '../ui/page-head.tsx';

export function SignUpPage() {
  return (
    <AuthPageFrame
      picture="/pictures/signup"
      title="Come to camp"
      text="One account for all of your summer’s classes."
      other={{ question: 'Been here before?', to: paths.login, action: 'Log in' }}
    >
      <PageHead {...PAGE_HEADS.signUp} />
      <SignUpForm />
    </AuthPageFrame>
  );
}
