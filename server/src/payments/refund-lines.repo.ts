import type { Collections } from '../database/collections.ts';
import type { RefundDocument } from '../database/money-documents.ts';

/** All refunds of some payments, oldest first. */
export async function listRefundsOf(
  { refunds }: Pick<Collections, 'refunds'>,
  paymentIds: string[],
): Promise<RefundDocument[]> {
  const found = await refunds.find({ paymentId: { $in: paymentIds } }).toArray();
  return found.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}
