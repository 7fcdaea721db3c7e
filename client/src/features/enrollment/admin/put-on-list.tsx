import type { AdminClass } from '@speakifyr/contract/classes.ts';
import type { Family } from '@speakifyr/contract/families.ts';
import { useQuery } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { formatDay } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { Check } from '../../../ui/check.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

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
      {(dialog) => <WaitForm family={family} dialog={dialog} />}
    </FormDialog>
  );
}

type FormProps = Pick<Props, 'family'> & { dialog: DialogForm };

function WaitForm({ family: { account, children }, dialog }: FormProps) {
  const classes = useQuery(read('GET /adminClasses'));
  // Siblings may wait for a class that has a seat, but not enough for all of them.
  const listFull = (people: number) =>
    (classes.data ?? []).filter((one) => isJoinable(one) && one.sit < people);
  const findFull = (id: string, people: number) => listFull(people).find(({ _id }) => _id === id);
  const form = useCallForm('POST /families/:id/waiting', {
    defaultValues: {
      childIds: children.slice(0, 1).map(({ _id }) => _id),
      withSelf: children.length === 0,
      together: true,
      classId: '',
    },
    toInput: ({ childIds, withSelf, together, classId }) => ({
      params: { id: account._id },
      body: {
        classId: findFull(classId, countPeople(childIds, withSelf))?._id ?? '',
        ...((childIds.length > 0 || !withSelf) && { childIds, withSelf }),
        together,
      },
    }),
  });
  const [childIds, withSelf, classId] = useWatch({
    control: form.control,
    name: ['childIds', 'withSelf', 'classId'],
  });
  const people = countPeople(childIds, withSelf);
  const full = listFull(people);

  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Put on the waiting list"
      isDisabled={!classes.data}
      onSubmit={async (values) => {
        const { position } = await form.send(values);
        return sayWaits(position, account);
      }}
    >
      <ChoiceGroup name="childIds" legend="Who waits?">
        {children.map(({ _id, name }) => (
          <Check key={_id} value={_id} {...form.register('childIds')}>
            {name}
          </Check>
        ))}
        <Check {...form.register('withSelf')}>{account.name} (an adult)</Check>
      </ChoiceGroup>
      {people > 1 && <Check {...form.register('together')}>Together or not at all</Check>}
      <SelectField
        label="Class"
        disabled={!classes.data}
        hint={
          classes.data && people > 0 && full.length === 0
            ? 'No class is full. Reserve a seat instead.'
            : undefined
        }
        {...form.register('classId')}
        value={findFull(classId, people)?._id ?? ''}
      >
        <option value="">{classes.isPending ? 'Loading…' : 'Choose a full class'}</option>
        {full.map(({ _id, name, camp_start }) => (
          <option key={_id} value={_id}>
            {name} · {formatDay(camp_start)}
          </option>
        ))}
      </SelectField>
      {classes.isError && <FormProblem>{readApiError(classes.error).message}</FormProblem>}
    </FormInDialog>
  );
}

function countPeople(childIds: string[], withSelf: boolean): number {
  return childIds.length + (withSelf ? 1 : 0);
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
