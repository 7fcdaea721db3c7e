import { AuthPageFrame } from '../features/account/auth-page-frame.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageHead } from '../ui/page-head.tsx';

export function LoginPage() {
  return (
    <AuthPageFrame
      picture="/pictures/login"
      title="Welcome back"
      text="Log in to see your classes, or to save your seat in one."
    >
      <PageHead {...PAGE_HEADS.login()} />
      <LoginForm />
    </AuthPageFrame>
  );
}
