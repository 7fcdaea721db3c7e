import { showPaidDays } from '../class-days.ts';
import { findSeat } from '../seats/find-seat.ts';
import type { ObjectId } from 'mongodb';
import { listClasses } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type {
  CreditNoteDocument,
  ReceiptDocument,
  StatementLine,
} from '../database/money-documents.ts';
import { groupBy } from '../group-by.ts';
import { readPeople } from '../users/participant-names.ts';
import { linesOnPaper } from '../prices/readable-lines.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { createLineReader, type PayerLine, readState } from './payer-lines.ts';
import { listPaymentsOf, type Payment } from './payment-store.ts';
import { taxesOf, taxesOfNote } from './paper-taxes.ts';
import { hasBought, issueReceipt, listReceipts } from './receipts.ts';
import { listRefundsOf, type Refund } from './refund-store.ts';
import { shareMovements } from './share-movements.ts';

/** What somebody paid for one person in one year. */
export type PaidYear = {
  /** Tells the people apart, for the payer. A payer who is no longer a guardian gets no id of the child. */
  participant: string;
  /** null: for the payer. */
  childId: ObjectId | null;
  studentName: string;
  year: number;
  lines: StatementLine[];
};

/** How the payer names themselves among the people that they paid for. */
export const OWN = 'me';

type Entry = StatementLine['entries'][number];
type Noted = Entry & { note?: CreditNoteDocument };
/** A line of a payment that bought a seat or moved it, with its money and how the payer reads it. */
type PaidLine = {
  payment: Payment;
  item: PaymentItem;
  place: number;
  entries: Entry[];
  told: PayerLine;
};

/**
 * What an account has paid, by person and by the year, in the school's time zone, in which the money moved. From the
 * ledger's own movements, so all years add up to what is kept. Only lines that got a seat. R330
 * @returns amounts in integer cents; the oldest payment's person first, with one line for each seat and currency
 */
export async function listPaidYears(payer: UserDocument, services: Services): Promise<PaidYear[]> {
  const lines = await readLines(payer, services);
  const [personOf, classes] = await Promise.all([
    readPeople(
      lines.map(({ item }) => ({ userId: payer._id, childId: item.childId })),
      services,
    ),
    readClasses(lines, services),
  ]);
  return groupBy(lines, ({ item }) => item.childId?.toHexString() ?? OWN).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { item, told, payment, place } = first;
    const childId = item.childId ?? null;
    const person = {
      childId,
      participant: told.isTheirs ? (told.childId ?? OWN) : `${payment.paymentId}.${place}`,
      studentName: told.isTheirs
        ? personOf({ userId: payer._id, childId: item.childId }).name
        : told.student_name,
    };
    const years = groupBy(
      group.flatMap(({ entries }) => entries),
      ({ day }) => day.slice(0, 4),
    ).map(([entry]) => Number(entry?.day.slice(0, 4)));
    return years.map((year) => ({ ...person, year, lines: describeSeats(group, year, classes) }));
  });
}

async function readLines(payer: UserDocument, services: Services): Promise<PaidLine[]> {
  const { collections } = services.database;
  const payments = (await listPaymentsOf(collections, payer._id)).filter(hasBought);
  const ids = payments.map(({ paymentId }) => paymentId);
  // First: a payer who is no longer a guardian sees what the receipt says they bought.
  const receipts = await readReceipts(payments, services);
  const refunds = new Map(
    (await listRefundsOf(collections, ids)).map((refund) => [refund.refundId, refund]),
  );
  const notes = await collections.creditNotes.find({ paymentId: { $in: ids } }).toArray();
  const read = await createLineReader(
    payments.flatMap(({ paymentId, items }) => items.map((item) => ({ ...item, paymentId }))),
    payer,
    services,
  );
  return payments.flatMap((payment) => {
    const parts = shareMovements(payment, (id) => refunds.get(id)?.seatId);
    const receipt = receipts.get(payment.paymentId);
    return payment.items.flatMap((item, place): PaidLine[] => {
      // What never got a seat was refunded, and paid for nothing.
      if (!item.isGiven) return [];
      const moved = payment.movements.map((movement, at) => ({
        ...movement,
        amount: parts[at]?.[place] ?? 0,
      }));
      const papers = { receipt, notes };
      const entries = listEntries({ ...payment, movements: moved }, refunds, papers, item);
      const told = read({ ...item, paymentId: payment.paymentId });
      return [{ payment, item, place, entries, told }];
    });
  });
}

/** The payments' receipts, by payment. Those that are missing are issued. */
async function readReceipts(
  payments: Payment[],
  services: Services,
): Promise<Map<string, ReceiptDocument>> {
  const issued = await listReceipts(
    services.database.collections,
    payments.map(({ paymentId }) => paymentId),
  );
  const receipts = new Map(issued.map((receipt) => [receipt.paymentId, receipt]));
  for (const payment of payments) {
    if (receipts.has(payment.paymentId)) continue;
    const receipt = await issueReceipt(payment, services);
    if (receipt) receipts.set(payment.paymentId, receipt);
  }
  return receipts;
}

