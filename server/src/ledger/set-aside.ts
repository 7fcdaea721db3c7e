import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { PaymentDocument } from '../database/payment-documents.ts';
import { ApiError } from '../errors.ts';
import { newsEvent } from '../events/audit-event.ts';
import type { Moment } from '../school-time.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { type Payment, toPayment } from './payment-store.ts';
import { isPromised, listRefundsOf, type Refund } from './refund-store.ts';

/**
 * The money of a payment that is promised to somebody. A refund that is recorded has set its money aside, however it goes
 * back: nobody else can have it. It leaves `kept` on the day on which it really goes, which is another moment for each way
 * (R20): a card's when Stripe is asked, the office's once somebody has given it back. R480
 */

type Payments = Pick<Collections, 'payments'>;
type Books = Pick<Collections, 'payments' | 'refunds' | 'seatChanges'>;
type Reservation = Pick<Refund, 'refundId' | 'paymentId' | 'amount' | 'attempt'>;
type Wish = Reservation &
  Pick<Refund, 'reason'> &
  Partial<Pick<Refund, 'seatId' | 'credit' | 'ofCredit'>>;

/** Each attempt has its own reservation, so that old news about one attempt can't end the next one's. */
export function keyOf({ refundId, attempt }: Pick<Reservation, 'refundId' | 'attempt'>): string {
  return `${refundId}:${attempt}`;
}

/** What of a payment is promised to nobody, in cents. */
export function countFree(payment: Payment, refunds: Refund[]): number {
  const waiting = refunds.filter((one) => isPromised(one) && isInside(one, payment));
  return Math.max(0, payment.kept - sumAmounts(waiting));
}

/** Whether the money of a refund has not left its payment yet. Credit to be refunded becomes its payment's money first. */
function isInside(refund: Refund, { paymentId, refundIds, movements }: Payment): boolean {
  const { attempt } = refund;
  // If it is given back by hand, that is one more attempt.
  const keys = [keyOf(refund), keyOf({ ...refund, attempt: attempt + 1 })];
  return (
    refund.paymentId === paymentId &&
    !keys.some((key) => refundIds.includes(key)) &&
    (!refund.ofCredit || movements.some(({ backFor }) => backFor === refund.refundId))
  );
}

/**
 * What of one line of a payment is promised to nobody, in cents. A refund in the dashboard is for the only line, if there
 * is one. Refunded credit was promised when it became credit.
 */
export function countLeft(payment: Payment, seatId: ObjectId, refunds: Refund[]): number {
  const { paymentId, items } = payment;
  const amount = items.find((item) => item.seatId.equals(seatId))?.amount ?? 0;
  const promised = refunds.filter(
    (refund) =>
      refund.paymentId === paymentId &&
      isPromised(refund) &&
      !refund.ofCredit &&
      (refund.seatId ? refund.seatId.equals(seatId) : items.length === 1),
  );
  return Math.max(0, Math.min(countFree(payment, refunds), amount - sumAmounts(promised)));
}

/**
 * How much of a recorded refund can go back, in cents: all of it, unless a bank or the dashboard took the money first. Then
 * what was promised first comes first, and what admins gave by choice comes last.
 * @param refunds all of its payment, oldest first
 */
export function countPayable(
  { refundId, amount, seatId, ofCredit }: Pick<Wish, 'refundId' | 'amount' | 'seatId' | 'ofCredit'>,
  payment: Payment,
  refunds: Refund[],
): number {
  const isChoice = ({ reason }: Refund) => reason === 'by admin';
  const queue = [...refunds.filter((one) => !isChoice(one)), ...refunds.filter(isChoice)];
  const place = queue.findIndex((one) => one.refundId === refundId);
  const earlier = place === -1 ? queue : queue.slice(0, place);
  const left =
    seatId && !ofCredit ? countLeft(payment, seatId, earlier) : countFree(payment, earlier);
  return Math.min(amount, left);
}

/** Whether all of a recorded refund can still go back. */
export async function isPayable(refund: Refund, collections: Books): Promise<boolean> {
  const payment = await collections.payments.findOne({ _id: refund.paymentId });
  return payment !== null && (await mayTake(refund, payment, collections));
}

