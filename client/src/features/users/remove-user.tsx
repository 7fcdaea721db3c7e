import { LABELS } from '@speakifyr/contract/labels.ts';
import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { hasMailbox, standInAddress } from '@speakifyr/contract/stand-in-address.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { hasVisible } from '@speakifyr/contract/visible-text.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { readApiError } from '../../lib/api.ts';
import { readOnce } from '../../lib/read.ts';
import { sayWhoHears } from '../../lib/who-hears.ts';
import { Field } from '../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../ui/form-dialog.tsx';
import { FormInDialog } from '../../ui/form-in-dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';

type Props = { user: ListedUser; onDone: () => void };

/** The button that removes a user. Its dialog says what they leave behind, and asks why. R591 */
export function RemoveUser({ user, onDone }: Props) {
  const { name } = user;
  return (
    <FormDialog
      className="btn-ghost text-error"
      label={
        <>
          <Trash2 className="size-4" aria-hidden="true" />
          {LABELS.remove}
          <span className="sr-only"> {name}</span>
        </>
      }
      title={`Remove ${name}?`}
      onDone={onDone}
    >
      {(dialog) => <RemovalForm user={user} dialog={dialog} />}
    </FormDialog>
  );
}

/** The address by which the calls find an account: the stored one, also of a family without an email address. */
export function addressOf({ _id, email }: Pick<ListedUser, '_id' | 'email'>): string {
  return hasMailbox(email) ? email : standInAddress(_id);
}

function RemovalForm({ user, dialog }: { user: ListedUser; dialog: DialogForm }) {
  const query = { email: addressOf(user) };
  const { data, error } = useQuery(readOnce('GET /removeuser', { query }));
  const form = useCallForm('DELETE /removeuser', {
    defaultValues: { note: '' },
    toInput: ({ note }) => ({ query, body: { note } }),
    findProblems: ({ note }) => ({ note: !hasVisible(note) && 'Say why.' }),
  });
  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Yes, Remove!"
      isDisabled={data?.obstacle !== null}
      onSubmit={async (values) => {
        await form.send(values);
        return `${user.name} Removed`;
      }}
    >
      <p>
        They can no longer log in, and nobody else can with their address. {sayWhoHears([user])}
      </p>
      <section aria-live="polite">
        <h3 className="mb-1 font-bold">What they leave behind</h3>
        {data ? <Behind says={data.says} /> : !error && <p>One moment…</p>}
      </section>
      {data?.obstacle === null && (
        <Field
          label="Why?"
          hint="This goes into the audit log."
          autoComplete="off"
          maxLength={MAX_NOTE_LENGTH}
          {...form.register('note')}
        />
      )}
      {data?.obstacle && <FormProblem>{data.obstacle}</FormProblem>}
      {error && <FormProblem>{readApiError(error).message}</FormProblem>}
    </FormInDialog>
  );
}

function Behind({ says }: { says: string[] }) {
  if (says.length === 0)
    return <p>Nothing: no seats, children, money, waiting places or classes.</p>;
  return (
    <ul className="list-disc space-y-1 pl-5 break-words">
      {says.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
