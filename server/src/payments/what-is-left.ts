import type { ObjectId } from 'mongodb';
import { itemKey } from '../seats/item-key.ts';
import type { PaidSeat } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '../sum-amounts.ts';
import { isFrozen } from './disputes.repo.ts';
import { listPayments, type Payment } from './payments.repo.ts';
import { isReturned, listRefundsOf, type Refund } from './refunds.repo.ts';

/** What is left of one payment for a seat. Only a seat that moved to a dearer class has several payments. */
export type PaidPart = {
  paymentId: string;
  /** The payment's line for this seat. */
  cartId: ObjectId;
  /** Integer cents. */
  left: number;
  /** In lower case. */
  currency: string;
  /** Whether the payer's bank has the money for now: nothing can go back. */
  isDisputed: boolean;
};

/**
 * What is left of what was paid for a seat: its price without what went back already or is on its way. Never more than
 * what is left of the whole payment.
 * @returns the first payment first; nothing for a seat that is not in the ledger
 */
export async function whatIsLeft(
  seat: BoughtSeat,
  services: Pick<Services, 'database'>,
): Promise<PaidPart[]> {
  return listParts(seat, await readLedger([seat], services));
}

/** As `whatIsLeft` for several seats at once. @returns by cart id (24 hexadecimal digits), in cents */
export async function sumLeftOfEach(
  seats: BoughtSeat[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, number>> {
  const ledger = await readLedger(seats, services);
  return new Map(
    seats.map((seat) => [seat.cartId.toHexString(), sumLeft(listParts(seat, ledger))]),
  );
}

type BoughtSeat = Pick<PaidSeat, 'paymentId' | 'cartId' | 'extra'>;
type Ledger = { payments: Payment[]; refunds: Refund[] };

/** The payments of some seats, with their refunds. */
async function readLedger(
  seats: BoughtSeat[],
  { database }: Pick<Services, 'database'>,
): Promise<Ledger> {
  const paymentIds = [...new Set(seats.flatMap(listLines).map((line) => line.paymentId))];
  const [payments, refunds] = await Promise.all([
    listPayments(database.collections, paymentIds),
    listRefundsOf(database.collections, paymentIds),
  ]);
  return { payments, refunds };
}

function listLines({ paymentId, cartId, extra = [] }: BoughtSeat) {
  return [{ paymentId, cartId }, ...extra];
}

function listParts(seat: BoughtSeat, { payments, refunds }: Ledger): PaidPart[] {
  return listLines(seat).flatMap((line) => {
    const payment = payments.find((one) => one.paymentId === line.paymentId);
    if (!payment) return [];
    const left = countLeft(payment, line.cartId, refunds);
    const isDisputed = isFrozen(payment);
    return [{ ...line, left, currency: payment.currency, isDisputed }];
  });
}

/** What is left of one line of a payment, in cents. A refund in the dashboard is for the only line, if there is one. */
export function countLeft(
  { paymentId, items, kept }: Payment,
  cartId: ObjectId,
  refunds: Refund[],
): number {
  const amount = items.find((item) => item.cartId.equals(cartId))?.amount ?? 0;
  const returned = refunds.filter(
    (refund) =>
      refund.paymentId === paymentId &&
      isReturned(refund) &&
      (refund.cartId ? refund.cartId.equals(cartId) : items.length === 1),
  );
  return Math.max(0, Math.min(kept, amount - sumAmounts(returned)));
}

export function sumLeft(parts: { left: number }[]): number {
  return parts.reduce((sum, { left }) => sum + left, 0);
}

/** Takes an amount from the payments of a seat, from the first one first. @returns how much of each, in cents */
export function splitAmount(parts: PaidPart[], amount: number): number[] {
  let rest = amount;
  return parts.map(({ left }) => {
    const share = Math.min(left, rest);
    rest -= share;
    return share;
  });
}

/**
 * The refunds with which these shares of the payments of a seat go back.
 * @param why the end of the refunds' names
 */
export function planRefunds(
  parts: PaidPart[],
  shares: number[],
  why: string,
): { refundId: string; paymentId: string; cartId: ObjectId; amount: number }[] {
  return parts.flatMap(({ paymentId, cartId }, place) => {
    const amount = shares[place] ?? 0;
    const refundId = `${itemKey(paymentId, cartId)}:${why}`;
    return amount > 0 ? [{ refundId, paymentId, cartId, amount }] : [];
  });
}
