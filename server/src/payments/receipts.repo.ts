import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { Collections } from '../database/collections.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { ReceiptDocument } from '../database/money-documents.ts';
import { ofEachItem } from './payments.repo.ts';

type Receipts = Pick<Collections, 'receipts'>;

export async function findReceipt(
  { receipts }: Receipts,
  paymentId: string,
): Promise<ReceiptDocument | null> {
  return receipts.findOne({ paymentId });
}

/**
 * Gives a payment's receipt the number after the highest one. A number that somebody else takes first is not skipped,
 * but the next one is tried, so there are no gaps.
 * @returns the payment's receipt, which another call may have issued
 */
export async function insertReceipt(
  { receipts }: Receipts,
  receipt: Omit<ReceiptDocument, '_id'>,
): Promise<ReceiptDocument> {
  const [last] = await receipts.find().sort({ _id: -1 }).limit(1).toArray();
  for (let number = (last?._id ?? 0) + 1; ; number += 1)
    try {
      await receipts.insertOne({ _id: number, ...receipt });
      return { _id: number, ...receipt };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const issued = await findReceipt({ receipts }, receipt.paymentId);
      if (issued) return issued;
    }
}

/** Removes the names and the email from one or all receipts of a person. */
export async function forgetReceipts(
  { receipts }: Receipts,
  which: { email: string } | { paymentId: string },
  pseudonym: string,
): Promise<void> {
  const filter = 'email' in which ? { 'payer.email': which.email } : { paymentId: which.paymentId };
  for (const { _id, items } of await receipts.find(filter).toArray())
    await receipts.updateOne(
      { _id },
      {
        $set: {
          payer: { name: DELETED_NAME, email: pseudonym },
          ...ofEachItem(items, 'studentName', () => DELETED_NAME),
        },
      },
    );
}
