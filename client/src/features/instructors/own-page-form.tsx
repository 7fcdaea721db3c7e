import type { InstructorPage } from '@speakifyr/contract/instructors.ts';
import { MAX_DETAILS_LENGTH } from '@speakifyr/contract/limits.ts';
import { Camera } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { checkImage } from '../../lib/check-image.ts';
import { showSuccess } from '../../lib/dialogs.ts';
import { usePhotoUpload } from '../../lib/use-upload-once.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ImageField } from '../../ui/image-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';

/** `address`: of the photo, once it is uploaded. */
type Values = { photo?: FileList; details: string; address?: string | undefined };
type Props = { page: InstructorPage; onSaved: () => void };

/** The instructor's photo and the text about them. */
export function OwnPageForm({ page, onSaved }: Props) {
  const form = useCallForm('PATCH /myInstructorPage', {
    defaultValues: { details: page.details } as Values,
    toInput: ({ details, address }) => ({ body: { details, photo: address } }),
    findProblems: async ({ photo }) => ({ photo: await checkImage(photo) }),
  });
  const photo = useWatch({ control: form.control, name: 'photo' });
  const upload = usePhotoUpload((message) => form.setError('photo', { message }));

  async function submit(values: Values) {
    const file = values.photo?.[0];
    const address = file && (await upload(file));
    if (file && !address) return;
    await form.send({ ...values, address });
    form.resetField('photo');
    onSaved();
    void showSuccess('Your page is saved');
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      className="card bg-base-100 shadow-card grid gap-6 p-5 sm:p-8"
    >
      <ImageField
        label="Photo"
        previewAlt="Your photo"
        icon={Camera}
        frame="size-24 rounded-full sm:size-28"
        file={photo?.[0]}
        current={page.photo}
        {...form.register('photo', { onChange: () => void form.trigger('photo') })}
      />
      <TextAreaField
        label="About you"
        rows={8}
        maxLength={MAX_DETAILS_LENGTH}
        hint="Three or four sentences are plenty: what you teach, for how long, and what a day with you is like."
        {...form.register('details')}
      />
      <FormProblem />
      <SubmitButton>Save my page</SubmitButton>
    </Form>
  );
}
