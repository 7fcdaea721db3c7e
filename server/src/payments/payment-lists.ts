import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { ListedPayment, SeatPayment } from '@speakifyr/contract/office.ts';
import type { RefundLine } from '@speakifyr/contract/refunds.ts';
import type { ObjectId } from 'mongodb';
import type { PaymentDocument, PaymentItem } from '../database/collections.ts';
import type { ListRequest, Page } from '../database/lists.ts';
import { type Days, findPeriod } from '../school-time.ts';
import type { Services } from '../services.ts';
import {
  listPaymentsOfClass,
  type PaymentFilter,
  type PaymentTotal,
  searchPayments,
  sumPayments,
} from './payment-lists.repo.ts';
import { getRefundLines } from './refund-lines.ts';

/** A payment as the office sees it, before somebody adds the names of its classes. */
export type OfficePayment = Omit<ListedPayment, 'items'> & {
  items: Omit<ListedPayment['items'][number], 'className'>[];
};

type Wanted = Days & Pick<PaymentFilter, 'search' | 'state'>;

/** Payments of the ledger, newest first by default. */
export async function getPayments(
  { from, to, ...request }: ListRequest & Wanted,
  services: Services,
): Promise<Page<OfficePayment>> {
  const { items, total } = await searchPayments(services.database.collections, {
    // The ledger only grows, so never return all of it.
    page: 1,
    size: MAX_PAGE_SIZE,
    ...request,
    ...findPeriod({ from, to }, services),
  });
  const refunds = await getRefundLines(
    items.map(({ _id }) => _id),
    services,
  );
  return {
    items: items.map((payment) => presentPayment(payment, refunds.get(payment._id) ?? [])),
    total,
  };
}

/** How many payments match, and their sums in cents, by currency and state. */
export async function getPaymentTotals(
  { from, to, search }: Wanted,
  services: Services,
): Promise<PaymentTotal[]> {
  const totals = await sumPayments(services.database.collections, {
    search,
    ...findPeriod({ from, to }, services),
  });
  return totals.map((total) => ({ ...total, currency: total.currency.toUpperCase() }));
}

/** A seat of a class that somebody paid for, or wants to pay for. */
export type SeatOfPayment = SeatPayment & { cartId: string; name: string; email: string } & Pick<
    ListedPayment,
    'createdAt' | 'settledAt'
  >;

/** A class's seats of payments that are open or bought a seat, and its latest refunded ones. */
export async function getPaymentsOfClass(
  classId: ObjectId,
  { database }: Services,
): Promise<SeatOfPayment[]> {
  const payments = await listPaymentsOfClass(database.collections, classId);
  return payments.flatMap(({ items, ...payment }) =>
    items
      .filter((item) => item.classId.equals(classId))
      .map(({ cartId, name, amount, state }) => ({
        _id: payment._id,
        cartId: cartId.toHexString(),
        name,
        email: payment.email,
        amount,
        currency: payment.currency.toUpperCase(),
        state,
        ...presentMoments(payment),
      })),
  );
}

/** A seat of a payment, in cents, as everybody reads it. */
export function presentItem({ cartId, classId, childId, name, amount, state }: PaymentItem) {
  return {
    cartId: cartId.toHexString(),
    classId: classId.toHexString(),
    childId: childId?.toHexString() ?? null,
    student_name: name,
    amount,
    state,
  };
}

function presentPayment(payment: PaymentDocument, refunds: RefundLine[]): OfficePayment {
  const { _id, studentName, email, items, amount, kept, currency, status } = payment;
  return {
    _id,
    name: studentName,
    email,
    items: items.map(presentItem),
    amount,
    kept,
    currency: currency.toUpperCase(),
    state: status,
    refunds,
    dispute: presentDispute(payment),
    ...presentMoments(payment),
  };
}

function presentDispute({
  dispute,
  disputeChanges = [],
}: Pick<PaymentDocument, 'dispute' | 'disputeChanges'>): ListedPayment['dispute'] {
  if (!dispute) return null;
  const { stripeId, state, status, isRefundable = false, amount, dueBy, at } = dispute;
  return {
    ...{ state, status, isRefundable, amount, at: at.toISOString() },
    dueBy: dueBy?.toISOString() ?? null,
    changes: disputeChanges
      .filter((change) => change.stripeId === stripeId)
      .map((change) => ({
        state: change.state,
        status: change.status,
        at: change.at.toISOString(),
      })),
  };
}

function presentMoments({
  createdAt,
  settledAt,
}: Pick<PaymentDocument, 'createdAt' | 'settledAt'>) {
  return { createdAt: createdAt.toISOString(), settledAt: settledAt?.toISOString() ?? null };
}
