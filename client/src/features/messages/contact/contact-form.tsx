import { MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { MailCheck } from 'lucide-react';
import { type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { type Message, useSendMessage } from './contact.queries.ts';
import { useFocusedHeading } from '../../../ui/use-focused-heading.ts';

type Props = {
  /** Fills in who writes, if somebody is signed in. */
  writer?: { name: string; email: string } | null;
  /** How the message begins, if it is about something. */
  message?: string | undefined;
  /** Says what happens to the message. */
  note: ReactNode;
};

/** Writes to the school. */
export function ContactForm({ writer, message: begun = '', note }: Props) {
  const form = useForm<Message>({
    values: fillIn(writer, begun),
    resetOptions: { keepDirtyValues: true },
  });
  const sending = useSendMessage();

  function explain(error: unknown) {
    const { code, message: text, fields } = readApiError(error);
    if (fields?.['body.email']) form.setError('email', { message: 'This is not an email address' });
    else form.setError('root', { message: code === 'too_many_requests' ? sayTooMany() : text });
  }

  if (sending.isSuccess) return <Thanks onAgain={() => (form.reset(), sending.reset())} />;
  return (
    <Form form={form} onSubmit={sending.mutateAsync} onError={explain} className="grid gap-5">
      <Field
        label="Name"
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        {...form.register('name', { validate: isGiven('Name is required') })}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        hint="We will reply to this address."
        {...form.register('email', { validate: isGiven('Email is required') })}
      />
      <TextAreaField
        label="Message"
        rows={7}
        maxLength={MAX_MESSAGE_LENGTH}
        {...form.register('message', { validate: isGiven('Message is required') })}
      />
      {/* Programs that send advertising fill in every field. People never see this one. */}
      <div hidden>
        <input
          aria-label="Leave this empty"
          tabIndex={-1}
          autoComplete="off"
          {...form.register('website')}
        />
      </div>
      <FormProblem />
      <p className="text-base-content/80 text-sm">{note}</p>
      <SubmitButton>Send message</SubmitButton>
    </Form>
  );
}

const sayTooMany = () =>
  `You have sent several messages in the last hour. Please try again later, or write to ${SCHOOL.email}.`;

const fillIn = (writer: Props['writer'], message: string): Message => ({
  name: writer?.name ?? '',
  email: writer?.email ?? '',
  message,
  website: '',
});

const isGiven = (problem: string) => (text: string) => Boolean(text.trim()) || problem;

function Thanks({ onAgain }: { onAgain: () => void }) {
  const heading = useFocusedHeading();
  return (
    <div className="note-panel">
      <span className="note-icon bg-success/15 text-success">
        <MailCheck className="size-7" aria-hidden="true" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="note-title outline-none">
        We have your message
      </h2>
      <p>Thank you for writing. We answer within two working days, by email.</p>
      <button type="button" className="btn btn-outline mt-3" onClick={onAgain}>
        Write another message
      </button>
    </div>
  );
}
