import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { PaperKind } from '@speakifyr/contract/money-states.ts';
import type { ListedPaper } from '@speakifyr/contract/papers.ts';
import type { Collection, Filter } from 'mongodb';
import {
  findPageOrBatches,
  type ListRequest,
  matchText,
  type PageOrBatches,
} from '../database/lists.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { CreditNoteDocument, ReceiptDocument } from '../database/money-documents.ts';
import { worksInOffice } from '../users/bundles.ts';
import { type Days, findPeriod, type Period } from '../school-time.ts';
import type { Services } from '../services.ts';
import { numberCreditNote } from './credit-notes.ts';
import { numberReceipt } from './receipts.ts';

/** Both kinds of papers are read alike. */
type Paper = ReceiptDocument | CreditNoteDocument;

type PaperReader = Pick<UserDocument, 'role' | 'bundle' | 'status'>;

/** Which papers an admin asks for. The days are those on which they were issued. */
type Wanted = Days & { search?: string; kind?: PaperKind };

/**
 * The school's receipts, or its credit notes, newest first by default: a page or, with `all`, every one. Without a payer
 * for those who may not see families. R502, R207
 */
export async function getPapers(
  wanted: ListRequest & Wanted & { all?: boolean },
  reader: PaperReader,
  services: Services,
): Promise<PageOrBatches<ListedPaper>> {
  const { kind = 'receipt', search } = wanted;
  const hasPayer = worksInOffice(reader);
  return findPageOrBatches(
    collectionOf(kind, services),
    matchPapers(kind, { search, hasPayer, ...findPeriod(wanted) }),
    // The papers only grow, so the full list comes only in batches.
    { page: 1, size: MAX_PAGE_SIZE, ...wanted },
    '-issuedAt',
    (papers) =>
      papers.map((paper) => ({
        ...presentPaper(paper),
        ...(!hasPayer && { name: null, email: null }),
      })),
  );
}

/** The receipt and the credit note with this number. */
export async function findPapers(no: number, services: Services): Promise<ListedPaper[]> {
  const found = await Promise.all(
    (['receipt', 'credit note'] as const).map((kind) =>
      collectionOf(kind, services).findOne({ _id: no }),
    ),
  );
  return found.flatMap((paper) => (paper ? [presentPaper(paper)] : []));
}

function collectionOf(kind: PaperKind, { database }: Services): Collection<Paper> {
  const { receipts, creditNotes } = database.collections;
  return (kind === 'receipt' ? receipts : creditNotes) as unknown as Collection<Paper>;
}

/** How many papers there are, and their sum in cents, in one currency (in lower case). */
type PaperTotal = { currency: string; count: number; amount: number };

/** Reads how many receipts or credit notes match, and their sums in cents, by currency. */
export type PaperTotalsReader = (wanted: Wanted, reader: PaperReader) => Promise<PaperTotal[]>;

/**
 * Papers never change and have no gaps in their numbers. So this server remembers the sums of all that it has seen, and
 * adds only those with a higher number. R260
 */
export function createPaperTotalsReader(services: Services): PaperTotalsReader {
  const seen = {
    receipt: { last: 0, sums: [] as PaperTotal[] },
    'credit note': { last: 0, sums: [] as PaperTotal[] },
  };
  return async ({ from, to, kind = 'receipt', search }, reader) => {
    const papers = collectionOf(kind, services);
    const days = findPeriod({ from, to });
    if (search || days.start || days.end)
      return present(
        await sumPapers(
          papers,
          matchPapers(kind, { search, hasPayer: worksInOffice(reader), ...days }),
        ),
      );
    const known = seen[kind];
    const newest = await papers.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } });
    const last = newest?._id ?? 0;
    const more = await sumPapers(papers, { _id: { $gt: known.last, $lte: last } });
    const sums = addUp([...known.sums, ...more]);
    seen[kind] = { last, sums };
    return present(sums);
  };
}

async function sumPapers(papers: Collection<Paper>, filter: Filter<Paper>): Promise<PaperTotal[]> {
  const sums = { count: { $sum: 1 }, amount: { $sum: '$amount' } };
  const found = await papers
    .aggregate<{ _id: string; count: number; amount: number }>([
      { $match: filter },
      { $group: { _id: '$currency', ...sums } },
    ])
    .toArray();
  return found.map(({ _id, ...ofCurrency }) => ({ currency: _id, ...ofCurrency }));
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

/** A search always has a limit, so that an index finds the papers. */
function matchPapers(
  kind: PaperKind,
  { search, hasPayer, start, end }: Period & { search?: string; hasPayer: boolean },
): Filter<Paper> {
  const issuedAt = { $gte: start ?? new Date(0), ...(end && { $lt: end }) };
  return {
    ...((search || start || end) && { issuedAt }),
    ...(search && matchSearch(search, kind, hasPayer)),
  };
}

/**
 * Finds a paper by its number, as it is printed or without the letter and the zeros, and any other text anywhere.
 * @param hasPayer whether it looks for the payer, too: a search tells whose paper it is
 */
function matchSearch(search: string, kind: PaperKind, hasPayer: boolean): Filter<Paper> {
  const [letter, className] =
    kind === 'receipt' ? ['R', 'items.className'] : ['C', 'lines.className'];
  const printed = new RegExp(`^(?:${letter}-)?(\\d{1,9})$`, 'i').exec(search);
  return {
    $or: [
      ...(printed ? [{ _id: Number(printed[1]) }] : []),
      ...(hasPayer
        ? [{ 'payer.name': matchText(search) }, { 'payer.email': matchText(search) }]
        : []),
      { [className]: matchText(search) },
    ],
  };
}

function presentPaper(paper: Paper): ListedPaper {
  if ('items' in paper)
    return {
      ...presentCommon(paper, paper.items),
      _id: numberReceipt(paper._id),
      kind: 'receipt',
      corrects: null,
    };
  const { takesBack, receiptNumber } = paper;
  return {
    ...presentCommon(paper, paper.lines),
    _id: numberCreditNote(paper._id),
    kind: 'credit note',
    corrects: takesBack ? numberCreditNote(takesBack) : numberReceipt(receiptNumber),
  };
}

function presentCommon(
  { _id: no, issuedAt, paymentId, payer, amount, currency }: Paper,
  lines: { className: string }[],
) {
  return {
    no,
    paymentId,
    amount,
    name: payer.name,
    email: payer.email,
    issuedAt: issuedAt.toISOString(),
    classNames: [...new Set(lines.map(({ className }) => className))],
    currency: currency.toUpperCase(),
  };
}
