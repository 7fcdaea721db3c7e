import type { MovementKind, PaymentState } from '@speakifyr/contract/limits.ts';
import type { PaymentTotal } from '@speakifyr/contract/office.ts';
import type { Document, Filter, ObjectId } from 'mongodb';
import type { Collections, PaymentDocument } from '../../database/collections.ts';
import {
  findBatches,
  findPage,
  type ListRequest,
  matchText,
  type Page,
} from '../../database/lists.ts';
import type { Days } from '../../school-time.ts';

/** Reads the ledger for the school's office. payments.repo.ts changes it. */
type Payments = Pick<Collections, 'payments'>;

/** Limits a list to some payments: those that began on these days, or whose money arrived or went back on them. */
export type PaymentFilter = Days & {
  search?: string | undefined;
  /** `refunded` finds those of which something has gone back. */
  state?: PaymentState | undefined;
};

/** The most payments with refunds of one class that its page shows. */
const MAX_REFUNDS = 100;

/** Payments, newest first by default. */
export async function searchPayments(
  { payments }: Payments,
  { search, state, from, to, ...request }: ListRequest & PaymentFilter,
): Promise<Page<PaymentDocument>> {
  return findPage(payments, matchPayments({ search, state, from, to }), request, '-createdAt');
}

/** The same payments, all of them, in batches. */
export function readAllPayments(
  { payments }: Payments,
  { search, state, from, to, ...request }: ListRequest & PaymentFilter,
): AsyncIterable<PaymentDocument[]> {
  const filter = matchPayments({ search, state, from, to });
  return findBatches(payments, filter, request, '-createdAt');
}

/** Numbers and sums of movements, with what they would have been of payments that were never paid. */
type Sums<Id> = { _id: Id } & Record<`${keyof typeof SUMS}${'Count' | 'Amount'}`, number>;

const isKind = (kind: MovementKind) => ({ $eq: ['$movements.kind', kind] });
const isUnpaid = (status: PaymentState) => ({
  $and: [isKind('begun'), { $eq: ['$status', status] }, { $gt: ['$amount', 0] }],
});
const SUMS = {
  paid: [isKind('paid'), '$movements.amount'],
  refunded: [isKind('returned'), '$movements.amount'],
  cameBack: [isKind('came back'), '$movements.amount'],
  open: [isUnpaid('open'), '$amount'],
  neverPaid: [isUnpaid('canceled'), '$amount'],
} satisfies Record<string, [Document, string]>;

/** What arrived and what went back, by currency, and what was never paid. */
export async function sumPayments(
  { payments }: Payments,
  { search, state, from, to }: PaymentFilter,
): Promise<PaymentTotal[]> {
  const days = matchDays({ from, to });
  const found = await payments
    .aggregate<Sums<string>>([
      { $match: { ...AT_ANY_TIME, ...matchPayments({ search, state, from, to }) } },
      ...sumMovements(days, '$currency'),
    ])
    .toArray();
  return found
    .map((sums) => presentTotal(sums._id, sums))
    .sort((a, b) => a.currency.localeCompare(b.currency));
}

/** What arrived and what went back on one day. Payments that are still open count as nothing. */
export type DayTotal = PaymentTotal & { day: string };

/** The totals of some days, or of all, by day and currency. Days on which nothing moved are left out. */
export async function sumDays({ payments }: Payments, days?: string[]): Promise<DayTotal[]> {
  const found = await payments
    .aggregate<Sums<{ day: string; currency: string }>>([
      // The index finds the payments whose money has moved.
      { $match: { 'movements.day': days ? { $in: days } : { $gte: '' } } },
      ...sumMovements(days && { $in: days }, { day: '$movements.day', currency: '$currency' }),
    ])
    .toArray();
  return found.map(({ _id, ...sums }) => ({
    ...presentTotal(_id.currency, { ...sums, openCount: 0, openAmount: 0 }),
    day: _id.day,
  }));
}

