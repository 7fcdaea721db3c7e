import type { ObjectId } from 'mongodb';
import { listCredits } from '../ledger/credit-store.ts';
import { listPaymentsOf } from '../ledger/payment-store.ts';
import { isPromised, listRefundsOf, nameProgress } from '../ledger/refund-store.ts';
import type { Services } from '../services.ts';

/**
 * Whether the office has money of this account that it can only give back by hand: a refund of what it took, or credit that comes
 * from that. Once the account is deleted, nobody knows to whom. R701
 */
export async function waitsByHand(
  { _id }: { _id: ObjectId },
  { database }: Pick<Services, 'database'>,
): Promise<boolean> {
  const payments = await listPaymentsOf(database.collections, _id);
  const ids = payments.flatMap(({ paymentId, received }) => (received ? [paymentId] : []));
  const [refunds, credits] = await Promise.all([
    listRefundsOf(database.collections, ids),
    listCredits(database.collections, ids),
  ]);
  return (
    refunds.some((one) => isPromised(one) && nameProgress(one) !== 'refunded') ||
    credits.some(({ credit }) => credit.left > 0)
  );
}
