import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { ListedRefund } from '@speakifyr/contract/refunds.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { confirmAction, showError, showSuccess } from '../../../lib/dialogs.ts';
import { Field } from '../../../ui/field.tsx';
import { useAnswerRefund } from './refunds.queries.ts';

/** The value of the choice that frees no seat. */
const KEEP = 'keep';

type Props = { refund: ListedRefund; onDone: () => void };

/** Asks which seat a refund in Stripe's dashboard was for. That seat is freed, so the form asks once more. */
export function RefundQuestion({ refund: { _id, choices }, onDone }: Props) {
  const answering = useAnswerRefund(_id);
  const [chosen, setChosen] = useState('');
  const [note, setNote] = useState('');

  async function send(event: FormEvent) {
    event.preventDefault();
    if (answering.isPending || !chosen) return;
    const seat = choices.find(({ cartId }) => cartId === chosen);
    const isSure =
      !seat ||
      (await confirmAction({
        titleText: `Free the seat of ${seat.student_name}?`,
        text: `${seat.student_name} is no longer enrolled in ${seat.className}. Others can take the seat right away.`,
        confirm: 'Yes, free the seat',
      }));
    if (!isSure) return;
    try {
      await answering.mutateAsync({
        cartId: seat?.cartId ?? null,
        ...(note.trim() && { note: note.trim() }),
      });
    } catch (error) {
      await showError(readApiError(error).message);
      return;
    }
    await showSuccess(seat ? 'The seat is free' : 'All seats are kept');
    onDone();
  }

  return (
    <form className="mt-5 grid gap-4" onSubmit={(event) => void send(event)}>
      <fieldset>
        <legend className="font-bold">Which seat was this refund for?</legend>
        <div className="mt-2 grid gap-2">
          {choices.map(({ cartId, className, student_name }) => (
            <Choice key={cartId} value={cartId} name={_id} chosen={chosen} onChoose={setChosen}>
              {student_name}: {className}
            </Choice>
          ))}
          <Choice value={KEEP} name={_id} chosen={chosen} onChoose={setChosen}>
            Keep all seats
          </Choice>
        </div>
      </fieldset>
      <Field
        label="Note for the audit log (optional)"
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        autoComplete="off"
        onChange={(event) => setNote(event.target.value)}
      />
      <div>
        <button
          type="submit"
          className="btn btn-primary"
          disabled={!chosen}
          aria-disabled={answering.isPending}
          aria-busy={answering.isPending}
        >
          Save the answer
        </button>
      </div>
    </form>
  );
}

type ChoiceProps = {
  value: string;
  name: string;
  chosen: string;
  onChoose: (value: string) => void;
  children: ReactNode;
};

function Choice({ value, name, chosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="radio"
        name={name}
        className="accent-primary size-5 shrink-0 shrink-0"
        checked={chosen === value}
        onChange={() => onChoose(value)}
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </label>
  );
}
