import type { Credit as ReadCredit } from '@speakifyr/contract/credit.ts';
import type { ObjectId } from 'mongodb';
import type { Actor } from '../database/event-document.ts';
import { ApiError } from '../errors.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { decideCreditRefund } from '../ledger/credit-refunds.ts';
import { type Credit, listCredits } from '../ledger/credit-store.ts';
import { readCurrency } from '../ledger/enter-payment.ts';
import { isFrozen, listPaymentsOf, type Payment } from '../ledger/payment-store.ts';
import { listReceipts } from '../ledger/receipts.ts';
import { findRefund } from '../ledger/refund-store.ts';
import { tryRefund } from '../ledger/refunds.ts';

/** What a family has as credit. It belongs to the account that paid, so it goes where its payments go. R360 */

/** @param userId whose it is. The caller has checked that the reader may know */
export async function readCredit(userId: ObjectId, services: Services): Promise<ReadCredit> {
  const { payments, credits } = await listOf(userId, services);
  const currency = readCurrency();
  const receipts = await listReceipts(
    services.database.collections,
    credits.map(({ paymentId }) => paymentId),
  );
  const isDone = (id: string) => payments.some((one) => one.paymentId === id && isClosed(one));
  const lines = credits.map((one): ReadCredit['lines'][number] => {
    const receipt = receipts.find(({ paymentId }) => paymentId === one.paymentId);
    const bought = receipt?.items.find(({ seatId }) => one.seatId?.equals(seatId));
    return {
      _id: one.refundId,
      paymentId: one.paymentId,
      className: bought?.className ?? '',
      at: one.createdAt.toISOString(),
      currency: one.currency.toUpperCase(),
      amount: one.amount,
      left: one.credit.left,
      until: one.credit.until,
      isRefundable: one.credit.left > 0 && mayGoBack(one, payments, services),
      uses: one.credit.uses
        .filter(({ amount }) => amount > 0)
        .map(({ id, amount, isBack }) => ({
          amount,
          paymentId: isBack ? null : id,
          isOpen: !isBack && !isDone(id),
        })),
    };
  });
  const isUsable = (one: Credit) => one.currency === currency && !isHeldUp(one, payments);
  return {
    currency: currency.toUpperCase(),
    available: sumLeft(credits.filter(isUsable)),
    refundable: sumLeft(credits.filter((one) => mayGoBack(one, payments, services))),
    lines: lines.reverse(),
  };
}

function isClosed({ status }: Payment): boolean {
  return status !== 'open';
}

async function listOf(userId: ObjectId, { database }: Services) {
  const payments = await listPaymentsOf(database.collections, userId);
  const ids = payments.map(({ paymentId }) => paymentId);
  return { payments, credits: await listCredits(database.collections, ids) };
}

/** While the bank has the money of a payment, its credit waits. */
function isHeldUp({ paymentId }: Credit, payments: Payment[]): boolean {
  return payments.some((one) => one.paymentId === paymentId && isFrozen(one));
}

/** Whether its owner can turn it into a refund today. */
function mayGoBack(credit: Credit, payments: Payment[], services: Services): boolean {
  const { until } = credit.credit;
  return (until === null || readToday(services) <= until) && !isHeldUp(credit, payments);
}

function sumLeft(credits: Credit[]): number {
  return sumAmounts(credits.map(({ credit }) => ({ amount: credit.left })));
}

/**
 * Turns what is left of an account's credit back into refunds. R362
 * @param wish.shown the refund that the person was shown, in cents; missing if nobody was shown one
 * @param wish.isAnyDay includes what its owner can no longer turn back: for the office, and if the account is deleted
 * @throws {ApiError} `credit_changed` if the amount has changed
 */
export async function refundCredit(
  userId: ObjectId,
  wish: { shown?: number; isAnyDay: boolean; by?: Actor; note?: string },
  services: Services,
): Promise<void> {
  const { payments, credits } = await listOf(userId, services);
  const unspent = credits.filter(
    (one) => one.credit.left > 0 && (wish.isAnyDay || mayGoBack(one, payments, services)),
  );
  const { shown, by, note } = wish;
  if (shown !== undefined && sumLeft(unspent) !== shown) throw new ApiError('credit_changed');
  const decided = { ...(by && { by }), ...(note && { note }) };
  for (const credit of unspent) {
    const refundId = await decideCreditRefund(credit, decided, services);
    await tryRefund(refundId, services);
    const refund = await findRefund(services.database.collections, refundId);
    if (refund?.isRefused) throw new ApiError('credit_changed');
  }
}
