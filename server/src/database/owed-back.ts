import type { ObjectId } from 'mongodb';
import type { Collections } from './collections.ts';
import type { PaymentDocument } from './payment-documents.ts';

/**
 * What families owe because money of a payment had gone back before it bounced. Its payer owes it, and nobody else: they
 * had the money. Here, because the ledger and families ask for it. R482
 */

/** In cents. */
export function countOwedBack({ kept }: Pick<PaymentDocument, 'kept'>): number {
  return Math.max(0, -kept);
}

/** @param userId only what this account owes */
export async function listOwedBack(
  { payments }: Pick<Collections, 'payments'>,
  userId?: ObjectId,
): Promise<PaymentDocument[]> {
  return payments.find({ kept: { $lt: 0 }, ...(userId && { userId }) }).toArray();
}
