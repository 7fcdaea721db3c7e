import type { ObjectId } from 'mongodb';
import type { Collections, PaymentDocument } from '../database/collections.ts';
import { formatIsoDay } from '../school-time.ts';

type Payments = Pick<Collections, 'payments'>;

export async function findPayment(
  { payments }: Payments,
  id: string,
): Promise<PaymentDocument | null> {
  return payments.findOne({ _id: id });
}

/** All payments, open or final, that were started for a cart entry, oldest first. */
export async function listPaymentsOfSeat(
  { payments }: Payments,
  cartId: ObjectId,
): Promise<PaymentDocument[]> {
  const found = await payments.find({ cartId }).toArray();
  return found.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/** All payments of a person, oldest first. */
export async function listPaymentsOf(
  { payments }: Payments,
  email: string,
): Promise<PaymentDocument[]> {
  const found = await payments.find({ email }).toArray();
  return found.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/** Takes e-mail and name out of final payments; an open one needs them, or Stripe's would not be the same any more. */
export async function renamePayer(
  { payments }: Payments,
  which: { email: string } | { _id: string },
  payer: { email: string; studentName: string },
): Promise<void> {
  await payments.updateMany(
    { ...which, status: { $in: ['enrolled', 'refunded', 'canceled'] } },
    { $set: payer },
  );
}

/** Writes a payment into the ledger; if it is there already, nothing changes. */
export async function insertPaymentOnce(
  { payments }: Payments,
  { _id, ...payment }: PaymentDocument,
): Promise<void> {
  await payments.updateOne({ _id }, { $setOnInsert: payment }, { upsert: true });
}

/** Those of these payments that are ours and have a seat. */
export async function listEnrolled(
  { payments }: Payments,
  ids: string[],
): Promise<PaymentDocument[]> {
  return payments.find({ _id: { $in: ids }, status: 'enrolled' }).toArray();
}

/** How many payments have not come to their end yet. */
export async function countOpen({ payments }: Payments): Promise<number> {
  return payments.countDocuments({ status: 'open' });
}

/**
 * Marks a payment as final. Money that went back is the last word, whatever stood there before; anything else is
 * only said of an open payment.
 */
export async function closePayment(
  { payments }: Payments,
  { _id, status: before }: PaymentDocument,
  status: 'enrolled' | 'refunded' | 'canceled',
  at: Date,
  timeZone: string,
): Promise<void> {
  if (status === before) return;
  await payments.updateOne(
    { _id, status: status === 'refunded' ? { $ne: status } : 'open' },
    {
      $set: {
        status,
        settledAt: at,
        ...(status === 'enrolled' && { settledDay: formatIsoDay(at, timeZone) }),
      },
    },
  );
}

/**
 * The next open payment that it is time to look at. Whoever gets it has it to themself until `checkAgainAfter`,
 * so that several servers share the work.
 */
export async function claimDuePayment(
  { payments }: Payments,
  at: Date,
  checkAgainAfter: Date,
): Promise<PaymentDocument | null> {
  return payments.findOneAndUpdate(
    { status: 'open', checkAfter: { $lte: at } },
    { $set: { checkAfter: checkAgainAfter } },
    { sort: { checkAfter: 1 } },
  );
}
