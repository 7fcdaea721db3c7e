import { MAX_PAGE_SIZE, type PaperKind } from '@speakifyr/contract/limits.ts';
import type { ListedPaper } from '@speakifyr/contract/papers.ts';
import { type ListRequest, type Page, presentBatches } from '../../database/lists.ts';
import type { CreditNoteDocument, ReceiptDocument } from '../../database/money-documents.ts';
import { type Days, findPeriod } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { numberCreditNote } from './credit-notes.ts';
import {
  findLastNumber,
  findNoteNumbered,
  findReceiptNumbered,
  type PaperTotal,
  readAllCreditNotes,
  readAllReceipts,
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
  // The papers only grow, so all of them come in batches only.
  const size = { page: 1, size: MAX_PAGE_SIZE };
  const wanted = { ...size, ...request, ...findPeriod({ from, to }, services) };
  if (kind === 'credit note') {
    const { items, total } = await searchCreditNotes(collections, wanted);
    return { items: items.map(presentNote), total };
  }
  const { items, total } = await searchReceipts(collections, wanted);
  return { items: items.map(presentReceipt), total };
}

/** The same papers, all of them, in batches. */
export function getAllPapers(
  { from, to, kind, ...request }: ListRequest & Wanted,
  services: Services,
): AsyncIterable<ListedPaper[]> {
  const { collections } = services.database;
  const wanted = { ...request, ...findPeriod({ from, to }, services) };
  return kind === 'credit note'
    ? presentBatches(readAllCreditNotes(collections, wanted), (batch) => batch.map(presentNote))
    : presentBatches(readAllReceipts(collections, wanted), (batch) => batch.map(presentReceipt));
}

/** The receipt and the credit note with this number. */
export async function findPapers(no: number, { database }: Services): Promise<ListedPaper[]> {
  const [receipt, note] = await Promise.all([
    findReceiptNumbered(database.collections, no),
    findNoteNumbered(database.collections, no),
  ]);
  return [...(receipt ? [presentReceipt(receipt)] : []), ...(note ? [presentNote(note)] : [])];
}

/** Reads how many receipts or credit notes match, and their sums in cents, by currency. */
export type PaperTotalsReader = (wanted: Wanted) => Promise<PaperTotal[]>;

/**
 * Papers never change and have no gaps in their numbers. So this server remembers the sums of all that it has seen, and
 * adds only those with a higher number.
 */
export function createPaperTotalsReader(services: Services): PaperTotalsReader {
  const { collections } = services.database;
  const seen = {
    receipt: { last: 0, sums: [] as PaperTotal[] },
    'credit note': { last: 0, sums: [] as PaperTotal[] },
  };
  return async ({ from, to, kind = 'receipt', search }) => {
    const days = findPeriod({ from, to }, services);
    if (search || days.start || days.end)
      return present(await sumPapers(collections, kind, { search, ...days }));
    const known = seen[kind];
    const last = await findLastNumber(collections, kind);
    const more = await sumPapers(collections, kind, { numbers: { after: known.last, last } });
    const sums = addUp([...known.sums, ...more]);
    seen[kind] = { last, sums };
    return present(sums);
  };
}

/** Adds up the sums of each currency. */
function addUp(sums: PaperTotal[]): PaperTotal[] {
  const byCurrency = new Map<string, PaperTotal>();
  for (const { currency, ...more } of sums) {
    const { count, amount } = byCurrency.get(currency) ?? { count: 0, amount: 0 };
    byCurrency.set(currency, {
      currency,
      count: count + more.count,
      amount: amount + more.amount,
    });
  }
  return [...byCurrency.values()];
}

function present(sums: PaperTotal[]): PaperTotal[] {
  return sums
    .map((sum) => ({ ...sum, currency: sum.currency.toUpperCase() }))
    .sort((a, b) => a.currency.localeCompare(b.currency));
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
