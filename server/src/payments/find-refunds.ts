import type { RefundDocument } from '../database/money-documents.ts';
import type { Services } from '../services.ts';
import { listRefundsOf } from './refund-lines.repo.ts';

/** All refunds of a payment in any state, oldest first. */
export async function findRefundsOf(
  paymentId: string,
  { database }: Services,
): Promise<RefundDocument[]> {
  return listRefundsOf(database.collections, [paymentId]);
}
