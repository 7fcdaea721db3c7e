import { MAX_MESSAGE_LENGTH, MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { useState } from 'react';
import { TextAreaField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

type Props = {
  /** The message's. */
  id: string;
  /** The open messages that the page shows. They become done with the reply. */
  seen: string[];
  /** The sender's address. */
  to: string;
  /** Whether they wrote while signed in. */
  hasAccount: boolean;
  /** Whether an answer by email arrives here. */
  answersArrive: boolean;
};

/** Replies by email. The text stays until it is sent; a repeated try sends it once. */
export function ReplyForm({ id, seen, to, hasAccount, answersArrive }: Props) {
  const form = useCallForm('POST /contactMessages/:id/replies', {
    defaultValues: { text: '' },
    toInput: ({ text, replyId = crypto.randomUUID() }: { text: string; replyId?: string }) => ({
      params: { id },
      body: { text, replyId, seen: seen.slice(-MAX_PAGE_SIZE) },
    }),
  });
  const [tried, setTried] = useState({ text: '', replyId: '' });
  const [isSent, setIsSent] = useState(false);

  async function submit({ text }: { text: string }) {
    // Other words are another reply.
    const isSame = tried.text === text.trim();
    const reply = isSame ? tried : { text: text.trim(), replyId: crypto.randomUUID() };
    setTried(reply);
    await form.send(reply);
    setTried({ text: '', replyId: '' });
    form.reset();
    setIsSent(true);
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      className="card bg-base-100 shadow-card grid max-w-3xl gap-4 p-5 sm:p-8"
    >
      <TextAreaField
        label="Your reply"
        rows={7}
        maxLength={MAX_MESSAGE_LENGTH}
        hint={sayWhere({ to, hasAccount, answersArrive })}
        {...form.register('text', { onChange: () => setIsSent(false) })}
      />
      <FormProblem />
      <p role="status" className="font-semibold empty:hidden">
        {isSent && 'Your reply is on its way. The message is marked as done.'}
      </p>
      <SubmitButton>Send reply</SubmitButton>
    </Form>
  );
}

/** Where the reply goes, and where the answer to it arrives. */
function sayWhere({ to, hasAccount, answersArrive }: Omit<Props, 'id' | 'seen'>): string {
  if (!hasMailbox(to))
    return 'They have no email address: it goes on the list of calls, and nothing is sent.';
  if (answersArrive)
    return `It goes to ${to} by email. If they answer that email, the answer is here.`;
  const again = hasAccount
    ? ' If they use the contact form again while logged in, it is here.'
    : '';
  return `It goes to ${to} by email. If they answer that email, the answer is in the mailbox ${SCHOOL.email}, not here.${again}`;
}
