import { LABELS } from '@speakifyr/contract/labels.ts';
import { MAX_NOTE_LENGTH, TAKE_BACK_DAYS } from '@speakifyr/contract/limits.ts';
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
import { addressOf } from './address-of.ts';
import { ListOfSentences } from './list-of-sentences.tsx';

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
        They can no longer log in, and nobody else can with their address. You can undo it for{' '}
        {TAKE_BACK_DAYS} days, under Removed. {sayWhoHears([user])}
      </p>
      <ListOfSentences
        title="What they leave behind"
        says={data?.says}
        none="Nothing: no seats, children, money, waitlist spots or classes."
      />
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