/**
 * What was paid and refunded of one line of a payment. A refund counts once, on the day on which it was last made; one
 * that failed, or that the bank has paid back to the school, doesn't count.
 * @param payment with this line's share of each movement
 */
function listEntries(
  { movements, received, method }: Payment,
  refunds: Map<string, Refund>,
  { receipt, notes }: { receipt: ReceiptDocument | undefined; notes: CreditNoteDocument[] },
  { seatId }: PaymentItem,
): Entry[] {
  const noteOf = (refundId: string) => {
    const note = notes.find((one) => one.refundId === refundId);
    return note && { note };
  };
  const common = { method, receipt: receipt?._id ?? 0, isByHand: false };
  const paid = movements.flatMap(({ kind, day, amount, received: again }): Noted[] => {
    if (again) return [{ ...common, kind: 'paid', method: again.method, day: again.day, amount }];
    // What the office took counts on the day it came in.
    return kind === 'paid' || (kind === 'credit' && method === 'credit' && amount > 0)
      ? [{ ...common, kind: 'paid', day: received?.day ?? day, amount }]
      : [];
  });
  const back = groupBy(
    // Credit that becomes money again was not paid for a seat.
    movements.filter(
      ({ refundId, backFor, received: again }) =>
        refundId && !again && !refunds.get(backFor ?? refundId)?.ofCredit,
    ),
    ({ refundId = '' }) => refundId,
  ).map((ofRefund): Noted => {
    const { day = '', refundId = '' } = ofRefund.at(-1) ?? {};
    const refund = refunds.get(refundId);
    const isByHand = refund?.state === 'paid otherwise';
    const kind = refund?.reason === 'payment bounced' ? 'bounced' : 'returned';
    const isCredit = refund?.credit !== undefined;
    return {
      ...common,
      isByHand,
      kind,
      day: refund?.given?.day ?? day,
      amount: -sumAmounts(ofRefund),
      ...(isCredit && { method: 'credit' as const }),
      ...noteOf(refundId),
    };
  });
  return [...paid, ...back]
    .filter(({ amount }) => amount > 0)
    .map(({ note, ...entry }) => ({
      ...entry,
      // A credit note says what it is about.
      ...(note
        ? taxesOfNote(note, entry.amount)
        : receipt && taxesOf(receipt, entry.amount, seatId)),
    }));
}

type Classes = Map<string, ClassDocument>;

async function readClasses(lines: PaidLine[], { database }: Services): Promise<Classes> {
  const found = await listClasses(database.collections, {
    _id: { $in: lines.map(({ item }) => item.classId) },
  });
  return new Map(found.map((one) => [one._id.toHexString(), one]));
}

/** One line for each seat that money moved for in a year, by the first day of its class. */
function describeSeats(lines: PaidLine[], year: number, classes: Classes): StatementLine[] {
  const seats = groupBy(
    lines,
    ({ item, payment }) => `${item.seatId.toHexString()} ${payment.currency}`,
  );
  return seats
    .flatMap((ofSeat): StatementLine[] => {
      const entries = ofSeat
        .flatMap((line) => line.entries)
        .filter(({ day }) => day.startsWith(`${year}-`))
        // Within a day, what was paid comes before what became of it.
        .sort(
          (a, b) =>
            a.day.localeCompare(b.day) || Number(b.kind === 'paid') - Number(a.kind === 'paid'),
        );
      // The latest one says where a seat that moved is now.
      const last = ofSeat.at(-1);
      if (!last || entries.length === 0) return [];
      const isCanceled = ofSeat.some(
        ({ item, told }) => readState(item.state, told) !== 'enrolled',
      );
      const { currency } = last.payment;
      const price = describePrice(ofSeat);
      const shown = { ...(price && { price }), isCanceled, currency, entries };
      return [{ ...describeClass(last, classes), ...shown }];
    })
    .sort(
      (a, b) => a.camp_start.localeCompare(b.camp_start) || a.className.localeCompare(b.className),
    );
}

/** The price of a seat that has moved was another class's. */
function describePrice(ofSeat: PaidLine[]): StatementLine['price'] {
  const hasMoved = ofSeat.some(({ item }) => item.moveId ?? item.movedBy);
  return hasMoved ? undefined : linesOnPaper(ofSeat.find(({ item }) => item.lines)?.item.lines);
}

/** The class as it is now. For a payer who is no longer a guardian, as it is on the receipt. */
function describeClass({ item, told }: PaidLine, classes: Classes) {
  const now = told.isTheirs ? classes.get(item.classId.toHexString()) : undefined;
  const bought = told.isTheirs ? undefined : told.bought;
  const { className = '', camp_start = '', camp_end = '', days } = bought ?? {};
  return {
    className: now?.name ?? className,
    ...(now
      ? showPaidDays(now, findSeat(now, { seatId: item.seatId }) ?? item)
      : { camp_start, camp_end, ...(days && { days }) }),
    dailyStart: now?.dailyStart ?? null,
    dailyEnd: now?.dailyEnd ?? null,
  };
}
