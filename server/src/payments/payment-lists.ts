import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { ListedPayment } from '@speakifyr/contract/office.ts';
import type { ObjectId } from 'mongodb';
import type { PaymentDocument } from '../database/collections.ts';
import type { ListRequest, Page } from '../database/lists.ts';
import { type Days, findPeriod } from '../school-time.ts';
import type { Services } from '../services.ts';
import { onlyItem } from './payments.repo.ts';
import {
  listPaymentsOfClass,
  type PaymentFilter,
  type PaymentTotal,
  searchPayments,
  sumPayments,
} from './payment-lists.repo.ts';

/** A payment as the office sees it, before somebody adds the name of its class. */
export type OfficePayment = Omit<ListedPayment, 'className'>;

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
  return { items: items.map(presentPayment), total };
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

/** A class's payments that are open or bought a seat, and its latest refunds. */
export async function getPaymentsOfClass(
  classId: ObjectId,
  { database }: Services,
): Promise<(OfficePayment & { cartId: string })[]> {
  const payments = await listPaymentsOfClass(database.collections, classId);
  return payments.map((payment) => ({
    ...presentPayment(payment),
    cartId: onlyItem(payment).cartId.toHexString(),
  }));
}

function presentPayment(payment: PaymentDocument): OfficePayment {
  const { _id, studentName, email, amount, currency, status, createdAt, settledAt } = payment;
  return {
    _id,
    name: studentName,
    email,
    classId: onlyItem(payment).classId.toHexString(),
    amount,
    currency: currency.toUpperCase(),
    state: status,
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}
