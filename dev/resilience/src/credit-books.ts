import type { PaymentDocument } from '../../../server/src/database/payment-documents.ts';
import type { RefundDocument } from '../../../server/src/database/money-documents.ts';
import type { Complaints } from './attack.ts';
import { type Entry, sum } from './check-payment.ts';
import type { Returned } from './stripe.ts';

/**
 * Money of canceled seats that is still at the school. Stripe has never heard of it, so each credit is the truth about the
 * payments that it pays for, and its payment's truth about itself. Amounts are in cents.
 */

type Credit = RefundDocument & { credit: NonNullable<RefundDocument['credit']> };

export function listCredits(refunds: RefundDocument[]): Credit[] {
  return refunds.filter(
    (one): one is Credit => one.credit !== undefined && one.state === 'succeeded',
  );
}

/** What Stripe would say about a payment with credit, if it were a card's. */
export function askCredits(
  credits: Credit[],
  { _id: id, amount, status }: PaymentDocument,
  refunds: RefundDocument[],
): Pick<Entry, 'truth' | 'refunds' | 'atStripe'> {
  const used = credits.flatMap(({ credit }) => credit.uses.filter((use) => use.id === id));
  const all = credits.flatMap(({ credit }) => credit.returned);
  const back = refunds.flatMap(({ _id }) => {
    const parts = all.filter(({ refundId }) => refundId === _id);
    return parts.length > 0 ? [{ id: _id, amount: sum(parts), status: 'succeeded' }] : [];
  });
  const isDropped = used.length > 0 && used.every((use) => use.isDropped);
  const isNothing = isDropped || (used.length === 0 && status === 'canceled');
  const taken = sum(used) + sum(back);
  return {
    truth: isNothing
      ? { id, amount, isRefunded: false, status: 'canceled' }
      : { id, amount: taken, isRefunded: false, status: 'succeeded' },
    refunds: refunds.map((one) => ({ ...one, stripeId: one._id })),
    atStripe: back,
  };
}

/** What went out of a payment because it became credit, without what became money of the payment again. */
export function listKeptAsCredit(refunds: RefundDocument[]): Returned[] {
  return listCredits(refunds).map(({ _id, amount, credit }) => ({
    ...{ id: _id, status: 'succeeded' },
    amount: amount - sum(credit.uses.filter(({ isBack }) => isBack)),
  }));
}

/** The refunds of a payment, with the credit among them as if it were at Stripe. */
export function describeCredits(refunds: RefundDocument[]): RefundDocument[] {
  const kept = listKeptAsCredit(refunds);
  return refunds.map((one) => {
    const { amount } = kept.find(({ id }) => id === one._id) ?? {};
    return amount === undefined ? one : { ...one, amount, stripeId: one._id };
  });
}

/**
 * All of each credit is left, or has one use. Nothing is taken for a payment that nobody made.
 * @returns what is left of all
 */
export function checkCredits(
  refunds: RefundDocument[],
  ledger: PaymentDocument[],
  { check }: Complaints,
): number {
  let open = 0;
  for (const { _id, amount, credit } of listCredits(refunds)) {
    const { left, uses } = credit;
    open += left;
    check(
      left >= 0 && left + sum(uses) === amount,
      `${_id}: ${left} left of ${amount}, but ${sum(uses)} used`,
    );
    for (const { id } of uses.filter((use) => use.amount > 0 && !use.isBack))
      check(
        ledger.some((one) => one._id === id && one.method === 'credit'),
        `${_id}: taken for ${id}, which is no payment with credit`,
      );
  }
  return open;
}
