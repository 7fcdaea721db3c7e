import type { PaperKind } from '@speakifyr/contract/limits.ts';
import type { Collection, Filter } from 'mongodb';
import type { Collections } from '../../database/collections.ts';
import {
  findBatches,
  findPage,
  type ListRequest,
  matchText,
  type Page,
} from '../../database/lists.ts';
import type { CreditNoteDocument, ReceiptDocument } from '../../database/money-documents.ts';
import type { Period } from '../../school-time.ts';

/** Reads receipts and credit notes for the school's office. */
type Papers = Pick<Collections, 'receipts' | 'creditNotes'>;

/** Limits a list to some papers. The period is the one in which they were issued. */
export type PaperFilter = Period & {
  search?: string | undefined;
  /** Only papers with these numbers; the first one is left out. */
  numbers?: { after: number; last: number };
};

/** How many papers there are, and their sum in cents, in one currency (in lower case). */
export type PaperTotal = { currency: string; count: number; amount: number };

/** Receipts, newest first by default. */
export async function searchReceipts(
  { receipts }: Papers,
  { search, start, end, ...request }: ListRequest & PaperFilter,
): Promise<Page<ReceiptDocument>> {
  const filter = matchPapers<ReceiptDocument>({ search, start, end }, OF_RECEIPTS);
  return findPage(receipts, filter, request, '-issuedAt');
}

/** Credit notes, newest first by default. */
export async function searchCreditNotes(
  { creditNotes }: Papers,
  { search, start, end, ...request }: ListRequest & PaperFilter,
): Promise<Page<CreditNoteDocument>> {
  const filter = matchPapers<CreditNoteDocument>({ search, start, end }, OF_NOTES);
  return findPage(creditNotes, filter, request, '-issuedAt');
}

/** The same receipts, all of them, in batches. */
export function readAllReceipts(
  { receipts }: Papers,
  { search, start, end, ...request }: ListRequest & PaperFilter,
): AsyncIterable<ReceiptDocument[]> {
  const filter = matchPapers<ReceiptDocument>({ search, start, end }, OF_RECEIPTS);
  return findBatches(receipts, filter, request, '-issuedAt');
}

/** The same credit notes, all of them, in batches. */
export function readAllCreditNotes(
  { creditNotes }: Papers,
  { search, start, end, ...request }: ListRequest & PaperFilter,
): AsyncIterable<CreditNoteDocument[]> {
  const filter = matchPapers<CreditNoteDocument>({ search, start, end }, OF_NOTES);
  return findBatches(creditNotes, filter, request, '-issuedAt');
}

export async function findReceiptNumbered(
  { receipts }: Papers,
  no: number,
): Promise<ReceiptDocument | null> {
  return receipts.findOne({ _id: no });
}

export async function findNoteNumbered(
  { creditNotes }: Papers,
  no: number,
): Promise<CreditNoteDocument | null> {
  return creditNotes.findOne({ _id: no });
}

/** The highest number of this kind of papers; 0 if there are none. */
export async function findLastNumber(
  { receipts, creditNotes }: Papers,
  kind: PaperKind,
): Promise<number> {
  const collection: Collection<{ _id: number }> =
    kind === 'receipt' ? (receipts as never) : (creditNotes as never);
  const last = await collection.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } });
  return last?._id ?? 0;
}

/** The totals of all papers of one kind that match, by currency. */
export async function sumPapers(
  { receipts, creditNotes }: Papers,
  kind: PaperKind,
  filter: PaperFilter,
): Promise<PaperTotal[]> {
  return kind === 'receipt'
    ? sum(receipts, matchPapers<ReceiptDocument>(filter, OF_RECEIPTS))
    : sum(creditNotes, matchPapers<CreditNoteDocument>(filter, OF_NOTES));
}

async function sum<T extends ReceiptDocument | CreditNoteDocument>(
  collection: Collection<T>,
  filter: Filter<T>,
): Promise<PaperTotal[]> {
  const found = await collection
    .aggregate<{ _id: string; count: number; amount: number }>([
      { $match: filter },
      {
        $group: {
          _id: '$currency',
          count: { $sum: 1 },
          amount: { $sum: '$amount' },
        },
      },
    ])
    .toArray();
  return found.map(({ _id, ...sums }) => ({ currency: _id, ...sums }));
}

/** The letter of a paper's number, and where it has the names of its classes. */
const OF_RECEIPTS = { letter: 'R', className: 'items.className' };
const OF_NOTES = { letter: 'C', className: 'lines.className' };

/** A search always has a limit, so that an index finds the papers. */
function matchPapers<T extends ReceiptDocument | CreditNoteDocument>(
  { search, start, end, numbers }: PaperFilter,
  about: typeof OF_RECEIPTS,
): Filter<T> {
  const issuedAt = { $gte: start ?? new Date(0), ...(end && { $lt: end }) };
  return {
    ...((search || start || end) && { issuedAt }),
    ...(numbers && { _id: { $gt: numbers.after, $lte: numbers.last } }),
    ...(search && matchSearch(search, about)),
  } as Filter<T>;
}

/** Finds a paper by its number, as it is printed or without the letter and the zeros, and any other text anywhere. */
function matchSearch(search: string, { letter, className }: typeof OF_RECEIPTS) {
  const printed = new RegExp(`^(?:${letter}-)?(\\d{1,9})$`, 'i').exec(search);
  return {
    $or: [
      ...(printed ? [{ _id: Number(printed[1]) }] : []),
      { 'payer.name': matchText(search) },
      { 'payer.email': matchText(search) },
      { [className]: matchText(search) },
    ],
  };
}
