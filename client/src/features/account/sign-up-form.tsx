import { EMAIL_ADDRESS, readEmailAddress } from '@speakifyr/contract/email-address.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { MAX_NAME_LENGTH, MIN_PASSWORD_LENGTH } from '@speakifyr/contract/limits.ts';
import { Camera } from 'lucide-react';
import { type ChangeEvent, useEffect, useState } from 'react';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { checkImage } from '../../lib/check-image.ts';
import { useSession } from '../../session/auth.tsx';
import { showSuccess } from '../../lib/dialogs.ts';
import { followNewTerms, followTerms } from '../../session/follow-terms.ts';
import { loadProvider } from '../../session/load-provider.ts';
import { readSignInProblem } from '../../session/sign-in-problems.ts';
import { usePhotoUpload } from '../../lib/use-upload-once.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ImageField } from '../../ui/image-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { DrawingChoice, DRAWINGS } from './drawing-choice.tsx';
import { GoogleButton, GoogleOr } from './google-button.tsx';
import { PasswordField } from './password-field.tsx';
import { TermsNote } from './terms-note.tsx';

type Values = PhotoValues & { name: string; email: string; password: string };

const NEW_TERMS =
  'Our terms have changed since you opened this page. Please read them, then press the button again.';

/** Sign-up, spec sections 5 and 8. The page around it navigates when the session has started. R540 */
export function SignUpForm() {
  const { signUp, logInWithGoogle } = useSession();
  const form = useForm<Values>({ defaultValues: { drawing: DRAWINGS[0].address } });
  const { isSubmitting } = form.formState;
  const [isAtGoogle, setAtGoogle] = useState(false);
  const upload = usePhotoUpload((message) => form.setError('photo', { message }));
  // Load the SDK before a click on Google's button, or the browser blocks the popup.
  useEffect(() => void loadProvider().catch(() => undefined), []);

  async function submit({ name, photo: files, drawing, email, password }: Values) {
    // Before an account is made. If nobody answers, the server looks when it registers.
    if (await followTerms().catch(() => false)) {
      form.setError('root', { message: NEW_TERMS });
      return;
    }
    // Upload first: if that fails, no account exists yet, and the person can sign up again.
    const photo = files?.[0] ? await upload(files[0]) : drawing;
    if (!photo) return;
    await signUp({ name: name.trim(), photo, email: readEmailAddress(email), password });
    void showSuccess('Account Created Successfully');
  }

  async function continueWithGoogle() {
    setAtGoogle(true);
    form.clearErrors();
    try {
      await logInWithGoogle();
    } catch (error) {
      showProblem(error);
    } finally {
      setAtGoogle(false);
    }
  }

  function showProblem(error: unknown) {
    void followNewTerms(error);
    const problem = readSignInProblem(error);
    if (problem) form.setError(problem.field ?? 'root', { message: problem.message });
  }

  const google = (
    <GoogleButton
      isBusy={isAtGoogle}
      isDisabled={isAtGoogle || isSubmitting}
      onPress={() => void continueWithGoogle()}
    />
  );
  return (
    <GoogleOr google={google}>
      <Form form={form} onSubmit={submit} onError={showProblem} className="grid gap-5">
        <Field
          label="Name"
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
          {...form.register('name', {
            validate: (name) => Boolean(name.trim()) || 'Name is required',
          })}
        />
        <PhotoField />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          {...form.register('email', {
            required: 'Email is required',
            // Before the provider makes an account with which nobody could log in here.
            validate: (email) =>
              EMAIL_ADDRESS.test(readEmailAddress(email)) || 'This is not an email address',
          })}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          {...form.register('password', {
            required: 'Password is required',
            minLength: {
              value: MIN_PASSWORD_LENGTH,
              message: `Please use at least ${MIN_PASSWORD_LENGTH} characters`,
            },
          })}
        />
        <FormProblem />
        <TermsNote start="By signing up, here or with Google, " />
        <SubmitButton isWide isDisabled={isAtGoogle}>
          {LABELS.signUp}
        </SubmitButton>
      </Form>
    </GoogleOr>
  );
}

type PhotoValues = {
  photo: FileList | undefined;
  /** The address of the chosen drawing; '' while there is a photo. */
  drawing: string;
};

/** The photo of a new account: a file, or one of our drawings. One drawing is chosen from the start. R78 */
function PhotoField() {
  const { register, control, resetField, setValue, trigger } = useFormContext<PhotoValues>();
  const [photo, drawing] = useWatch({ control, name: ['photo', 'drawing'] });

  function changePhoto({ target }: ChangeEvent<HTMLInputElement>) {
    // Some browsers remove the file if the person closes the file dialog.
    setValue('drawing', target.files?.length ? '' : DRAWINGS[0].address);
    void trigger('photo');
  }

  return (
    <ImageField
      label="Photo"
      previewAlt="Your photo"
      icon={Camera}
      frame="size-20 rounded-full"
      file={photo?.[0]}
      current={drawing}
      replaceText={photo?.length ? 'Choose another' : 'Use your own photo'}
      {...register('photo', { validate: (files) => checkImage(files), onChange: changePhoto })}
    >
      <DrawingChoice {...register('drawing', { onChange: () => resetField('photo') })} />
    </ImageField>
  );
}
