import type { ItemState } from '@speakifyr/contract/money-states.ts';
import type { ObjectId } from 'mongodb';
import type { PaymentItem } from '../database/payment-documents.ts';
import { itemKey } from '../seats/refused-items.ts';
import { ApiError } from '../errors.ts';
import { readMoment } from '../school-time.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { dropCredit, listCredits, takeCredit } from './credit-store.ts';
import { insertPaymentOnce, isFrozen, listPaymentsOf, type Payment } from './payment-store.ts';
import type { Refund } from './refund-store.ts';
import { splitByWeight } from './share-movements.ts';

/** Spending credit. The payment that it pays for, wholly or in part, says how much of which credit. R361 */

/** What the ledger calls the credit's share of a payment. For a card payment, it is a payment of its own. */
export function nameCreditPayment({ paymentId }: Pick<Payment, 'paymentId'>): string {
  return isPaidWithCredit({ paymentId }) ? paymentId : `credit_${paymentId}`;
}

/** The card payment that credit pays a share of, by the name of that share. */
export function nameCardPayment(creditPaymentId: string): string {
  return creditPaymentId.replace(/^credit_/, '');
}

export function isPaidWithCredit({ paymentId }: { paymentId: string }): boolean {
  return paymentId.startsWith('credit_');
}

/** Splits what credit pays among lines, in proportion to each seat's price. The card pays the rest of each line. */
export function splitCredit(items: PaymentItem[], credit: number): PaymentItem[] {
  const shares = splitByWeight(
    credit,
    items.map(({ amount }) => amount),
  );
  return items.map((item, place) => {
    const share = shares[place] ?? 0;
    return share > 0 ? { ...item, amount: item.amount - share, credit: share } : item;
  });
}

/**
 * Decides which credit of an account pays an amount, the oldest first. Nothing is taken yet.
 * @throws {ApiError} `credit_changed` if there is less
 */
export async function planCredits(
  userId: ObjectId,
  { amount, currency }: { amount: number; currency: string },
  { database }: Services,
): Promise<NonNullable<Payment['credits']>> {
  const payments = await listPaymentsOf(database.collections, userId);
  const usable = payments.filter((one) => one.currency === currency && !isFrozen(one));
  const credits = await listCredits(
    database.collections,
    usable.map(({ paymentId }) => paymentId),
  );
  let rest = amount;
  const planned = credits.flatMap(({ refundId, credit }) => {
    const share = Math.min(rest, credit.left);
    rest -= share;
    return share > 0 ? [{ refundId, amount: share }] : [];
  });
  if (rest > 0) throw new ApiError('credit_changed');
  return planned;
}

/**
 * Takes the credit that pays for a payment. Idempotent.
 * @returns false if some of it is gone
 */
export async function reserveCredits(payment: Payment, { database }: Services): Promise<boolean> {
  const id = nameCreditPayment(payment);
  for (const { refundId, amount } of payment.credits ?? [])
    if (!(await takeCredit(database.collections, refundId, { id, amount }))) return false;
  return true;
}

/** Gives back the credit that was taken for a payment that buys nothing. Idempotent. */
export async function dropCredits(payment: Payment, { database }: Services): Promise<void> {
  const id = nameCreditPayment(payment);
  for (const { refundId, amount } of payment.credits ?? [])
    await dropCredit(database.collections, refundId, { id, amount });
}

/** What a payment paid for a seat that it can't get: it is refunded. */
export type Refused = {
  refundId: string;
  paymentId: string;
  seatId: ObjectId;
  amount: number;
  reason: 'no seat' | 'not owed';
  /** Set if it stays as the family's credit instead. */
  credit?: Refund['credit'];
};

/** Credit of money that came for no seat. The family may have it back on any day. R578 */
export function newCredit(): NonNullable<Refund['credit']> {
  return { until: null, left: 0, uses: [], returned: [] };
}

/**
 * Before a payment is closed: what credit pays of a card payment becomes a payment of its own, with the same seats. So
 * each part of a seat is refunded the way it was paid. Without a seat, the credit is free again. Idempotent.
 * @param states what becomes of each line
 * @returns what of that payment could not buy a seat
 */
export async function settleCredits(
  payment: Payment,
  states: ItemState[],
  services: Services,
): Promise<Refused[]> {
  if (!payment.credits) return [];
  if (!states.includes('enrolled')) await dropCredits(payment, services);
  if (!states.includes('enrolled') || payment.method === 'credit') return [];
  const paymentId = nameCreditPayment(payment);
  await insertPaymentOnce(services.database.collections, describe(payment, states, services));
  return payment.items.flatMap(({ seatId, credit = 0 }, place) =>
    credit > 0 && states[place] !== 'enrolled'
      ? [
          {
            refundId: itemKey(paymentId, seatId),
            paymentId,
            seatId,
            amount: credit,
            reason: 'no seat',
          },
        ]
      : [],
  );
}

/** The payment with credit beside a card payment. Its email is that of the card payment. */
function describe(payment: Payment, states: ItemState[], services: Services): Payment {
  const { userId, email, studentName, currency, terms, credits } = payment;
  const { at, day } = readMoment(services);
  const items = payment.items.flatMap(({ credit = 0, ...item }, place): PaymentItem[] => {
    const state = states[place] ?? 'canceled';
    const line = { ...item, amount: credit, state };
    return credit > 0 ? [{ ...line, ...(state === 'enrolled' && { isGiven: true }) }] : [];
  });
  const amount = sumAmounts(items);
  return {
    paymentId: nameCreditPayment(payment),
    method: 'credit',
    userId,
    email,
    studentName,
    items,
    amount,
    kept: amount,
    refundIds: [],
    currency,
    terms,
    credits: credits ?? [],
    movements: [
      { kind: 'begun', at, day, amount: 0 },
      { kind: 'credit', at, day, amount },
    ],
    status: 'enrolled',
    createdAt: at,
    settledAt: at,
    changedAt: at,
    checkAfter: at,
    receiptDue: true,
  };
}
