import type { ObjectId } from 'mongodb';
import type { Collections, PaymentDocument } from '../database/collections.ts';
import { formatIsoDay } from '../school-time.ts';

type Payments = Pick<Collections, 'payments'>;

/** A payment of the ledger. It has the id of its PaymentIntent, which is `_id` in the database. */
export type Payment = Omit<PaymentDocument, '_id'> & { paymentId: string };

function toPayment({ _id, ...payment }: PaymentDocument): Payment {
  return { paymentId: _id, ...payment };
}

function byStart(a: Payment, b: Payment): number {
  return a.createdAt.getTime() - b.createdAt.getTime();
}

export async function findPayment(
  { payments }: Payments,
  paymentId: string,
): Promise<Payment | null> {
  const found = await payments.findOne({ _id: paymentId });
  return found && toPayment(found);
}

/** All payments, open or final, that were started for a cart entry, oldest first. */
export async function listPaymentsOfSeat(
  { payments }: Payments,
  cartId: ObjectId,
): Promise<Payment[]> {
  const found = await payments.find({ cartId }).toArray();
  return found.map(toPayment).sort(byStart);
}

/** All payments of a person, oldest first. */
export async function listPaymentsOf({ payments }: Payments, email: string): Promise<Payment[]> {
  const found = await payments.find({ email }).toArray();
  return found.map(toPayment).sort(byStart);
}

/** Takes e-mail and name out of final payments; an open one needs them, or Stripe's would not be the same any more. */
export async function renamePayer(
  { payments }: Payments,
  which: { email: string } | { paymentId: string },
  payer: { email: string; studentName: string },
): Promise<void> {
  await payments.updateMany(
    {
      ...('email' in which ? which : { _id: which.paymentId }),
      status: { $in: ['enrolled', 'refunded', 'canceled'] },
    },
    { $set: payer },
  );
}

/** Writes a payment into the ledger; if it is there already, nothing changes. */
export async function insertPaymentOnce(
  { payments }: Payments,
  { paymentId, ...payment }: Payment,
): Promise<void> {
  await payments.updateOne({ _id: paymentId }, { $setOnInsert: payment }, { upsert: true });
}

/** Those of these payments that are ours and have a seat. */
export async function listEnrolled(
  { payments }: Payments,
  paymentIds: string[],
): Promise<Payment[]> {
  const found = await payments.find({ _id: { $in: paymentIds }, status: 'enrolled' }).toArray();
  return found.map(toPayment);
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
  { paymentId, status: before }: Payment,
  status: 'enrolled' | 'refunded' | 'canceled',
  at: Date,
  timeZone: string,
): Promise<void> {
  if (status === before) return;
  await payments.updateOne(
    { _id: paymentId, status: status === 'refunded' ? { $ne: status } : 'open' },
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
): Promise<Payment | null> {
  const found = await payments.findOneAndUpdate(
    { status: 'open', checkAfter: { $lte: at } },
    { $set: { checkAfter: checkAgainAfter } },
    { sort: { checkAfter: 1 } },
  );
  return found && toPayment(found);
}
