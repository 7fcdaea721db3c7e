import { Pencil } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../lib/read.ts';
import { ChooseExtras } from './choose-extras.tsx';
import { CancelSeat } from './cancel-seat.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import type { SeatProps } from './money-form.tsx';
import { ChangeDays, MoveSeat } from './move-seat.tsx';
import { RefundSeat } from './refund-seat.tsx';
import { Check } from '../../../ui/check.tsx';

type Props = Pick<SeatProps, 'person' | 'campClass'> & {
  /** Called after the person has closed the success message. */
  onChanged: () => void;
};

const ACTS = [
  { value: 'cancel', label: 'Cancel the seat', Form: CancelSeat },
  { value: 'refund', label: 'Give money back and keep the seat', Form: RefundSeat },
  { value: 'move', label: 'Move to another class', Form: MoveSeat },
  { value: 'days', label: 'Change the days', Form: ChangeDays },
  { value: 'extras', label: 'Choose extras', Form: ChooseExtras },
] as const;

/** The button for what an admin can do with a paid seat: cancel it, refund money, move it, change its days, or choose its extras. */
export function ChangeSeat({ person, campClass, onChanged }: Props) {
  const name = person.name.trim() || person.email;
  const label = (
    <>
      <Pencil className="size-4" aria-hidden="true" />
      Change <span className="sr-only">the seat of {name}</span>
    </>
  );
  return (
    <FormDialog
      className="btn-outline btn-primary w-full @3xl:w-auto"
      label={label}
      title={`${name}’s seat`}
      onDone={onChanged}
    >
      {(dialog) => <ChangeForm person={person} campClass={campClass} {...dialog} />}
    </FormDialog>
  );
}

function ChangeForm({ person, campClass, isBusy, ...dialog }: SeatProps & DialogForm) {
  const [act, setAct] = useState<string>(ACTS[0].value);
  const own = useQuery(read('GET /classes/:id', { params: { id: campClass._id } }));
  // A free seat has no money to give back.
  const mayDo = { refund: person.left > 0, days: own.data?.byDay !== undefined };
  const acts = ACTS.filter(({ value }) =>
    value === 'refund' || value === 'days' ? mayDo[value] : true,
  );
  const { Form } = acts.find(({ value }) => value === act) ?? ACTS[0];
  return (
    <>
      <p className="text-base-content/80 mt-1 [overflow-wrap:anywhere]">
        {campClass.name} · {person.entry_code}
      </p>
      <fieldset className="mt-4" disabled={isBusy}>
        <legend className="font-bold">What would you like to do?</legend>
        {acts.map(({ value, label }) => (
          <Check
            key={value}
            type="radio"
            name="seat-act"
            checked={act === value}
            onChange={() => setAct(value)}
          >
            {label}
          </Check>
        ))}
      </fieldset>
      <Form key={act} person={person} campClass={campClass} {...dialog} />
    </>
  );
}
