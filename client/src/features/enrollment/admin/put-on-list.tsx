import type { Family } from '@speakifyr/contract/families.ts';
import { useQuery } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { read } from '../../../lib/read.ts';
import { Check } from '../../../ui/check.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { ChooseClass } from '../../../ui/choose-class.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { findFull, listDaysLeft } from '../join/chosen-class.ts';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { AllowAnyway, sayMisfit } from './class-for-somebody.tsx';
import { OfficeDays } from './office-days.tsx';

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
  const form = useCallForm('POST /families/:id/waiting', {
    defaultValues: {
      // Nobody waits because somebody forgot to look.
      childIds: [] as string[],
      withSelf: children.length === 0,
      together: true,
      classId: '',
      /** Of a class that is sold by day. */
      days: null as string[] | null,
    },
    toInput: ({ childIds, withSelf, together, classId, days }) => ({
      params: { id: account._id },
      body: {
        classId,
        ...((childIds.length > 0 || !withSelf) && { childIds, withSelf }),
        together,
        ...(days && { days }),
      },
    }),
  });
  const [childIds, withSelf, classId] = useWatch({
    control: form.control,
    name: ['childIds', 'withSelf', 'classId'],
  });
  const people = childIds.length + (withSelf ? 1 : 0);
  // Of siblings, the first one: the server knows what speaks against the others.
  const first = children.find(({ _id }) => _id === childIds[0]);
  // Until somebody is chosen, the list is the one of the first child.
  const listed = first ?? (withSelf ? undefined : children[0]);
  const query = listed ? { childId: listed._id } : { userId: account._id };
  const classes = useQuery(read('GET /classChoices', { query }));
  // Siblings may wait for a class that has a seat, but not enough for all of them.
  const full = classes.data?.filter(
    ({ isJoinable, sit }) => isJoinable && sit < Math.max(1, people),
  );
  const chosen = full?.find(({ _id }) => _id === classId);

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
      <ChooseClass
        name="classId"
        label="Full class"
        classes={full}
        judge={sayMisfit}
        none="No class is full. Reserve a seat instead."
        onChange={(choice) =>
          form.setValue(
            'days',
            choice?.byDay ? findFull(listDaysLeft(choice), Math.max(1, people)) : null,
          )
        }
      >
        {first && chosen && <AllowAnyway child={first} choice={chosen} />}
        {chosen && <OfficeDays choice={chosen} isWaiting />}
      </ChooseClass>
      {classes.isError && <FormProblem>{readApiError(classes.error).message}</FormProblem>}
    </FormInDialog>
  );
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
