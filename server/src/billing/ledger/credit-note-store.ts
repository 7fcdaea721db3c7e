import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { Collections } from '../../database/collections.ts';
import type { CreditNoteDocument } from '../../database/money-documents.ts';
import { insertNumbered } from './numbered-documents.ts';
import { ofEachItem } from './payment-store.ts';

type CreditNotes = Pick<Collections, 'creditNotes'>;

/** @returns the refund's credit note, which another call may have issued */
export async function insertCreditNote(
  { creditNotes }: CreditNotes,
  note: Omit<CreditNoteDocument, '_id'>,
): Promise<CreditNoteDocument> {
  return insertNumbered(creditNotes, note, { refundId: note.refundId });
}

/** What the credit note that takes another one back has for its refund. */
export function nameCorrection(refundId: string): string {
  return `${refundId}:reversed`;
}

export async function findCreditNote(
  { creditNotes }: CreditNotes,
  number: number,
): Promise<CreditNoteDocument | null> {
  return creditNotes.findOne({ _id: number });
}

/** The credit notes of some payments, by number. */
export async function listCreditNotes(
  { creditNotes }: CreditNotes,
  paymentIds: string[],
): Promise<CreditNoteDocument[]> {
  const found = await creditNotes.find({ paymentId: { $in: paymentIds } }).toArray();
  return found.sort((a, b) => a._id - b._id);
}

/** The credit notes of an account, by number. */
export async function listCreditNotesOf(
  { creditNotes }: CreditNotes,
  email: string,
): Promise<CreditNoteDocument[]> {
  const found = await creditNotes.find({ 'payer.email': email }).toArray();
  return found.sort((a, b) => a._id - b._id);
}

/** Removes the names and the email from one or all credit notes of a person. */
export async function forgetCreditNotes(
  { creditNotes }: CreditNotes,
  which: { email: string } | { paymentId: string },
  pseudonym: string,
): Promise<void> {
  const filter = 'email' in which ? { 'payer.email': which.email } : { paymentId: which.paymentId };
  for (const { _id, lines } of await creditNotes.find(filter).toArray())
    await creditNotes.updateOne(
      { _id },
      {
        $set: {
          payer: { name: DELETED_NAME, email: pseudonym },
          ...ofEachItem('lines', lines, 'studentName', () => DELETED_NAME),
        },
      },
    );
}
