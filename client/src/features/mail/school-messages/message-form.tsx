import { MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from '@speakifyr/contract/limits.ts';
import { useForm } from 'react-hook-form';
import { showRefusal } from '../../../lib/show-refusal.ts';
import { Field } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import type { MessageDraft } from './class-message.queries.ts';

type Props = {
  draft: MessageDraft;
  onChange: (draft: MessageDraft) => void;
  /** Shows the preview. Throws if the server refuses it. */
  onPreview: (draft: MessageDraft) => Promise<void>;
  /** What is not chosen yet, in a sentence. */
  missing?: string | undefined;
};

/** Subject and text of a message to a class. */
export function MessageForm({ draft, onChange, onPreview, missing }: Props) {
  const form = useForm<MessageDraft>({ defaultValues: draft });
  const { errors, isSubmitting } = form.formState;

  async function submit({ subject, text }: MessageDraft) {
    if (missing) return form.setError('root', { message: missing });
    try {
      await onPreview({ subject: subject.trim(), text: text.trim() });
    } catch (error) {
      showRefusal(error, ['subject', 'text'], form.setError);
    }
  }

  return (
    <form
      noValidate
      className="card bg-base-100 shadow-card grid max-w-3xl gap-6 p-5 sm:p-8"
      onChange={() => onChange(form.getValues())}
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <Field
        label="Subject"
        autoComplete="off"
        maxLength={MAX_SUBJECT_LENGTH}
        hint={`${draft.subject.length} of ${MAX_SUBJECT_LENGTH} characters`}
        error={errors.subject?.message}
        {...form.register('subject', { validate: isGiven('Subject is required') })}
      />
      <TextAreaField
        label="Message"
        rows={10}
        maxLength={MAX_MESSAGE_LENGTH}
        hint={`${formatCount(draft.text.length)} of ${formatCount(MAX_MESSAGE_LENGTH)} characters. Everyone gets it as an email of their own, and nobody sees the other addresses.`}
        error={errors.text?.message}
        {...form.register('text', { validate: isGiven('Message is required') })}
      />
      <FormProblem>{errors.root?.message}</FormProblem>
      <SubmitButton isBusy={isSubmitting}>Preview</SubmitButton>
    </form>
  );
}

const isGiven = (problem: string) => (text: string) => Boolean(text.trim()) || problem;

/** `1,200` */
function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
