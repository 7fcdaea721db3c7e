import { nameCharge } from '../../../lib/format.ts';
import { MoneyForm, type SeatProps } from './money-form.tsx';
import { namePayer } from './say-who-hears.ts';

/** Refunds some of what was paid for a seat, which stays. */
export function RefundSeat({ person, campClass, onBusy, onDone, onCancel }: SeatProps) {
  const { cartId, email, left, payment } = person;
  if (!payment) return null;
  const { _id: paymentId, currency } = payment;
  const sum = (cents: number) => nameCharge(cents / 100, currency);
  return (
    <MoneyForm
      most={left}
      least={1}
      currency={currency}
      summarize={(amount) => [
        `${person.name.trim() || email} keeps the seat in ${campClass.name}.`,
        `${sum(amount)} will be refunded to ${namePayer(email)}, the way it was paid. The school keeps ${sum(left - amount)}.`,
        'This can’t be undone.',
      ]}
      confirm="Yes, give it back"
      toBody={(_amount, requestId) => ({ paymentId, cartId, keepsSeat: true, requestId })}
      onBusy={onBusy}
      onDone={(amount) => onDone(`${sum(amount)} will be refunded`)}
      onCancel={onCancel}
    >
      <p>{sum(left)} was paid and not given back yet.</p>
    </MoneyForm>
  );
}
