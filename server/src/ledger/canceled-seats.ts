import type { CanceledSeat } from '@speakifyr/contract/cancellation.ts';
import type { CanceledSeatState } from '@speakifyr/contract/money-states.ts';
import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { CancellationDocument, PlannedRefund } from '../database/money-documents.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { listCreditNotes } from './credit-notes.ts';
import { createLineReader, type Payer } from './payer-lines.ts';
import { listLinesOf, type Payment, toPayment } from './payment-store.ts';
import { findReceipt } from './receipts.ts';
import { isPaidWithCredit } from './spend-credit.ts';
import { countKeptOf, listRefundsTo } from './what-is-left.ts';
import { isNotOwed, listRefundsOf, nameBounce, nameProgress, type Refund } from './refund-store.ts';

/**
 * Canceled seats as their payer sees them. For a child whose guardian they no longer are, only those that they canceled
 * themselves, or that are refunded. R166, R207
 */
export async function presentCancellations(
  cancellations: CancellationDocument[],
  payer: Payer,
  services: Services,
): Promise<CanceledSeat[]> {
  const ids = cancellations.flatMap(({ refunds }) => refunds.map(({ paymentId }) => paymentId));
  const { collections } = services.database;
  const [refunds, notes, differences] = await Promise.all([
    listRefundsOf(collections, ids),
    listCreditNotes(collections, ids),
    listDifferencesOf(
      collections,
      payer,
      cancellations.map(({ _id }) => _id),
    ),
  ]);
  const read = await createLineReader(cancellations, payer, services);
  return cancellations.flatMap((canceled): CanceledSeat[] => {
    // It is reserved again, so it is in the cart.
    if (canceled.bounced?.again) return [];
    const line = read({ ...canceled, seatId: canceled._id });
    const refunded = listRefundsTo(payer, canceled).filter((one) => !hasBounced(one, refunds));
    const refund = sumAmounts(refunded);
    const by = ENDED_BY[canceled.reason];
    const told = line.isTheirs ? canceled : line.bought;
    if (!told || !(line.isTheirs || by === 'parent' || refund > 0)) return [];
    return [
      {
        ...line,
        className: told.className,
        camp_start: told.camp_start,
        camp_end: told.camp_end,
        currency: canceled.currency.toUpperCase(),
        refund,
        credit: sumAmounts(refunded.filter((one) => isKept(canceled, one))),
        kept: countKeptOf(payer, canceled),
        canceledAt: canceled.createdAt.toISOString(),
        by,
        state: describeState(refunded, refunds),
        paymentId: canceled.paymentId,
        differences: differences.get(canceled._id.toHexString()) ?? [],
        creditNotes: notes
          .filter((note) => refunded.some(({ refundId }) => refundId === note.refundId))
          .map(({ _id }) => _id),
      },
    ];
  });
}

/** Whether a refund ended because its payment bounced: nothing of it comes back. */
function hasBounced({ refundId, paymentId }: PlannedRefund, refunds: Refund[]): boolean {
  const isEnded = refunds.some((one) => one.refundId === refundId && isNotOwed(one));
  return isEnded && refunds.some((one) => one.refundId === nameBounce({ paymentId }));
}

/**
 * Whether a refund stayed as credit. If a seat ended because money was returned from outside, its credit may have
 * ended, too: the bank returned that money.
 */
function isKept({ credit, reason }: CancellationDocument, refund: { paymentId: string }): boolean {
  return reason !== 'payment returned' && (credit !== undefined || isPaidWithCredit(refund));
}

/** Who ended a seat, as people see it. */
export const ENDED_BY: Record<CancellationDocument['reason'], CanceledSeat['by']> = {
  'canceled by parent': 'parent',
  'canceled by admin': 'school',
  'class canceled': 'school',
  'seat resold': 'next person',
  'payment returned': 'returned',
  'not paid': 'not paid',
  'payment bounced': 'returned',
};

/** The worst state of its refunds. */
function describeState(refunded: PlannedRefund[], refunds: Refund[]): CanceledSeatState {
  const states = refunded.map(({ refundId }) => {
    const refund = refunds.find((one) => one.refundId === refundId);
    return refund ? nameProgress(refund) : 'on its way';
  });
  return (
    (['failed', 'on its way', 'refunded'] as const).find((one) => states.includes(one)) ?? 'none'
  );
}

/**
 * The seats of an account's payments that were returned in full, in Stripe's dashboard or by the bank, as its owner
 * sees them: with the class as they bought it. Nobody has canceled these seats.
 * @param canceled the seat ids (hexadecimal) of seats that somebody has canceled
 */
export async function presentReturned(
  payer: Payer,
  canceled: Set<string>,
  services: Services,
): Promise<CanceledSeat[]> {
  const found = await services.database.collections.payments
    .find({ userId: payer._id, status: 'refunded', refundReason: BY_OTHERS })
    .toArray();
  const payments = found.map(toPayment);
  const lines = payments.flatMap(({ paymentId, items }) =>
    items.map((item) => ({ ...item, paymentId })),
  );
  const read = await createLineReader(lines, payer, services);
  const seats = await Promise.all(
    payments.map((payment) => presentPayment(payment, { read, canceled }, services)),
  );
  return seats.flat();
}

/** A payment that had bought something and was returned without us. */
const BY_OTHERS = { $in: ['by the school' as const, 'dispute' as const] };

type LineReader = Awaited<ReturnType<typeof createLineReader>>;

async function presentPayment(
  { paymentId, userId, items, kept, currency, settledAt, createdAt }: Payment,
  { read, canceled }: { read: LineReader; canceled: Set<string> },
  { database: { collections } }: Services,
): Promise<CanceledSeat[]> {
  const [receipt, notes, differences] = await Promise.all([
    findReceipt(collections, paymentId),
    listCreditNotes(collections, [paymentId]),
    listDifferencesOf(
      collections,
      { _id: userId },
      items.map(({ seatId }) => seatId),
    ),
  ]);
  // The bank may have paid the school again.
  const isBack = kept === 0;
  return (receipt?.items ?? []).flatMap(({ seatId, className, camp_start, camp_end, amount }) => {
    const item = items.find((one) => one.seatId.equals(seatId));
    // A line that got no seat was refunded at once.
    if (item?.state !== 'refunded' || item.moveId || item.isRest || !item.isGiven) return [];
    if (canceled.has(seatId.toHexString())) return [];
    return [
      {
        ...read({ ...item, paymentId }),
        className,
        camp_start,
        camp_end,
        currency: currency.toUpperCase(),
        paymentId,
        ...(isBack ? { refund: amount, kept: 0 } : { refund: 0, kept: amount }),
        credit: 0,
        canceledAt: (settledAt ?? createdAt).toISOString(),
        by: 'returned',
        state: isBack ? 'refunded' : 'none',
        differences: differences.get(seatId.toHexString()) ?? [],
        creditNotes: notes.map(({ _id }) => _id),
      },
    ];
  });
}

/** The payments that moved seats to more expensive classes or paid them in parts, by seat (24 hexadecimal digits). */
async function listDifferencesOf(
  collections: Collections,
  { _id }: Pick<Payer, '_id'>,
  seatIds: ObjectId[],
): Promise<Map<string, string[]>> {
  const lines = await listLinesOf(collections, seatIds);
  return new Map(
    [...lines].map(([id, ofSeat]) => [
      id,
      ofSeat
        .filter(({ item, payment }) => (item.moveId ?? item.isRest) && payment.userId.equals(_id))
        .map(({ paymentId }) => paymentId),
    ]),
  );
}
