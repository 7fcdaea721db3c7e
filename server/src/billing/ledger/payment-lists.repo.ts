import type { PaymentState } from '@speakifyr/contract/limits.ts';
import type { Filter, ObjectId } from 'mongodb';
import type { Collections, PaymentDocument } from '../../database/collections.ts';
import {
  findBatches,
  findPage,
  type ListRequest,
  matchText,
  type Page,
} from '../../database/lists.ts';
import type { Days } from '../../school-time.ts';

/** Reads the ledger for the school's office. */
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

export function matchPayments({ search, state, from, to }: PaymentFilter): Filter<PaymentDocument> {
  const day = matchDays({ from, to });
  const isRefunded = state === 'refunded';
  const movement = { ...(isRefunded && { kind: 'returned' as const }), ...(day && { day }) };
  return {
    ...(isRefunded || day ? { movements: { $elemMatch: movement } } : search && AT_ANY_TIME),
    ...(state && !isRefunded && { status: state }),
    ...(search && matchPayer(search)),
  };
}

export function matchDays({ from, to }: Days): { $gte?: string; $lte?: string } | undefined {
  return from || to ? { ...(from && { $gte: from }), ...(to && { $lte: to }) } : undefined;
}

/** There is always a limit, so that an index finds the payments. */
export const AT_ANY_TIME = { createdAt: { $gte: new Date(0) } };

/** Finds a payment id by its beginning, and any other text anywhere in name or email. */
function matchPayer(search: string): Filter<PaymentDocument> {
  if (/^(pi|free)_\w*$/.test(search)) return { _id: { $gte: search, $lt: `${search}\uFFFF` } };
  return { $or: [{ studentName: matchText(search) }, { email: matchText(search) }] };
}
