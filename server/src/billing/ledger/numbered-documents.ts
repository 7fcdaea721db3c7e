import type { Collection, Filter, OptionalUnlessRequiredId } from 'mongodb';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { isDuplicateKey } from '../../database/duplicate-key.ts';
import type { Collections } from '../../database/collections.ts';
import { ofEachItem } from './payment-store.ts';

/** What receipts and credit notes have in common. */

/**
 * Gives a document the number after the highest one. A number that somebody else takes first is not skipped, but the
 * next one is tried, so there are no gaps.
 * @param same finds the document that another call may have added for the same thing; a unique index refuses a second one
 * @returns the document with its number, or the one that is there
 */
export async function insertNumbered<Numbered extends { _id: number }>(
  collection: Collection<Numbered>,
  document: Omit<Numbered, '_id'>,
  same: Filter<Numbered>,
): Promise<Numbered> {
  const [last] = await collection.find({}).sort({ _id: -1 }).limit(1).toArray();
  for (let number = (last?._id ?? 0) + 1; ; number += 1)
    try {
      const numbered = { ...document, _id: number } as Numbered;
      await collection.insertOne(numbered as OptionalUnlessRequiredId<Numbered>);
      return numbered;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const added = await collection.findOne(same);
      if (added) return added as Numbered;
    }
}

/** Removes the names and the email from one or all papers of a person: from those of a payment, or with their email. */
export async function forgetPapers(
  { receipts, creditNotes }: Pick<Collections, 'receipts' | 'creditNotes'>,
  which: { email: string } | { paymentId: string },
  pseudonym: string,
): Promise<void> {
  const filter = 'email' in which ? { 'payer.email': which.email } : which;
  const payer = { name: DELETED_NAME, email: pseudonym };
  const unnamed = (list: string, lines: { studentName: string }[]) => ({
    $set: { payer, ...ofEachItem(list, lines, 'studentName', () => DELETED_NAME) },
  });
  for (const { _id, items } of await receipts.find(filter).toArray())
    await receipts.updateOne({ _id }, unnamed('items', items));
  for (const { _id, lines } of await creditNotes.find(filter).toArray())
    await creditNotes.updateOne({ _id }, unnamed('lines', lines));
}
