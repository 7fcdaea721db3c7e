import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { Collections } from '../../database/collections.ts';
import type { ReceiptDocument } from '../../database/money-documents.ts';
import { insertNumbered } from './numbered-documents.ts';
import { ofEachItem } from './payment-store.ts';

type Receipts = Pick<Collections, 'receipts'>;

export async function findReceipt(
  { receipts }: Receipts,
  paymentId: string,
): Promise<ReceiptDocument | null> {
  return receipts.findOne({ paymentId });
}

/** The receipts that these payments have. */
export async function listReceipts(
  { receipts }: Receipts,
  paymentIds: string[],
): Promise<ReceiptDocument[]> {
  if (paymentIds.length === 0) return [];
  return receipts.find({ paymentId: { $in: paymentIds } }).toArray();
}

/** @returns the payment's receipt, which another call may have issued */
export async function insertReceipt(
  { receipts }: Receipts,
  receipt: Omit<ReceiptDocument, '_id'>,
): Promise<ReceiptDocument> {
  return insertNumbered(receipts, receipt, { paymentId: receipt.paymentId });
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
          ...ofEachItem('items', items, 'studentName', () => DELETED_NAME),
        },
      },
    );
}
