import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { ListedRefund } from '@speakifyr/contract/refunds.ts';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../../lib/use-action.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Check } from '../../../ui/check.tsx';

/** The value of the choice that frees no seat. */
const KEEP = 'keep';

type Props = { refund: ListedRefund; onDone: () => void };

/** Asks which seat a refund in Stripe's dashboard was for. That seat is freed, so the form asks once more. */
export function RefundQuestion({ refund: { _id, choices }, onDone }: Props) {
  const answering = useChange('POST /openRefunds/:refundId/answer');
  const saving = useAction();
  const [chosen, setChosen] = useState('');
  const [note, setNote] = useState('');

  function send(event: FormEvent) {
    event.preventDefault();
    if (!chosen) return;
    const seat = choices.find(({ cartId }) => cartId === chosen);
    void saving.run({
      question: seat && {
        titleText: `Free the seat of ${seat.student_name}?`,
        text: `${seat.student_name} is no longer enrolled in ${seat.className}. Others can take the seat right away.`,
        confirm: 'Yes, free the seat',
      },
      act: () =>
        answering.mutateAsync({
          params: { refundId: _id },
          body: {
            cartId: seat?.cartId ?? null,
            ...(note.trim() && { note: note.trim() }),
          },
        }),
      success: seat ? 'The seat is free' : 'All seats are kept',
      onDone,
    });
  }

  const choose = (value: string) => ({
    type: 'radio',
    name: _id,
    checked: chosen === value,
    onChange: () => setChosen(value),
  });

  return (
    <form className="mt-5 grid gap-4" onSubmit={send}>
      <fieldset>
        <legend className="font-bold">Which seat was this refund for?</legend>
        <div className="mt-2 grid gap-2">
          {choices.map(({ cartId, className, student_name }) => (
            <Check key={cartId} {...choose(cartId)}>
              {student_name}: {className}
            </Check>
          ))}
          <Check {...choose(KEEP)}>Keep all seats</Check>
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
        <Button type="submit" className="btn-primary" disabled={!chosen} isBusy={saving.isBusy}>
          Save the answer
        </Button>
      </div>
    </form>
  );
}
