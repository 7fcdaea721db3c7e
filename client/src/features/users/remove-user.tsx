import { LABELS } from '@speakifyr/contract/labels.ts';
import { TAKE_BACK_DAYS } from '@speakifyr/contract/limits.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { Trash2 } from 'lucide-react';
import { sayWhoHears } from '../../lib/who-hears.ts';
import { type DialogForm, FormDialog } from '../../ui/form-dialog.tsx';
import { FormInDialog } from '../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import {
  findReasonProblem,
  queryOf,
  RemovalPreview,
  useRemovalPreview,
} from './removal-preview.tsx';

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
  const preview = useRemovalPreview(user);
  const form = useCallForm('DELETE /removeuser', {
    defaultValues: { note: '' },
    toInput: ({ note }) => ({ query: queryOf(user), body: { note } }),
    findProblems: findReasonProblem,
  });
  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Yes, Remove!"
      isDisabled={preview.data?.obstacle !== null}
      onSubmit={async (values) => {
        await form.send(values);
        return `${user.name} Removed`;
      }}
    >
      <p>
        They can no longer log in, and nobody else can with their address. You can undo it for{' '}
        {TAKE_BACK_DAYS} days, under Removed. {sayWhoHears([user])}
      </p>
      <RemovalPreview
        preview={preview}
        title="What they leave behind"
        none="Nothing: no seats, children, money, waitlist spots or classes."
        note={form.register('note')}
      />
    </FormInDialog>
  );
}
