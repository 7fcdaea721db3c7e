import { MAX_MESSAGE_LENGTH } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { type FormEvent, useRef, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { useKeptState } from '../../../ui/use-kept-state.ts';

type Props = {
  /** The message's. */
  id: string;
  /** The sender's address. */
  to: string;
  /** Whether they wrote while signed in. */
  hasAccount: boolean;
};

/** Replies by email. The text stays until it is sent; a repeated try sends it once. */
export function ReplyForm({ id, to, hasAccount }: Props) {
  const reply = useChange('POST /contactMessages/:id/replies');
  const [text, setText] = useKeptState(`reply ${id}`, '');
  const [isSent, setIsSent] = useState(false);
  const tried = useRef({ text: '', replyId: '' });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = text.trim();
    if (reply.isPending || !wanted) return;
    // Other words are another reply.
    if (tried.current.text !== wanted)
      tried.current = { text: wanted, replyId: crypto.randomUUID() };
    try {
      await reply.mutateAsync({ params: { id }, body: tried.current });
    } catch {
      // The form says what is wrong.
      return;
    }
    tried.current = { text: '', replyId: '' };
    setText('');
    setIsSent(true);
  }

  return (
    <form
      className="card bg-base-100 shadow-card grid max-w-3xl gap-4 p-5 sm:p-8"
      onSubmit={(event) => void submit(event)}
    >
      <TextAreaField
        label="Your reply"
        rows={7}
        maxLength={MAX_MESSAGE_LENGTH}
        hint={`It goes to ${to} by email. If they answer that email, the answer is in the mailbox ${SCHOOL.email}, not here.${hasAccount ? ' If they use the contact form again while logged in, it is here.' : ''}`}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setIsSent(false);
        }}
      />
      <FormProblem>{reply.isError && readApiError(reply.error).message}</FormProblem>
      <p role="status" className="font-semibold empty:hidden">
        {isSent && 'Your reply is on its way. The message is marked as done.'}
      </p>
      <SubmitButton isBusy={reply.isPending} isDisabled={!text.trim()}>
        Send reply
      </SubmitButton>
    </form>
  );
}
