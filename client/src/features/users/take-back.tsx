import type { ListedUser } from '@speakifyr/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { readApiError } from '../../lib/api.ts';
import { formatMoment, sayWhen } from '../../lib/format.ts';
import { readOnce } from '../../lib/read.ts';
import { type DialogForm, FormDialog } from '../../ui/form-dialog.tsx';
import { FormInDialog } from '../../ui/form-in-dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import { addressOf } from './address-of.ts';
import { ListOfSentences } from './list-of-sentences.tsx';

type RemovalProps = { removal: NonNullable<ListedUser['removal']> };

/** Who removed a user, when and why, and until when it can be taken back. R593 */
export function RemovalNote({ removal: { at, by, note, until } }: RemovalProps) {
  const why = note ? `Why: ${note}` : 'No reason given';
  return (
    <span className="text-base-content/80 block text-sm break-words">
      {`Removed by ${by} ${sayWhen(new Date(at))}. ${why}. Can be taken back until ${formatMoment(new Date(until))}.`}
    </span>
  );
}

type Props = { user: ListedUser; onDone: () => void };

/** The button that takes back that a user was removed. Its dialog says what comes back, and what does not. R592 */
export function TakeBack({ user, onDone }: Props) {
  const { name } = user;
  return (
    <FormDialog
      className="btn-ghost"
      label={
        <>
          <Undo2 className="size-4" aria-hidden="true" />
          Take back
          <span className="sr-only">: {name} was removed</span>
        </>
      }
      title={`Open the account of ${name} again?`}
      onDone={onDone}
    >
      {(dialog) => <TakeBackForm user={user} dialog={dialog} />}
    </FormDialog>
  );
}

function TakeBackForm({ user, dialog }: { user: ListedUser; dialog: DialogForm }) {
  const query = { email: addressOf(user) };
  const { data, error } = useQuery(readOnce('GET /removeuser', { query }));
  const form = useCallForm('POST /removeuser', { defaultValues: {}, toInput: () => ({ query }) });
  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Yes, Take Back!"
      isDisabled={data?.obstacle !== null}
      onSubmit={async (values) => {
        await form.send(values);
        return `${user.name} is back`;
      }}
    >
      <ListOfSentences title="What comes back, and what does not" says={data?.says} />
      {data?.obstacle && <FormProblem>{data.obstacle}</FormProblem>}
      {error && <FormProblem>{readApiError(error).message}</FormProblem>}
    </FormInDialog>
  );
}
