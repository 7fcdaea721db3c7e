import { readEmailAddress } from '@speakifyr/contract/email-address.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSession } from '../../session/auth.tsx';
import { readSignInProblem } from '../../session/sign-in-problems.ts';
import { followNewTerms } from '../../session/follow-terms.ts';
import { loadProvider } from '../../session/load-provider.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { GoogleButton, GoogleOr } from './google-button.tsx';
import { PasswordField } from './password-field.tsx';
import { TermsNote } from './terms-note.tsx';

type Values = { email: string; password: string };

/** Log-in with email and password, or with Google. The page around it navigates when the session has started. */
export function LoginForm() {
  const { logIn, logInWithGoogle, refusal } = useSession();
  const [way, setWay] = useState<'password' | 'google'>();
  const [notice, setNotice] = useState<string>();
  const form = useForm<Values>();
  const { errors } = form.formState;
  // Load the SDK before a click on Google's button, or the browser blocks the popup.
  useEffect(() => void loadProvider().catch(() => undefined), []);

  async function enter(chosen: 'password' | 'google', act: () => Promise<void>) {
    setWay(chosen);
    setNotice(undefined);
    form.clearErrors();
    try {
      await act();
    } catch (error) {
      showProblem(error);
    } finally {
      setWay(undefined);
    }
  }

  function showProblem(error: unknown) {
    void followNewTerms(error);
    const problem = readSignInProblem(error);
    if (problem) form.setError(problem.field ?? 'root', { message: problem.message });
  }

  const google = (
    <GoogleButton
      isBusy={way === 'google'}
      isDisabled={Boolean(way)}
      onPress={() => void enter('google', logInWithGoogle)}
    />
  );
  return (
    <>
      <GoogleOr google={google}>
        <Form
          form={form}
          className="grid gap-5"
          onSubmit={({ email, password }) =>
            enter('password', () => logIn(readEmailAddress(email), password))
          }
        >
          <Field
            label="Email"
            type="email"
            autoComplete="email"
            {...form.register('email', { required: 'Email is required' })}
          />
          <div>
            <PasswordField
              label="Password"
              autoComplete="current-password"
              {...form.register('password', { required: 'Password is required' })}
            />
            <ForgottenPassword
              readEmail={() => readEmailAddress(form.getValues('email'))}
              onMissingEmail={() => {
                form.setError('email', { message: 'Email is required' });
                form.setFocus('email');
              }}
              onSent={(email) => {
                form.clearErrors();
                setNotice(
                  `If there is an account for ${email}, a link to choose a new password is on its way.`,
                );
              }}
              onProblem={showProblem}
            />
          </div>
          {/* The refusal is from before: it has ended the session of an earlier visit. */}
          <FormProblem>{errors.root?.message ?? refusal}</FormProblem>
          <p role="status" className={notice ? 'bg-success/12 rounded-xl p-3' : 'sr-only'}>
            {notice}
          </p>
          <SubmitButton isWide isBusy={way === 'password'} isDisabled={Boolean(way)}>
            {LABELS.login}
          </SubmitButton>
        </Form>
      </GoogleOr>
      <div className="mt-4">
        <TermsNote start="When you log in for the first time, " />
      </div>
    </>
  );
}

type ForgottenProps = {
  readEmail: () => string;
  onMissingEmail: () => void;
  onSent: (email: string) => void;
  onProblem: (error: unknown) => void;
};

function ForgottenPassword({ readEmail, onMissingEmail, onSent, onProblem }: ForgottenProps) {
  const { resetPassword } = useSession();
  const [isBusy, setBusy] = useState(false);

  async function send() {
    const email = readEmail();
    if (!email) return onMissingEmail();
    setBusy(true);
    try {
      await resetPassword(email);
      onSent(email);
    } catch (error) {
      console.error('Could not send the link', error);
      onProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      className="link text-primary mt-2 inline-flex min-h-6 text-sm font-semibold"
      disabled={isBusy}
      onClick={() => void send()}
    >
      Forgot your password?
    </button>
  );
}
