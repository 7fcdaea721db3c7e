import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { PaymentMethod } from '@speakifyr/contract/payment-methods.ts';
import type { ListedMonth, MoneyMonth, MoneyRow } from '@speakifyr/contract/months.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Collections } from '../database/collections.ts';
import type { PaymentDocument } from '../database/payment-documents.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { ALL_AT_ONCE, type ListRequest, type Page, takePage } from '../database/lists.ts';
import type { ClosedMonthDocument, CountedRow } from '../database/money-documents.ts';
import { ApiError } from '../errors.ts';
import { referenceForBooks } from '../ledger/payer-lines.ts';
import { nameBounce } from '../ledger/refund-store.ts';
import { issueDuePapers } from '../ledger/due-papers.ts';
import { keyOf } from '../ledger/set-aside.ts';
import { addDays, findDayStart, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findActiveUsers } from '../users/find-users.ts';
import {
  listPlaces,
  listRows,
  type MonthPayment,
  type Papers,
  type RowPlace,
  sumRows,
} from './money-rows.ts';
import type { Document, Filter } from 'mongodb';
import { findCampDays } from '../database/class-store.ts';

/**
 * How long after its end a month can be closed. A movement's day is that on which a server began to write it, and no
 * server takes this long to write.
 */
const WRITTEN_WITHIN_MS = 10 * 60_000;

/** The months from the first payment until now, newest first. */
export async function getMonths(services: Services): Promise<ListedMonth[]> {
  const months = await listMonths(services);
  const names = await nameAdmins(
    months.flatMap(({ closed }) => closed ?? []),
    services,
  );
  return months.map(({ month, closed }) => presentMonth(month, closed, names));
}

type KnownMonth = { month: string; closed: Closing | undefined };

/** Newest first. */
async function listMonths(services: Services): Promise<KnownMonth[]> {
  const { payments, closedMonths } = services.database.collections;
  const [firstPayment, closed] = await Promise.all([
    payments.findOne({}, { sort: { createdAt: 1, _id: 1 } }),
    // Without their rows. There are a few for each year.
    closedMonths.find({ _id: { $gte: '' } }, { projection: { by: 1, at: 1 } }).toArray(),
  ]);
  const last = readToday(services).slice(0, 7);
  const first = firstPayment?.movements.map(({ day }) => day).sort()[0] ?? last;
  const months: KnownMonth[] = [];
  for (let month = last; month >= first.slice(0, 7); month = stepBack(month))
    months.push({ month, closed: closed.find(({ _id }) => _id === month) });
  return months;
}

/** A month's sums. @param month yyyy-mm */
export async function getMonth(month: string, services: Services): Promise<MoneyMonth> {
  const { closed, rows } = await readMonth(month, services);
  const names = await nameAdmins(closed ? [closed] : [], services);
  const months = await listMonths(services);
  return {
    ...presentMonth(month, closed, names),
    isOver: isOver(month, services),
    openBefore: months.findLast((one) => !one.closed && one.month < month)?.month ?? null,
    ...sumRows(rows),
  };
}

/**
 * Every movement and fee of a month, oldest first. A closed month shows what it had when it was closed.
 * @param reader programs read no references, which may have a name in them, and accountants none of bank transfers. R700
 */
export async function getMonthRows(
  month: string,
  request: ListRequest,
  reader: RowReader,
  services: Services,
): Promise<Page<MoneyRow>> {
  const { items, total } = await readMonthPage(month, request, services);
  return { items: await addReceived(items, reader, services), total };
}

type RowReader = 'office' | 'accountant' | 'program';

function showReference(reference: string, method: PaymentMethod, reader: RowReader): string {
  if (reader === 'program') return '';
  return reader === 'accountant' ? referenceForBooks(reference, method) : reference;
}

/** `method`: missing if it is that of the payment. */
type Said = { day: string; reference: string; method?: PaymentMethod };

/**
 * When the money came or went, and what it came with. Both stay with the payment, so that a closed month keeps no name. What
 * came by card, and what nobody said more about, came on the day on which it counts. R580
 */
