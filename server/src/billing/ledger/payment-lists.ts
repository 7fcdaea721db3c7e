import { MAX_PAGE_SIZE, type RefundReason } from '@speakifyr/contract/limits.ts';
import type { ListedPayment, RefundedPerson, SeatPayment } from '@speakifyr/contract/office.ts';
import type { RefundLine } from '@speakifyr/contract/refunds.ts';
import type { ObjectId } from 'mongodb';
import type { PaymentDocument, PaymentItem } from '../../database/collections.ts';
import { type ListRequest, type Page, presentBatches } from '../../database/lists.ts';
import type { Days } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import {
  listPaymentsOfClass,
  listPaymentsOfFamily,
  type PaymentFilter,
  readAllPayments,
  searchPayments,
} from './payment-lists.repo.ts';
import { keptOf } from './payment-store.ts';
import { hasBought, numberReceipt, listReceipts } from './receipts.ts';
import { findDay, getRefundLines, isShown } from './refund-lines.ts';
import { listRefundsOf, type Refund } from './refund-store.ts';

/** A payment as the office sees it, before somebody adds the names of its classes. */
export type OfficePayment = Omit<ListedPayment, 'items'> & {
  items: Omit<ListedPayment['items'][number], 'className'>[];
};

type Wanted = Days & Pick<PaymentFilter, 'search' | 'state'>;

/** Payments of the ledger, newest first by default. */
export async function getPayments(
  request: ListRequest & Wanted,
  services: Services,
): Promise<Page<OfficePayment>> {
  const { items, total } = await searchPayments(services.database.collections, {
    // The ledger only grows, so all of it comes in batches only.
    page: 1,
    size: MAX_PAGE_SIZE,
    ...request,
  });
  return { items: await presentPayments(items, services), total };
}

/** The same payments, all of them, in batches. */
export function getAllPayments(
  request: ListRequest & Wanted,
  services: Services,
): AsyncIterable<OfficePayment[]> {
  const batches = readAllPayments(services.database.collections, request);
  return presentBatches(batches, (batch) => presentPayments(batch, services));
}

/** The payments of a family, newest first, at most 100. Each with the number of its receipt, if it has one. */
export async function getPaymentsOfFamily(
  wanted: { userId: ObjectId; paymentIds: string[] },
  services: Services,
): Promise<(OfficePayment & { receipt: string | null })[]> {
  const { collections } = services.database;
  const found = await listPaymentsOfFamily(collections, wanted, MAX_PAGE_SIZE);
  const receipts = await listReceipts(
    collections,
    found.map(({ _id }) => _id),
  );
  const numbers = new Map(receipts.map(({ _id, paymentId }) => [paymentId, numberReceipt(_id)]));
  const payments = await presentPayments(found, services);
  return payments.map((payment) => ({ ...payment, receipt: numbers.get(payment._id) ?? null }));
}

async function presentPayments(
  payments: PaymentDocument[],
  services: Services,
): Promise<OfficePayment[]> {
  const paymentIds = payments.map(({ _id }) => _id);
  const [lines, refunds] = await Promise.all([
    getRefundLines(paymentIds, services),
    listRefundsOf(services.database.collections, paymentIds),
  ]);
  const reasons = new Map(refunds.map(({ refundId, reason }) => [refundId, reason]));
  return payments.map((payment) => presentPayment(payment, lines.get(payment._id) ?? [], reasons));
}

/** A seat of a class that somebody paid for, or wants to pay for. */
export type SeatOfPayment = SeatPayment & {
  seatId: string;
  moveId: string | undefined;
  name: string;
  email: string;
} & Pick<ListedPayment, 'createdAt' | 'settledAt'>;

/** A class's seats of payments that are open or bought a seat, and its latest refunds, newest first. */
export async function getPaymentsOfClass(
  classId: ObjectId,
  { database }: Services,
): Promise<{ seats: SeatOfPayment[]; refunds: RefundedPerson[] }> {
  const { collections } = database;
  const payments = await listPaymentsOfClass(collections, classId);
  const refunds = await listRefundsOf(
    collections,
    payments.map(({ _id }) => _id),
  );
  return {
    seats: listSeats(payments, classId),
    refunds: payments
      .flatMap((payment) => listRefundRows(payment, refunds, classId))
      .sort((a, b) => b.at.localeCompare(a.at)),
  };
}

/** The refunds of the seats that a payment has in a class, and those that were for no seat in particular. */
function listRefundRows(
  { _id, email, items, movements }: PaymentDocument,
  refunds: Refund[],
  classId: ObjectId,
): RefundedPerson[] {
  const seats = items.filter((item) => item.classId.equals(classId));
  return refunds
    .filter((refund) => refund.paymentId === _id && isShown(refund))
    .flatMap((refund) => {
      const { refundId, seatId, amount, currency, state, reason, createdAt } = refund;
      const meant = seats.filter((item) => !seatId || item.seatId.equals(seatId));
      if (meant.length === 0) return [];
      return {
        ...{ _id, refundId, email, amount, state, reason },
        cartId: seatId?.toHexString() ?? null,
        name: [...new Set(meant.map(({ name }) => name))].join(', '),
        currency: currency.toUpperCase(),
        createdAt: createdAt.toISOString(),
        at: findDay(refund, movements).toISOString(),
      };
    });
}

function listSeats(payments: PaymentDocument[], classId: ObjectId): SeatOfPayment[] {
  return payments.flatMap(({ items, ...payment }) =>
    items
      .filter((item) => item.classId.equals(classId))
      .map(({ seatId, moveId, name, amount, state }) => ({
        _id: payment._id,
        seatId: seatId.toHexString(),
        moveId: moveId?.toHexString(),
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
function presentItem({ seatId, classId, childId, name, amount, state }: PaymentItem) {
  return {
    cartId: seatId.toHexString(),
    classId: classId.toHexString(),
    childId: childId?.toHexString() ?? null,
    student_name: name,
    amount,
    state,
  };
}

function presentPayment(
  payment: PaymentDocument,
  refunds: RefundLine[],
  reasons: Map<string, RefundReason>,
): OfficePayment {
  const { _id, studentName, email, items, amount, currency, status } = payment;
  return {
    _id,
    name: studentName,
    email,
    items: items.map(presentItem),
    amount,
    kept: keptOf(payment),
    currency: currency.toUpperCase(),
    state: status,
    movements: payment.movements.map(({ refundId, at, ...movement }) => ({
      ...movement,
      at: at.toISOString(),
      reason: reasons.get(refundId ?? '') ?? null,
    })),
    refunds,
    dispute: presentDispute(payment),
    hasReceipt: hasBought(payment),
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
