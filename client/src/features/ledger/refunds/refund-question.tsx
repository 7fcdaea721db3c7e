import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { ListedRefund } from '@speakifyr/contract/refunds.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Check } from '../../../ui/check.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

/** The value of the choice that frees no seat. */
const KEEP = 'keep';

type Props = { refund: ListedRefund; onDone: () => void };

/** Asks which seat a refund in Stripe's dashboard was for. That seat is freed, so the form asks once more. */
export function RefundQuestion({ refund: { _id, choices }, onDone }: Props) {
  const saving = useAction();
  const form = useCallForm('POST /openRefunds/:refundId/answer', {
    defaultValues: { cartId: '', note: '' },
    toInput: ({ cartId, note }) => ({
      params: { refundId: _id },
      body: { cartId: cartId === KEEP ? null : cartId, ...(note.trim() && { note }) },
    }),
  });

  async function submit(values: { cartId: string; note: string }) {
    const seat = choices.find(({ cartId }) => cartId === values.cartId);
    await saving.run({
      question: seat && {
        titleText: `Free the seat of ${seat.student_name}?`,
        text: `${seat.student_name} is no longer enrolled in ${seat.className}. Others can take the seat right away.`,
        confirm: 'Yes, free the seat',
      },
      act: () => form.send(values),
      success: seat ? 'The seat is free' : 'All seats are kept',
      onDone,
    });
  }

  return (
    <Form form={form} className="mt-5 grid gap-4" onSubmit={submit}>
      <ChoiceGroup name="cartId" legend="Which seat was this refund for?">
        {choices.map(({ cartId, className, student_name }) => (
          <Check key={cartId} type="radio" value={cartId} {...form.register('cartId')}>
            {student_name}: {className}
          </Check>
        ))}
        <Check type="radio" value={KEEP} {...form.register('cartId')}>
          Keep all seats
        </Check>
      </ChoiceGroup>
      <Field
        label="Note for the audit log (optional)"
        maxLength={MAX_NOTE_LENGTH}
        autoComplete="off"
        {...form.register('note')}
      />
      <div>
        <Button type="submit" className="btn-primary" isBusy={saving.isBusy}>
          Save the answer
        </Button>
      </div>
    </Form>
  );
}
