import type { AdminClass } from '@speakifyr/contract/classes.ts';
import type { Family } from '@speakifyr/contract/families.ts';
import { MAX_WAITING_GROUP } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { formatDay } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Check } from '../../../ui/check.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type DialogForm, FormDialog, FormInDialog } from '../../../ui/form-dialog.tsx';

type Props = {
  family: Pick<Family, 'account' | 'children'>;
  /** Called after the admin has closed the success message. */
  onDone: () => void;
};

/** The button with which the office puts a family on the waiting list of a full class. R340 */
export function PutOnList({ family, onDone }: Props) {
  const label = (
    <>
      <ListPlus className="size-4" aria-hidden="true" />
      Put on a waiting list
    </>
  );
  return (
    <FormDialog
      className="btn-outline btn-primary"
      label={label}
      title="Put on a waiting list"
      onDone={onDone}
    >
      {(form) => <WaitForm family={family} form={form} />}
    </FormDialog>
  );
}

type FormProps = Pick<Props, 'family'> & { form: DialogForm };

function WaitForm({ family: { account, children }, form }: FormProps) {
  const put = useChange('POST /families/:id/waiting');
  const classes = useQuery(read('GET /adminClasses'));
  const [childIds, setChildIds] = useState(() => children.slice(0, 1).map(({ _id }) => _id));
  const [withSelf, setWithSelf] = useState(children.length === 0);
  const [together, setTogether] = useState(true);
  const [classId, setClassId] = useState('');
  const people = childIds.length + (withSelf ? 1 : 0);
  // Siblings may wait for a class that has a seat, but not enough for all of them.
  const full = (classes.data ?? []).filter((one) => isJoinable(one) && one.sit < people);
  const chosen = full.find(({ _id }) => _id === classId);

  async function send() {
    const { position } = await put.mutateAsync({
      params: { id: account._id },
      body: {
        classId,
        ...(childIds.length > 0 && { childIds, withSelf }),
        together,
      },
    });
    return sayWaits(position, account);
  }

  return (
    <FormInDialog
      form={form}
      label="Put on the waiting list"
      isDisabled={!chosen || people > MAX_WAITING_GROUP}
      send={send}
    >
      <fieldset>
        <legend className="font-bold">Who waits?</legend>
        {children.map(({ _id, name }) => (
          <Check
            key={_id}
            checked={childIds.includes(_id)}
            onChange={({ target: { checked } }) =>
              setChildIds(checked ? [...childIds, _id] : childIds.filter((id) => id !== _id))
            }
          >
            {name}
          </Check>
        ))}
        <Check checked={withSelf} onChange={({ target: { checked } }) => setWithSelf(checked)}>
          {account.name} (an adult)
        </Check>
      </fieldset>
      {people > 1 && (
        <Check checked={together} onChange={({ target: { checked } }) => setTogether(checked)}>
          Together or not at all
        </Check>
      )}
      <SelectField
        label="Class"
        value={chosen ? classId : ''}
        disabled={!classes.data}
        hint={
          classes.data && people > 0 && full.length === 0
            ? 'No class is full. Reserve a seat instead.'
            : undefined
        }
        onChange={(event) => setClassId(event.target.value)}
      >
        <option value="">{classes.isPending ? 'Loading…' : 'Choose a full class'}</option>
        {full.map(({ _id, name, camp_start }) => (
          <option key={_id} value={_id}>
            {name} · {formatDay(camp_start)}
          </option>
        ))}
      </SelectField>
      <FormProblem>
        {people > MAX_WAITING_GROUP
          ? `At most ${MAX_WAITING_GROUP} people can wait as one.`
          : readProblem(classes.error ?? put.error)}
      </FormProblem>
    </FormInDialog>
  );
}

function readProblem(error: unknown): string {
  return error ? readApiError(error).message : '';
}

/** Whether people can join a class, if it has a seat for them. */
export function isJoinable({ isDraft, joining }: AdminClass): boolean {
  return !isDraft && joining === 'open';
}

/** What the admin reads once the family waits. @param position 1 is the first */
export function sayWaits(
  position: number,
  { email, hasSignIn }: Pick<Family['account'], 'email' | 'hasSignIn'>,
): string {
  const next = hasSignIn
    ? `${email} gets an email`
    : 'When a seat is free, we email you so that you can call them';
  return `On the waiting list, number ${position}. ${next}`;
}
