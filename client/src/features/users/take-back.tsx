import type { ListedUser } from '@speakifyr/contract/users.ts';
import { Undo2 } from 'lucide-react';
import { formatMoment, sayWhen } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { useChange } from '../../lib/use-change.ts';
import { signInAgain } from '../../session/sign-in-again.ts';
import { type DialogForm, FormDialog } from '../../ui/form-dialog.tsx';
import { FormInDialog } from '../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import {
  findReasonProblem,
  queryOf,
  RemovalPreview,
  useRemovalPreview,
} from './removal-preview.tsx';

const CONFIRM = 'Yes, undo it';

type RemovalProps = { removal: NonNullable<ListedUser['removal']> };

/** Who removed a user, when and why, and until when it can be undone. R593 */
export function RemovalNote({ removal: { at, by, note, until } }: RemovalProps) {
  const why = note ? `Why: ${note}` : 'No reason given';
  return (
    <span className="text-base-content/80 block text-sm break-words">
      {`Removed by ${by} ${sayWhen(new Date(at))}. ${why}. You can undo this until ${formatMoment(new Date(until))}.`}
    </span>
  );
}

type Props = { user: ListedUser; onDone: () => void };

/**
 * The button that undoes that a user was removed. Its dialog says what comes back and what does not, and asks why. Before
 * an admin's rights come back, the director signs in again. R592, R293
 */
export function TakeBack({ user, onDone }: Props) {
  const { name } = user;
  const action = useAction();
  const undoing = useChange('POST /removeuser');
  const success = `${name} is back`;

  async function undoAdmin(note: string) {
    const act = async () => {
      const text = `${name} may do again what they could as an admin.`;
      const idToken = await signInAgain({ text, confirm: CONFIRM });
      return idToken
        ? undoing.mutateAsync({ query: queryOf(user), body: { note, idToken } })
        : false;
    };
    await action.run({ act, success, onDone });
  }

  return (
    <FormDialog
      className="btn-ghost"
      label={
        <>
          <Undo2 className="size-4" aria-hidden="true" />
          Undo removal
          <span className="sr-only"> of {name}</span>
        </>
      }
      title={`Open the account of ${name} again?`}
      onDone={onDone}
    >
      {(dialog) => (
        <TakeBackForm
          user={user}
          dialog={dialog}
          success={success}
          undoAdmin={user.role === 'admin' ? undoAdmin : undefined}
        />
      )}
    </FormDialog>
  );
}

type FormProps = {
  user: ListedUser;
  dialog: DialogForm;
  success: string;
  /** Instead of the form's own call. */
  undoAdmin: ((note: string) => Promise<void>) | undefined;
};

function TakeBackForm({ user, dialog, success, undoAdmin }: FormProps) {
  const preview = useRemovalPreview(user);
  const form = useCallForm('POST /removeuser', {
    defaultValues: { note: '' },
    toInput: ({ note }) => ({ query: queryOf(user), body: { note } }),
    findProblems: findReasonProblem,
  });
  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label={CONFIRM}
      isDisabled={preview.data?.obstacle !== null}
      onSubmit={async (values) => {
        if (undoAdmin) {
          // The dialog closes first: the question that follows has a dialog of its own.
          dialog.onCancel();
          void undoAdmin(values.note);
          return undefined;
        }
        await form.send(values);
        return success;
      }}
    >
      <RemovalPreview
        preview={preview}
        title="What comes back, and what does not"
        note={form.register('note')}
      />
    </FormInDialog>
  );
}
