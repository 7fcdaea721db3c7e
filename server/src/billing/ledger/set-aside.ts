import type { ObjectId } from 'mongodb';
import type { Collections, PaymentDocument } from '../../database/collections.ts';
import type { RefundDocument } from '../../database/money-documents.ts';
import { ApiError } from '../../errors.ts';
import type { Moment } from '../../school-time.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { Refund } from './refund-store.ts';

type Payments = Pick<Collections, 'payments'>;
type Books = Pick<Collections, 'payments' | 'refunds' | 'seatChanges'>;
type Reservation = Pick<Refund, 'refundId' | 'paymentId' | 'amount' | 'attempt'>;
/** A refund that is recorded. */
type Planned = { refundId: string; amount: number; seatId: ObjectId | null };

/** Each attempt has its own reservation, so that old news about one attempt can't end the next one's. */
export function keyOf({ refundId, attempt }: Pick<Reservation, 'refundId' | 'attempt'>): string {
  return `${refundId}:${attempt}`;
}

/** A reservation that loses a race is tried again. This many losses in a row mean that something is wrong. */
const MAX_TRIES = 100;

/**
 * Sets money of a payment aside for a refund. So a payment's refunds never add up to more than the payment, and one
 * seat's never to more than its price: the update takes the money only if no other refund has taken some since it was
 * counted. From then on, it counts as returned. An admin's refund never uses money that a change of the seat is about
 * to return. Idempotent.
 * @returns false if not enough is left, or this attempt has failed in the meantime
 */
export async function reserve(
  { payments, refunds, seatChanges }: Books,
  refund: Reservation &
    Pick<Refund, 'reason'> &
    Partial<Pick<Refund, 'seatId' | 'credit' | 'ofCredit'>>,
  { at, day }: Moment,
): Promise<boolean> {
  const { refundId, paymentId, amount, reason } = refund;
  // Credit was already taken from its seat.
  const seatId = refund.ofCredit ? undefined : refund.seatId;
  const key = keyOf(refund);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const payment = await payments.findOne({ _id: paymentId });
    if (payment?.refundIds.includes(key)) return true;
    if (!payment || payment.kept < amount || payment.failedRefundIds?.includes(key)) return false;
    const planned =
      reason === 'by admin' ? await listPlanned({ refunds, seatChanges }, payment) : [];
    if (amount > payment.kept - sumAmounts(planned)) return false;
    if (seatId && amount > (await countUnreserved({ refunds }, payment, seatId, planned)))
      return false;
    const { matchedCount } = await payments.updateOne(
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
          // What becomes credit stays at the school.
          movements: {
            kind: refund.credit || payment.method === 'credit' ? 'credit' : 'returned',
            ...{ at, day, amount: -amount, refundId },
          },
        },
        $set: { changedAt: at },
      },
    );
    if (matchedCount === 1) return true;
  }
  throw new ApiError('unavailable');
}

/** What of one seat's price is neither set aside nor planned to be refunded, in cents. */
async function countUnreserved(
  { refunds }: Pick<Collections, 'refunds'>,
  payment: PaymentDocument,
  seatId: ObjectId,
  planned: Planned[],
): Promise<number> {
  const item = payment.items.find((one) => one.seatId.equals(seatId));
  if (!item) return Infinity;
  const known = await refunds.find({ paymentId: payment._id }).toArray();
  const reserved = known.filter((one) => isSetAside(one, payment) && !one.ofCredit);
  const ofSeat = [...reserved, ...planned].filter((one) => one.seatId?.equals(seatId));
  return item.amount - sumAmounts(ofSeat);
}

/**
 * Automatic refunds that are not set aside yet: of seat changes that are not over, and those that no admin has chosen.
 * The changes are read first: their refunds are recorded before they are over.
 */
async function listPlanned(
  { refunds, seatChanges }: Pick<Collections, 'refunds' | 'seatChanges'>,
  payment: PaymentDocument,
): Promise<Planned[]> {
  const { _id: paymentId } = payment;
  const open = await seatChanges
    .find({ 'refunds.paymentId': paymentId, openSeatId: { $exists: true } })
    .toArray();
  const unsent = await refunds
    .find({ paymentId, state: { $in: ['decided', 'sent'] }, reason: { $ne: 'by admin' } })
    .toArray();
  const written = unsent.filter((one) => !isSetAside(one, payment));
  const planned = open
    .flatMap((one) =>
      'refunds' in one ? one.refunds.map((refund) => ({ ...refund, seatId: one.seatId })) : [],
    )
    .filter((one) => one.paymentId === paymentId)
    .filter(({ refundId }) => !payment.refundIds.some((key) => key.startsWith(`${refundId}:`)))
    .filter(({ refundId }) => !written.some(({ _id }) => _id === refundId));
  return [...planned, ...written.map(({ _id, ...one }) => ({ ...one, refundId: _id }))];
}

/** Whether the money of a refund is set aside. */
function isSetAside(
  { _id: refundId, attempt }: Pick<RefundDocument, '_id' | 'attempt'>,
  { refundIds }: PaymentDocument,
): boolean {
  return refundIds.includes(keyOf({ refundId, attempt }));
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
