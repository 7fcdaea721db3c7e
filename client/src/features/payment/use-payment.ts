import type { CartItem } from '@speakifyr/contract/cart.ts';
import { useMutation } from '@tanstack/react-query';
import { call, readApiError } from '../../lib/api.ts';
import { formatClock, formatDay } from '../../lib/format.ts';
import type { CardOutcome } from './card-outcome.ts';

type Student = { name: string; email: string };
type Paid = Extract<CardOutcome, { state: 'paid' }>;

/** Where a payment has ended, for the person who pays. */
export type PaymentEnd =
  | Exclude<CardOutcome, Paid>
  | { state: 'enrolled' }
  /** Paid, but nobody was left to answer: the server enrols by itself, or it is recorded again. */
  | { state: 'unrecorded'; paid: Paid }
  /** Paid and given back: the seat had gone to somebody else. */
  | { state: 'refunded'; message: string };

/** Known by this key, so that a second click finds the first one at work. */
export const paymentKey = (cartId: string) => ['payment', cartId];

/**
 * Pays for a selected course: runs the card's part, and records the payment if it went through. Both belong to one
 * act, so that the payment is recorded even if the person leaves the page meanwhile.
 * @param onPaid runs when money has moved, also after the page was left
 */
export function usePayment(course: CartItem, student: Student, onPaid: () => void) {
  return useMutation({
    mutationKey: paymentKey(course._id),
    // Never kept for later: a card is charged when the person presses the button, or not at all.
    networkMode: 'always',
    mutationFn: async (confirm: () => Promise<CardOutcome>): Promise<PaymentEnd> => {
      const outcome = await confirm();
      if (outcome.state !== 'paid') return outcome;
      return recordPayment(outcome, course, student).finally(onPaid);
    },
  });
}

/** Tells the server of the payment; it may be told any number of times. */
async function recordPayment(
  paid: Paid,
  { price, classId, _id: cartId }: CartItem,
  { name, email }: Student,
): Promise<PaymentEnd> {
  const now = new Date();
  try {
    await call('POST /makepayment', {
      body: {
        date: formatDay(now),
        time: formatClock(now),
        pay: paid.status,
        transactionId: paid.transactionId,
        price,
        classId,
        email,
        cartId,
        student_name: name,
      },
    });
    return { state: 'enrolled' };
  } catch (error) {
    const { code, message } = readApiError(error);
    return code === 'payment_refunded'
      ? { state: 'refunded', message }
      : { state: 'unrecorded', paid };
  }
}