async function addReceived(
  rows: CountedRow[],
  reader: RowReader,
  { database }: Services,
): Promise<MoneyRow[]> {
  const { payments, refunds } = database.collections;
  const ids = [...new Set(rows.map(({ paymentId }) => paymentId))];
  const [paid, returned] = await Promise.all([
    payments.find({ _id: { $in: ids } }, { projection: { received: 1, movements: 1 } }).toArray(),
    refunds.find({ paymentId: { $in: ids } }, { projection: { bounce: 1, given: 1 } }).toArray(),
  ]);
  const byId = new Map(paid.map((payment) => [payment._id, payment]));
  const refundById = new Map(returned.map((refund) => [refund._id, refund]));
  const refundOf = (id = '') => refundById.get(id);
  // A row is named after its place in its payment.
  const placeOf = (id: string) => Number(id.split(':').at(-1));
  const find = ({ _id, kind, paymentId }: CountedRow): Said | undefined => {
    const payment = byId.get(paymentId);
    if (kind === 'charge') return payment?.received;
    if (kind === 'paid back') return payment?.movements[placeOf(_id)]?.received;
    if (kind === 'paid otherwise')
      return refundOf(payment?.movements[placeOf(_id)]?.refundId)?.given;
    const back = kind === 'bounced' ? refundOf(nameBounce({ paymentId })) : undefined;
    return back?.bounce && { day: back.bounce.day, reference: payment?.received?.reference ?? '' };
  };
  return rows.map((row) => {
    const said = find(row);
    const { reference = '', method = row.method } = said ?? {};
    return {
      ...row,
      received: said?.day ?? row.day,
      reference: showReference(reference, method, reader),
    };
  });
}

/**
 * Closes a month: its rows are final from now on, in one document that is written once. Later news, such as a refund
 * that fails, counts on its own day anyway, and thus in an open month. R291, R580
 * @throws {ApiError} `month_not_over`, `month_closed`, `earlier_month_open`, or `month_not_ready` while numbers of papers
 *   are missing, or a refund by hand is half recorded
 */
export async function closeMonth(
  month: string,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  if (!isOver(month, services)) throw new ApiError('month_not_over');
  if (await collections.closedMonths.findOne({ _id: month })) throw new ApiError('month_closed');
  const months = await listMonths(services);
  if (months.some((one) => !one.closed && one.month < month))
    throw new ApiError('earlier_month_open');
  await issueDuePapers(services);
  const payments = await listPaymentsOfMonth(collections, month);
  if (await isAnyPaperDue(collections, payments)) throw new ApiError('month_not_ready');
  if (await isAnyHalfGiven(collections, payments))
    throw new ApiError(
      'month_not_ready',
      'A refund by hand is only half recorded. Finish it under Refunds first.',
    );
  const rows = await readRows(payments, month, services);
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'close month',
    target: month,
    before: null,
    after: { rows: rows.length },
  });
  const closing = { _id: month, by: admin._id, at: services.now(), rows, events: [event] };
  await collections.closedMonths.insertOne(closing).catch((error: unknown) => {
    // Somebody else was faster. A closed month never changes.
    throw isDuplicateKey(error) ? new ApiError('month_closed') : error;
  });
}

/** The rows that a month was closed with, or else its current ones. */
async function readMonth(month: string, services: Services) {
  const { collections } = services.database;
  const closed = await collections.closedMonths.findOne({ _id: month });
  const payments = closed ? [] : await listPaymentsOfMonth(collections, month);
  return { closed, rows: closed?.rows ?? (await readRows(payments, month, services)) };
}

/** A page of the same rows. Their order follows from the movements alone, so the rest is only read for this page. */
async function readMonthPage(
  month: string,
  request: ListRequest,
  services: Services,
): Promise<Page<CountedRow>> {
  const { collections } = services.database;
  const closed = await collections.closedMonths.findOne({ _id: month });
  if (closed) return takePage(closed.rows, request);
  const places = (await findOfMonth(collections, month, { movements: 1, fees: 1 })).flatMap(
    listPlaces,
  );
  const { items, total } = takePage(sortRows(places, month), request);
  const shown = [...new Set(items.map(({ paymentId }) => paymentId))];
  const payments = await collections.payments
    .find<MonthPayment>({ _id: { $in: shown } }, { projection: OF_MONTH })
    .toArray();
  const rows = await readRows(payments, month, services);
  const byId = new Map(rows.map((row) => [row._id, row]));
  return { items: items.flatMap(({ _id }) => byId.get(_id) ?? []), total };
}

async function readRows(
  payments: MonthPayment[],
  month: string,
  { database }: Services,
): Promise<CountedRow[]> {
  const papers = await readPapers(database.collections, payments);
  const rows = payments.flatMap((payment) => listRows(payment, papers));
  return sortRows(rows, month);
}

/** Those of a month, oldest first. */
function sortRows<Row extends RowPlace>(rows: Row[], month: string): Row[] {
  return rows
    .filter(({ day }) => day.startsWith(month))
    .sort((a, b) => a.at.localeCompare(b.at) || a._id.localeCompare(b._id));
}

function isOver(month: string, { now }: Services): boolean {
  // The 28th and four days are in the next month.
  const next = addDays(`${month}-28`, 4).slice(0, 7);
  const end = findDayStart(`${next}-01`, SCHOOL.timeZone);
  return now().getTime() >= end.getTime() + WRITTEN_WITHIN_MS;
}

function stepBack(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7);
}

type Closing = Pick<ClosedMonthDocument, '_id' | 'by' | 'at'>;

