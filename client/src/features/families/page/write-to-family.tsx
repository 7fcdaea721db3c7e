import type { Family } from '@speakifyr/contract/families.ts';
import { MAX_MESSAGE_LENGTH } from '@speakifyr/contract/limits.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { TextAreaField } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

type Account = Family['account'];

/** The button with which the office writes to one family. It begins a conversation in the Contact Inbox. R570 */
export function WriteToFamily({ account, onDone }: { account: Account; onDone: () => void }) {
  const label = (
    <>
      <PenLine className="size-4" aria-hidden="true" />
      Write to them
    </>
  );
  return (
    <FormDialog
      className="btn-outline btn-primary w-fit"
      label={label}
      title="Write to this family"
      onDone={onDone}
    >
      {(dialog) => <MessageForm account={account} dialog={dialog} />}
    </FormDialog>
  );
}

function MessageForm({ account, dialog }: { account: Account; dialog: DialogForm }) {
  const { _id, name, email } = account;
  // A repeated try sends it once. Other words are another message.
  const [ids] = useState(() => new Map<string, string>());
  const nameReply = (text: string) => {
    const id = ids.get(text.trim()) ?? crypto.randomUUID();
    ids.set(text.trim(), id);
    return id;
  };
  const hasMail = hasMailbox(email);
  const form = useCallForm('POST /families/:id/messages', {
    defaultValues: { text: '' },
    toInput: ({ text }) => ({ params: { id: _id }, body: { text, replyId: nameReply(text) } }),
  });
  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label={hasMail ? 'Send' : 'Add it to the calls'}
      onSubmit={async (values) => {
        await form.send(values);
        return hasMail ? 'It is on its way' : 'It will be on the list of calls';
      }}
    >
      <p className="text-base-content/80 [overflow-wrap:anywhere]">
        {hasMail
          ? `${name} gets it by email. You find it in the Contact Inbox, with what they answer there.`
          : `${name} has no email address, so nothing is sent. The message goes on the list of calls and into their letter.`}
      </p>
      <TextAreaField
        label="Message"
        rows={7}
        maxLength={MAX_MESSAGE_LENGTH}
        {...form.register('text')}
      />
    </FormInDialog>
  );
}
