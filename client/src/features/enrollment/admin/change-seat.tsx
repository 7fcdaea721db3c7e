import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { showSuccess } from '../../../lib/dialogs.ts';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { CancelSeat } from './cancel-seat.tsx';
import type { SeatProps } from './money-form.tsx';
import { MoveSeat } from './move-seat.tsx';
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
] as const;

/** The button that opens what an admin can do with a paid seat: cancel it, give money back, or move it. */
export function ChangeSeat({ person, campClass, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [act, setAct] = useState<string>(ACTS[0].value);
  // A free seat has no money to give back.
  const acts = ACTS.filter(({ value }) => value !== 'refund' || person.left > 0);
  const { Form } = acts.find(({ value }) => value === act) ?? ACTS[0];
  const name = person.name.trim() || person.email;

  async function end(message: string) {
    setOpen(false);
    await showSuccess(message, { returnsFocus: false });
    onChanged();
  }

  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-primary w-full @3xl:w-auto"
        onClick={() => {
          setAct(ACTS[0].value);
          setOpen(true);
        }}
      >
        <Pencil className="size-4" aria-hidden="true" />
        Change <span className="sr-only">the seat of {name}</span>
      </button>
      {isOpen && (
        <ModalDialog title={`${name}’s seat`} isBusy={isBusy} onClose={() => setOpen(false)}>
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
          <Form
            key={act}
            person={person}
            campClass={campClass}
            onBusy={setBusy}
            onDone={(message) => void end(message)}
            onCancel={() => setOpen(false)}
          />
        </ModalDialog>
      )}
    </>
  );
}
