import { AuthPageFrame } from '../features/account/auth-page-frame.tsx';
import { SignUpForm } from '../features/account/sign-up-form.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageHead } from '../ui/page-head.tsx';

export function SignUpPage() {
  return (
    <AuthPageFrame
      picture="/pictures/signup"
      title="Come to camp"
      text="One account for all of your summer’s classes."
    >
      <PageHead {...PAGE_HEADS.signUp()} />
      <SignUpForm />
    </AuthPageFrame>
  );
}
