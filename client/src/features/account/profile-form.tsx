import type { User } from '@speakifyr/contract/identity.ts';
import { FIRST_BIRTH_DATE, MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '@speakifyr/contract/limits.ts';
import { Camera } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { checkImage } from '../../lib/check-image.ts';
import { showSuccess } from '../../lib/dialogs.ts';
import { readToday } from '../../lib/format.ts';
import { usePhones } from '../../lib/phones.ts';
import { usePhotoUpload } from '../../lib/use-upload-once.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ImageField } from '../../ui/image-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import { copyToProvider } from './profile.queries.ts';

type Values = {
  name: string;
  photo: FileList | undefined;
  phone: string;
  birthDate: string | undefined;
  /** Of the photo, once it is uploaded. */
  address?: string;
};
type Props = {
  user: User;
  /** Called when the profile was saved. */
  onSaved: () => void;
};

/** A person's name, photo and phone. */
export function ProfileForm({ user, onSaved }: Props) {
  const { writePhoneNumber } = usePhones();
  const form = useCallForm('PATCH /myProfile', {
    defaultValues: {
      name: user.name,
      photo: undefined,
      phone: writePhoneNumber(user.phone ?? ''),
      birthDate: user.birthDate,
    } as Values,
    toInput: ({ name, phone, birthDate, address }) => ({
      body: {
        name,
        phone: phone.trim(),
        ...(address && { photo: address }),
        ...(birthDate !== user.birthDate && { birthDate }),
      },
    }),
    findProblems: async ({ photo }) => ({ photo: await checkImage(photo) }),
  });
  const photo = useWatch({ control: form.control, name: 'photo' });
  const upload = usePhotoUpload((message) => form.setError('photo', { message }));

  async function submit(values: Values) {
    const file = values.photo?.[0];
    const address = file && (await upload(file));
    if (file && !address) return;
    await copyToProvider(await form.send({ ...values, ...(address && { address }) }));
    form.resetField('photo');
    onSaved();
    void showSuccess('Your profile is saved');
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      className="card bg-base-100 shadow-card grid max-w-2xl gap-6 p-5 sm:p-8"
    >
      <ImageField
        label="Photo"
        previewAlt="Your photo"
        icon={Camera}
        frame="size-24 rounded-full sm:size-28"
        file={photo?.[0]}
        current={user.photo}
        {...form.register('photo', { onChange: () => void form.trigger('photo') })}
      />
      <Field
        label="Name"
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        {...form.register('name')}
      />
      <Field
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={MAX_PHONE_LENGTH}
        hint="Optional. Only the school’s office sees it, to reach you."
        {...form.register('phone')}
      />
      {/* Asked for where people take a seat for themselves; here a mistake can be corrected. */}
      {user.birthDate && (
        <Field
          label="Birth date"
          type="date"
          autoComplete="bday"
          min={FIRST_BIRTH_DATE}
          max={readToday()}
          hint="Only for seats that you take for yourself. Nobody else sees it."
          {...form.register('birthDate')}
        />
      )}
      <FormProblem />
      <SubmitButton>Save my profile</SubmitButton>
    </Form>
  );
}
