import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { PaidItem } from '@speakifyr/contract/payments.ts';
import { useMutation } from '@tanstack/react-query';
import { call, readApiError } from '../../../lib/api.ts';
import { formatSentDay, formatSentTime } from '../../../lib/format.ts';
import type { CardOutcome } from './card-outcome.ts';
import type { Order } from './payment.queries.ts';

type Student = { name: string; email: string };
type Paid = Extract<CardOutcome, { state: 'paid' }>;

/** How a payment ended, for the person who pays. */
export type PaymentEnd =
  | Exclude<CardOutcome, Paid>
  /** At least one seat was given. `items` are all of them. */
  | { state: 'enrolled'; items: PaidItem[]; paymentId: string }
  /** Paid, but the server did not answer. It enrolls by itself later, unless the payment is recorded again first. */
  | { state: 'unrecorded'; paid: Paid }
  /** Paid, but the person is no longer a guardian of the child: they may not know where it is. */
  | { state: 'hidden'; message: string }
  /** Paid and refunded: somebody else has the seat. */
  | { state: 'refunded'; message: string };

/** An end after which the card form is no longer needed. */
export type FinalEnd = Exclude<PaymentEnd, { state: 'refused' | 'ended' }>;

/** With this key a second click sees that the first one is still in progress. */
export const paymentKey = (courses: CartItem[]) => ['payment', ...courses.map(({ _id }) => _id)];

/**
 * Pays for selected courses: charges the card, and records the payment if that succeeded. Both are one mutation, so
 * that the payment is recorded even if the person leaves the page.
 * @param onPaid called when money has moved, even after the page was left
 */
export function usePayment(order: Order, student: Student, onPaid: () => void) {
  return useMutation({
    mutationKey: paymentKey(order.courses),
    // Never queued while offline: the card is charged when the person presses the button, or not at all.
    mutationFn: async (confirm: () => Promise<CardOutcome>): Promise<PaymentEnd> => {
      const outcome = await confirm();
      if (outcome.state !== 'paid') return outcome;
      return recordPayment(outcome, order, student).finally(onPaid);
    },
  });
}

/** Reports the payment to the server, as spec section 3 has it. Repeating it is safe. R530 */
async function recordPayment(
  paid: Paid,
  { courses }: Order,
  { name, email }: Student,
): Promise<PaymentEnd> {
  const now = new Date();
  const seats = courses.map(({ price, classId, _id }) => ({ price, classId, cartId: _id }));
  try {
    const { items } = await call('POST /makepayment', {
      body: {
        date: formatSentDay(now),
        time: formatSentTime(now),
        pay: paid.status,
        transactionId: paid.transactionId,
        email,
        student_name: name,
        ...seats[0],
        ...(seats.length > 1 && { items: seats }),
      },
    });
    return { state: 'enrolled', items, paymentId: paid.transactionId };
  } catch (error) {
    const { code, message } = readApiError(error);
    if (code === 'guardian_may_not') return { state: 'hidden', message };
    return code === 'payment_refunded'
      ? { state: 'refunded', message }
      : { state: 'unrecorded', paid };
  }
}