/** The days on which money of those payments moved that have changed since a moment. */
export async function listChangedDays({ payments }: Payments, since: Date): Promise<string[]> {
  return payments.distinct('movements.day', { changedAt: { $gte: since } });
}

/** Sums up the movements of payments. @param day a filter for their days */
function sumMovements(day: Document | undefined, _id: Document | string): Document[] {
  const sums = Object.entries(SUMS).flatMap(([name, [condition, amount]]): [string, Document][] => [
    [`${name}Count`, { $sum: { $cond: [condition, 1, 0] } }],
    [`${name}Amount`, { $sum: { $cond: [condition, amount, 0] } }],
  ]);
  return [
    { $project: { currency: 1, status: 1, amount: 1, movements: 1 } },
    { $unwind: '$movements' },
    ...(day ? [{ $match: { 'movements.day': day } }] : []),
    { $group: { _id, ...Object.fromEntries(sums) } },
  ];
}

function presentTotal(currency: string, sums: Omit<Sums<unknown>, '_id'>): PaymentTotal {
  return {
    currency: currency.toUpperCase(),
    paid: { count: sums.paidCount, amount: sums.paidAmount },
    refunded: { count: sums.refundedCount, amount: -sums.refundedAmount },
    cameBack: { count: sums.cameBackCount, amount: sums.cameBackAmount },
    kept: sums.paidAmount + sums.refundedAmount + sums.cameBackAmount,
    open: { count: sums.openCount, amount: sums.openAmount },
    neverPaid: { count: sums.neverPaidCount, amount: sums.neverPaidAmount },
  };
}

/** A class's payments: all that are open or bought a seat, and the latest ones with a refunded seat. */
export async function listPaymentsOfClass(
  { payments }: Payments,
  classId: ObjectId,
): Promise<PaymentDocument[]> {
  const [current, refunded] = await Promise.all([
    payments.find({ 'items.classId': classId, status: { $in: ['open', 'enrolled'] } }).toArray(),
    payments
      .find({ 'items.classId': classId, 'items.state': 'refunded' })
      .sort({ createdAt: -1, _id: -1 })
      .limit(MAX_REFUNDS)
      .toArray(),
  ]);
  return [...new Map([...current, ...refunded].map((one) => [one._id, one])).values()];
}

/** What an account paid, and these payments, newest first. */
export async function listPaymentsOfFamily(
  { payments }: Payments,
  { userId, paymentIds }: { userId: ObjectId; paymentIds: string[] },
  limit: number,
): Promise<PaymentDocument[]> {
  // Two reads, because each of them has its own index.
  const [own, others] = await Promise.all([
    payments.find({ userId }).sort({ createdAt: -1, _id: -1 }).limit(limit).toArray(),
    payments.find({ _id: { $in: paymentIds } }).toArray(),
  ]);
  return [...new Map([...own, ...others].map((one) => [one._id, one])).values()]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, limit);
}

function matchPayments({ search, state, from, to }: PaymentFilter): Filter<PaymentDocument> {
  const day = matchDays({ from, to });
  const isRefunded = state === 'refunded';
  const movement = { ...(isRefunded && { kind: 'returned' as const }), ...(day && { day }) };
  return {
    ...(isRefunded || day ? { movements: { $elemMatch: movement } } : search && AT_ANY_TIME),
    ...(state && !isRefunded && { status: state }),
    ...(search && matchPayer(search)),
  };
}

function matchDays({ from, to }: Days): { $gte?: string; $lte?: string } | undefined {
  return from || to ? { ...(from && { $gte: from }), ...(to && { $lte: to }) } : undefined;
}

/** There is always a limit, so that an index finds the payments. */
const AT_ANY_TIME = { createdAt: { $gte: new Date(0) } };

/** Finds a payment id by its beginning, and any other text anywhere in name or email. */
function matchPayer(search: string): Filter<PaymentDocument> {
  if (/^(pi|free)_\w*$/.test(search)) return { _id: { $gte: search, $lt: `${search}\uFFFF` } };
  return { $or: [{ studentName: matchText(search) }, { email: matchText(search) }] };
}
