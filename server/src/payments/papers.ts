import { MAX_PAGE_SIZE, type PaperKind } from '@speakifyr/contract/limits.ts';
import type { ListedPaper } from '@speakifyr/contract/papers.ts';
import type { ListRequest, Page } from '../database/lists.ts';
import type { CreditNoteDocument, ReceiptDocument } from '../database/money-documents.ts';
import { type Days, findPeriod } from '../school-time.ts';
import type { Services } from '../services.ts';
import { numberCreditNote } from './credit-notes.ts';
import {
  findNoteNumbered,
  findReceiptNumbered,
  type PaperTotal,
  searchCreditNotes,
  searchReceipts,
  sumPapers,
} from './papers.repo.ts';
import { numberReceipt } from './receipts.ts';

type Wanted = Days & { search?: string | undefined; kind?: PaperKind | undefined };

/** The school's receipts, or its credit notes, newest first by default. */
export async function getPapers(
  { from, to, kind, ...request }: ListRequest & Wanted,
  services: Services,
): Promise<Page<ListedPaper>> {
  const { collections } = services.database;
  // The papers only grow, so never return all of them.
  const size = { page: 1, size: MAX_PAGE_SIZE };
  const wanted = { ...size, ...request, ...findPeriod({ from, to }, services) };
  if (kind === 'credit note') {
    const { items, total } = await searchCreditNotes(collections, wanted);
    return { items: items.map(presentNote), total };
  }
  const { items, total } = await searchReceipts(collections, wanted);
  return { items: items.map(presentReceipt), total };
}

/** The receipt and the credit note with this number. */
export async function findPapers(no: number, { database }: Services): Promise<ListedPaper[]> {
  const [receipt, note] = await Promise.all([
    findReceiptNumbered(database.collections, no),
    findNoteNumbered(database.collections, no),
  ]);
  return [...(receipt ? [presentReceipt(receipt)] : []), ...(note ? [presentNote(note)] : [])];
}

/** How many receipts or credit notes match, and their sums in cents, by currency. */
export async function getPaperTotals(
  { from, to, kind = 'receipt', search }: Wanted,
  services: Services,
): Promise<PaperTotal[]> {
  const filter = { search, ...findPeriod({ from, to }, services) };
  const totals = await sumPapers(services.database.collections, kind, filter);
  return totals.map((total) => ({ ...total, currency: total.currency.toUpperCase() }));
}

function presentReceipt(receipt: ReceiptDocument): ListedPaper {
  return {
    ...presentCommon(receipt, receipt.items),
    _id: numberReceipt(receipt._id),
    kind: 'receipt',
    corrects: null,
  };
}

function presentNote(note: CreditNoteDocument): ListedPaper {
  const { takesBack, receiptNumber } = note;
  return {
    ...presentCommon(note, note.lines),
    _id: numberCreditNote(note._id),
    kind: 'credit note',
    corrects: takesBack ? numberCreditNote(takesBack) : numberReceipt(receiptNumber),
  };
}

function presentCommon(
  { _id: no, issuedAt, paymentId, payer, amount, currency }: ReceiptDocument | CreditNoteDocument,
  lines: { className: string }[],
) {
  return {
    ...{ no, paymentId, amount, name: payer.name, email: payer.email },
    issuedAt: issuedAt.toISOString(),
    classNames: [...new Set(lines.map(({ className }) => className))],
    currency: currency.toUpperCase(),
  };
}
