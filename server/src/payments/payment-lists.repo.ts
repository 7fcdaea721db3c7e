import { PAYMENT_STATES, type PaymentState } from '@speakifyr/contract/limits.ts';
import type { Document, Filter, ObjectId } from 'mongodb';
import type { Collections, PaymentDocument } from '../database/collections.ts';
import { findPage, type ListRequest, matchText, type Page } from '../database/lists.ts';
import type { Period } from '../school-time.ts';

/** Reads the ledger for the school's office. payments.repo.ts changes it. */
type Payments = Pick<Collections, 'payments'>;

/** Limits a list to some payments. The period is the one in which they began. */
export type PaymentFilter = Period & {
  search?: string | undefined;
  state?: PaymentState | undefined;
};

/** How many payments there are with one state, their sum and what the school keeps of it, in cents. */
export type PaymentTotal = {
  currency: string;
  state: PaymentState;
  count: number;
  amount: number;
  kept: number;
};

/** The most payments with refunds of one class that its page shows. */
const MAX_REFUNDS = 100;

/** Payments, newest first by default. */
export async function searchPayments(
  { payments }: Payments,
  { search, state, start, end, ...request }: ListRequest & PaymentFilter,
): Promise<Page<PaymentDocument>> {
  return findPage(payments, matchPayments({ search, state, start, end }), request, '-createdAt');
}

/** The totals of all payments that match, by currency and state. */
export async function sumPayments(
  { payments }: Payments,
  filter: PaymentFilter,
): Promise<PaymentTotal[]> {
  const sums = PAYMENT_STATES.flatMap((state): [string, Document][] => {
    const ofState = (value: unknown) => ({
      $sum: { $cond: [{ $eq: ['$status', state] }, value, 0] },
    });
    return [
      [`${state}Count`, ofState(1)],
      [`${state}Amount`, ofState('$amount')],
      [`${state}Kept`, ofState('$kept')],
    ];
  });
  const found = await payments
    .aggregate<{ _id: string } & Record<string, number>>([
      { $match: { ...inPeriod({}), ...matchPayments(filter) } },
      { $group: { _id: '$currency', ...Object.fromEntries(sums) } },
    ])
    .toArray();
  const sorted = found.toSorted((a, b) => a._id.localeCompare(b._id));
  return sorted.flatMap((group) =>
    PAYMENT_STATES.map((state) => ({
      currency: group._id,
      state,
      count: group[`${state}Count`] ?? 0,
      amount: group[`${state}Amount`] ?? 0,
      kept: group[`${state}Kept`] ?? 0,
    })),
  );
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

function matchPayments({ search, state, start, end }: PaymentFilter): Filter<PaymentDocument> {
  return {
    ...(state && { status: state }),
    ...((start || end || search) && inPeriod({ start, end })),
    ...(search && matchPayer(search)),
  };
}

/** There is always a limit, so that an index finds the payments. */
function inPeriod({ start = new Date(0), end }: Period): Filter<PaymentDocument> {
  return { createdAt: { $gte: start, ...(end && { $lt: end }) } };
}

/** Finds a payment id by its beginning, and any other text anywhere in name or email. */
function matchPayer(search: string): Filter<PaymentDocument> {
  if (/^(pi|free)_\w*$/.test(search)) return { _id: { $gte: search, $lt: `${search}\uFFFF` } };
  return { $or: [{ studentName: matchText(search) }, { email: matchText(search) }] };
}
