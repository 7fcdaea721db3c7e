import { MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from '@speakifyr/contract/limits.ts';
import { useForm } from 'react-hook-form';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
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

  async function submit({ subject, text }: MessageDraft) {
    if (missing) return form.setError('root', { message: missing });
    await onPreview({ subject: subject.trim(), text: text.trim() });
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      className="card bg-base-100 shadow-card grid max-w-3xl gap-6 p-5 sm:p-8"
      onChange={() => onChange(form.getValues())}
    >
      <Field
        label="Subject"
        autoComplete="off"
        maxLength={MAX_SUBJECT_LENGTH}
        hint={`${draft.subject.length} of ${MAX_SUBJECT_LENGTH} characters`}
        {...form.register('subject', { validate: isGiven('Subject is required') })}
      />
      <TextAreaField
        label="Message"
        rows={10}
        maxLength={MAX_MESSAGE_LENGTH}
        hint={`${formatCount(draft.text.length)} of ${formatCount(MAX_MESSAGE_LENGTH)} characters. Everyone gets it as an email of their own, and nobody sees the other addresses.`}
        {...form.register('text', { validate: isGiven('Message is required') })}
      />
      <FormProblem />
      <SubmitButton>Preview</SubmitButton>
    </Form>
  );
}

const isGiven = (problem: string) => (text: string) => Boolean(text.trim()) || problem;

/** `1,200` */
function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