/** By id, in hexadecimal digits. */
async function nameAdmins(closed: Closing[], services: Services): Promise<Map<string, string>> {
  const users = await findActiveUsers(
    closed.map(({ by }) => by),
    services,
  );
  return new Map(users.map(({ _id, name }) => [_id.toHexString(), name]));
}

function presentMonth(
  month: string,
  closed: Closing | null | undefined,
  names: Map<string, string>,
): ListedMonth {
  if (!closed) return { month, closed: null };
  const by = names.get(closed.by.toHexString()) ?? 'A former admin';
  return { month, closed: { at: closed.at.toISOString(), by } };
}

/** The days of a month, yyyy-mm-dd. No month has a day after the 31st. */
const daysOf = (month: string) => ({ $gte: `${month}-01`, $lte: `${month}-31` });

const OF_MONTH: Record<Exclude<keyof MonthPayment, '_id'>, 1> = {
  method: 1,
  items: 1,
  movements: 1,
  fees: 1,
  currency: 1,
  receiptDue: 1,
  refundIds: 1,
};

/** The payments with a row in a month. */
function listPaymentsOfMonth(
  collections: Pick<Collections, 'payments'>,
  month: string,
): Promise<MonthPayment[]> {
  return findOfMonth(collections, month, OF_MONTH);
}

/** As much of these payments as is asked for. */
async function findOfMonth<Field extends keyof MonthPayment>(
  { payments }: Pick<Collections, 'payments'>,
  month: string,
  projection: Record<Field, 1>,
): Promise<Pick<MonthPayment, Field | '_id'>[]> {
  const find = (filter: Filter<PaymentDocument>) =>
    payments
      .find<Pick<MonthPayment, Field | '_id'>>(filter, { projection, batchSize: ALL_AT_ONCE })
      .toArray();
  const day = daysOf(month);
  // Two reads, because each of them has its own index. Most payments that were begun were given up, and have no row.
  const [moved, charged] = await Promise.all([
    find({ movements: { $elemMatch: { day, kind: { $ne: 'begun' } } } }),
    find({ fees: { $elemMatch: { day } } }),
  ]);
  return [...new Map([...moved, ...charged].map((one) => [one._id, one])).values()];
}

type PaperCollections = Pick<Collections, 'receipts' | 'creditNotes' | 'refunds' | 'classes'>;

/** The papers and refunds of payments, and their classes. */
async function readPapers(
  { receipts, creditNotes, refunds, classes }: PaperCollections,
  payments: MonthPayment[],
): Promise<Papers> {
  const ofPayments = { paymentId: { $in: payments.map(({ _id }) => _id) } };
  const read = (projection: Document) => ({ projection, batchSize: ALL_AT_ONCE });
  const [issued, notes, returned] = await Promise.all([
    receipts.find(ofPayments, read({ paymentId: 1, items: 1, amount: 1, taxes: 1 })).toArray(),
    creditNotes.find(ofPayments, read({ refundId: 1, amount: 1, taxes: 1 })).toArray(),
    refunds.find(ofPayments, read({ seatId: 1, reason: 1, state: 1, given: 1 })).toArray(),
  ]);
  const items = payments.flatMap((payment) => payment.items);
  const ofClass = new Map(items.map(({ classId }) => [classId.toHexString(), classId]));
  const named = await findCampDays({ classes }, [...ofClass.values()]);
  return {
    receipts: new Map(issued.map((receipt) => [receipt.paymentId, receipt])),
    notes: new Map(notes.map((note) => [note.refundId, note])),
    refunds: new Map(returned.map((refund) => [refund._id, refund])),
    classes: named,
  };
}

/**
 * Whether a server stopped while somebody recorded that one of these refunds was given back by hand: its money is set
 * aside, and how it went back is not known. R598
 */
async function isAnyHalfGiven(
  { refunds }: Pick<Collections, 'refunds'>,
  payments: MonthPayment[],
): Promise<boolean> {
  const setAside = new Set(payments.flatMap(({ refundIds }) => refundIds));
  const paymentId = { $in: payments.map(({ _id }) => _id) };
  const failed = await refunds.find({ paymentId, state: 'failed' }).toArray();
  return failed.some(({ _id: refundId, attempt }) =>
    setAside.has(keyOf({ refundId, attempt: attempt + 1 })),
  );
}

/**
 * Whether a paper about these payments is still to be written, or nobody knows what Stripe has made of a refund. One that is only
 * decided has moved no money: it may wait long for the end of a dispute, and counts on its own day.
 */
async function isAnyPaperDue(
  { refunds }: Pick<Collections, 'refunds'>,
  payments: MonthPayment[],
): Promise<boolean> {
  if (payments.some(({ receiptDue }) => receiptDue)) return true;
  const paymentId = { $in: payments.map(({ _id }) => _id) };
  const found = await refunds.find({ paymentId }).toArray();
  return found.some(({ noteDue, state }) => noteDue === true || state === 'sent');
}
