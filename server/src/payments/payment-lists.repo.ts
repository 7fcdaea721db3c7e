import type { MovementKind, PaymentState } from '@speakifyr/contract/limits.ts';
import type { PaymentTotal } from '@speakifyr/contract/office.ts';
import type { Document, Filter, ObjectId } from 'mongodb';
import type { Collections, PaymentDocument } from '../database/collections.ts';
import { findPage, type ListRequest, matchText, type Page } from '../database/lists.ts';
import type { Days } from '../school-time.ts';

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

/** Numbers and sums of the movements on some days, with what they would have been of payments that were never paid. */
type Sums = { _id: string } & Record<`${keyof typeof SUMS}${'Count' | 'Amount'}`, number>;

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
  { search, from, to }: PaymentFilter,
): Promise<PaymentTotal[]> {
  const days = matchDays({ from, to });
  const sums = Object.entries(SUMS).flatMap(([name, [condition, amount]]): [string, Document][] => [
    [`${name}Count`, { $sum: { $cond: [condition, 1, 0] } }],
    [`${name}Amount`, { $sum: { $cond: [condition, amount, 0] } }],
  ]);
  const found = await payments
    .aggregate<Sums>([
      { $match: { ...AT_ANY_TIME, ...matchPayments({ search, from, to }) } },
      { $project: { currency: 1, status: 1, amount: 1, movements: 1 } },
      { $unwind: '$movements' },
      ...(days ? [{ $match: { 'movements.day': days } }] : []),
      { $group: { _id: '$currency', ...Object.fromEntries(sums) } },
    ])
    .toArray();
  return found.map(presentTotal).sort((a, b) => a.currency.localeCompare(b.currency));
}

function presentTotal({ _id, ...sums }: Sums): PaymentTotal {
  return {
    currency: _id.toUpperCase(),
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
  { email, paymentIds }: { email: string; paymentIds: string[] },
  limit: number,
): Promise<PaymentDocument[]> {
  // Two reads, because each of them has its own index.
  const [own, others] = await Promise.all([
    payments.find({ email }).sort({ createdAt: -1, _id: -1 }).limit(limit).toArray(),
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
