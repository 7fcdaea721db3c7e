import type { Filter } from 'mongodb';
import { listClasses } from '../database/class-store.ts';
import type { Collections, PaymentDocument } from '../database/collections.ts';
import type { MonthPayment, Papers } from './list-rows.ts';

/** The days of a month, yyyy-mm-dd. No month has a day after the 31st. */
const daysOf = (month: string) => ({ $gte: `${month}-01`, $lte: `${month}-31` });

const OF_MONTH: Record<Exclude<keyof MonthPayment, '_id'>, 1> = {
  ...{ items: 1, movements: 1, fees: 1, currency: 1, receiptDue: 1 },
};

/** The payments with a movement or a fee in a month. */
export async function listPaymentsOfMonth(
  { payments }: Pick<Collections, 'payments'>,
  month: string,
): Promise<MonthPayment[]> {
  const find = (filter: Filter<PaymentDocument>) =>
    payments.find<MonthPayment>(filter, { projection: OF_MONTH }).toArray();
  const day = daysOf(month);
  // Two reads, because each of them has its own index.
  const [moved, charged] = await Promise.all([
    find({ movements: { $elemMatch: { day } } }),
    find({ fees: { $elemMatch: { day } } }),
  ]);
  return [...new Map([...moved, ...charged].map((one) => [one._id, one])).values()];
}

type PaperCollections = Pick<Collections, 'receipts' | 'creditNotes' | 'refunds' | 'classes'>;

/** The papers and refunds of payments, and the classes of those without a receipt. */
export async function readPapers(
  { receipts, creditNotes, refunds, classes }: PaperCollections,
  payments: MonthPayment[],
): Promise<Papers> {
  const ofPayments = { paymentId: { $in: payments.map(({ _id }) => _id) } };
  const [issued, notes, returned] = await Promise.all([
    receipts.find(ofPayments, { projection: { paymentId: 1, items: 1 } }).toArray(),
    creditNotes.find(ofPayments, { projection: { refundId: 1 } }).toArray(),
    refunds.find(ofPayments, { projection: { seatId: 1, reason: 1, state: 1 } }).toArray(),
  ]);
  const known = new Set(issued.map(({ paymentId }) => paymentId));
  const without = payments.filter(({ _id }) => !known.has(_id));
  const classIds = without.flatMap(({ items }) => items.map(({ classId }) => classId));
  const named = await listClasses({ classes }, { _id: { $in: classIds } });
  return {
    receipts: new Map(issued.map((receipt) => [receipt.paymentId, receipt])),
    notes: new Map(notes.map((note) => [note.refundId, note])),
    refunds: new Map(returned.map((refund) => [refund._id, refund])),
    classes: new Map(named.map((one) => [one._id.toHexString(), one])),
  };
}

/** Whether a paper about these payments is still to be written, or Stripe has not been told of a refund yet. */
export async function isAnyPaperDue(
  { refunds }: Pick<Collections, 'refunds'>,
  payments: MonthPayment[],
): Promise<boolean> {
  if (payments.some(({ receiptDue }) => receiptDue)) return true;
  const paymentId = { $in: payments.map(({ _id }) => _id) };
  const found = await refunds.find({ paymentId }).toArray();
  return found.some(
    ({ noteDue, state }) => noteDue === true || state === 'decided' || state === 'sent',
  );
}