/** A bank or the dashboard has taken the money: nobody asks what it was promised for. */
const TAKEN: Refund['reason'][] = ['by the school', 'dispute', 'payment bounced'];

async function mayTake(
  refund: Wish,
  payment: PaymentDocument,
  collections: Pick<Books, 'refunds' | 'seatChanges'>,
): Promise<boolean> {
  if (TAKEN.includes(refund.reason)) return refund.amount <= payment.kept;
  // The changes are read first: their refunds are recorded before they are over.
  const planned = refund.reason === 'by admin' ? await listPlanned(payment, collections) : [];
  const recorded = await listRefundsOf(collections, [payment._id]);
  const isRecorded = ({ refundId }: Refund) => recorded.some((one) => one.refundId === refundId);
  const refunds = [...planned.filter((one) => !isRecorded(one)), ...recorded];
  return countPayable(refund, toPayment(payment), refunds) === refund.amount;
}

/** What changes of seats are about to return. An admin who was very slow may have lost the lock of such a seat. */
async function listPlanned(
  { _id: paymentId, currency }: PaymentDocument,
  { seatChanges }: Pick<Books, 'seatChanges'>,
): Promise<Refund[]> {
  const open = await seatChanges
    .find({ 'refunds.paymentId': paymentId, openSeatId: { $exists: true } })
    .toArray();
  return open.flatMap((change) =>
    'refunds' in change
      ? change.refunds.map(({ to: _to, ...refund }): Refund => ({
          ...refund,
          seatId: change.seatId,
          currency,
          reason: 'not owed',
          state: 'decided',
          attempt: 0,
          createdAt: change.createdAt,
        }))
      : [],
  );
}

/** A reservation that loses a race is tried again. This many losses in a row mean that something is wrong. */
const MAX_TRIES = 100;

/**
 * Takes the money of a refund out of its payment. So a payment's refunds never add up to more than the payment, and one
 * seat's never to more than its price: the update takes the money only if no other refund has taken some since it was
 * counted. From then on, it counts as returned. Idempotent. R120, R162, R163, R364
 * @returns false if not enough is left, or this attempt has failed in the meantime
 */
export async function reserve(
  collections: Books,
  refund: Wish,
  { at, day }: Moment,
): Promise<boolean> {
  const { refundId, paymentId, amount, attempt } = refund;
  const key = keyOf(refund);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const payment = await collections.payments.findOne({ _id: paymentId });
    if (payment?.refundIds.includes(key)) return true;
    if (!payment || payment.failedRefundIds?.includes(key)) return false;
    if (!(await mayTake(refund, payment, collections))) return false;
    // What becomes credit stays at the school.
    const isCredit = refund.credit !== undefined || payment.method === 'credit';
    const returned = { paymentId, refundId, attempt, amount };
    const { matchedCount } = await collections.payments.updateOne(
      {
        _id: paymentId,
        kept: payment.kept,
        refundIds: payment.refundIds,
        failedRefundIds: { $ne: key },
      },
      {
        $inc: { kept: -amount },
        $push: {
          refundIds: key,
          movements: {
            kind: isCredit ? 'credit' : 'returned',
            at,
            day,
            amount: -amount,
            refundId,
          },
          ...(!isCredit && { events: newsEvent('money returned', returned, at) }),
        },
        $set: { changedAt: at },
      },
    );
    if (matchedCount === 1) return true;
  }
  throw new ApiError('unavailable');
}

/**
 * Gives back what was set aside for a failed refund: the school has the money again, from this day on. Idempotent. The
 * first update comes before the second, so that a slow server that does not know of the failure can't set the money
 * aside again.
 */
export async function release(
  { payments }: Payments,
  refund: Reservation,
  { at, day }: Moment,
): Promise<void> {
  const { refundId, amount } = refund;
  const key = keyOf(refund);
  await payments.updateOne({ _id: refund.paymentId }, { $addToSet: { failedRefundIds: key } });
  await payments.updateOne(
    { _id: refund.paymentId, refundIds: key },
    {
      $inc: { kept: amount },
      $pull: { refundIds: key },
      $push: { movements: { kind: 'came back', at, day, amount, refundId } },
      $set: { changedAt: at },
    },
  );
}
