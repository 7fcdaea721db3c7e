import { LABELS } from '@speakifyr/contract/labels.ts';
import { MIN_PASSWORD_LENGTH } from '@speakifyr/contract/limits.ts';
import { Camera } from 'lucide-react';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useSession } from '../../session/auth.tsx';
import { checkImage } from '../../lib/check-image.ts';
import { showSuccess } from '../../lib/dialogs.ts';
import { loadProvider } from '../../session/load-provider.ts';
import { readSignInProblem } from '../../session/sign-in-errors.ts';
import { useUploadOnce } from '../../lib/use-upload-once.ts';
import { Field } from '../../ui/field.tsx';
import { ImageField } from '../../ui/image-field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { PasswordField } from './password-field.tsx';

type Values = { name: string; photo: FileList; email: string; password: string };

/** Sign-up, spec sections 5 and 8. The page around it navigates when the session has started. */
export function SignUpForm() {
  const { signUp } = useSession();
  const form = useForm<Values>();
  const { errors, isSubmitting } = form.formState;
  const photo = useWatch({ control: form.control, name: 'photo' });
  const uploadPhoto = useUploadOnce();
  useEffect(() => void loadProvider().catch(() => undefined), []);

  async function submit({ name, photo: [photo], email, password }: Values) {
    if (!photo) return;
    // Upload first: if that fails, no account exists yet, and the person can sign up again.
    const photoUrl = await uploadPhoto(photo).catch((error: unknown) => {
      console.error('Could not upload the photo', error);
      form.setError('photo', { message: 'Please, Upload an Image' });
    });
    if (!photoUrl) return;

    try {
      await signUp({ name: name.trim(), photo: photoUrl, email: email.trim(), password });
    } catch (error) {
      const problem = readSignInProblem(error);
      if (problem) form.setError(problem.field ?? 'root', { message: problem.message });
      return;
    }
    void showSuccess('Account Created Successfully');
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <Field
        label="Name"
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name', {
          validate: (name) => Boolean(name.trim()) || 'Name is required',
        })}
      />
      <ImageField
        label="Photo"
        previewAlt="Your photo"
        icon={Camera}
        frame="size-16 rounded-full"
        file={photo?.[0]}
        error={errors.photo?.message}
        {...form.register('photo', { validate: (files) => checkImage(files, 'Photo is required') })}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email', { required: 'Email is required' })}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        error={errors.password?.message}
        {...form.register('password', {
          required: 'Password is required',
          minLength: {
            value: MIN_PASSWORD_LENGTH,
            message: `Please use at least ${MIN_PASSWORD_LENGTH} characters`,
          },
        })}
      />
      <FormProblem>{errors.root?.message}</FormProblem>
      <button
        type="submit"
        className="btn btn-primary btn-lg w-full text-base"
        disabled={isSubmitting}
        aria-busy={isSubmitting}
      >
        {isSubmitting && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        {LABELS.signUp}
      </button>
    </form>
  );
}
