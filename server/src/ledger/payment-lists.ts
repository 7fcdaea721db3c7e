import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { RefundReason, PaymentState } from '@speakifyr/contract/money-states.ts';
import type { ListedPayment, RefundedPerson } from '@speakifyr/contract/office.ts';
import { NO_EMAIL } from '@speakifyr/contract/stand-in-address.ts';
import type { RefundLine } from '@speakifyr/contract/refunds.ts';
import type { ObjectId, Filter } from 'mongodb';
import { findClassNames } from '../database/class-store.ts';
import { worksInOffice } from '../users/bundles.ts';
import type { PaymentDocument } from '../database/payment-documents.ts';
import type { Collections } from '../database/collections.ts';
import type { UserDocument } from '../database/user-documents.ts';
import {
  findFirst,
  findPageOrBatches,
  type ListRequest,
  type PageOrBatches,
  matchText,
} from '../database/lists.ts';
import type { Services } from '../services.ts';
import { keptOf } from './payment-store.ts';
import { referenceForBooks, refundForBooks } from './payer-lines.ts';
import { hasBought, numberReceipt, listReceipts } from './receipts.ts';
import { findDay, getRefundLines, isShown } from './refund-lines.ts';
import { listRefundsOf, type Refund } from './refund-store.ts';
import type { Days } from '../school-time.ts';
import { matchTyped, startsWith } from '../database/search-words.ts';
import { findPeopleNamed } from '../users/find-users.ts';

/** The ledger as the school's office sees it. */

/**
 * Payments, newest first by default: a page or, with `all`, every one. An accountant reads them without the family, and finds
 * one by its id only. R72, R502
 */
export async function getPayments(
  wanted: ListRequest & PaymentFilter & { all?: boolean },
  reader: Pick<UserDocument, 'role' | 'bundle' | 'status'>,
  services: Services,
): Promise<PageOrBatches<ListedPayment>> {
  const isOffice = worksInOffice(reader);
  if (!isOffice && wanted.search && !isPaymentId(wanted.search)) return { items: [], total: 0 };
  const { payments: ledger } = services.database.collections;
  const { filter, count } = await findFirst(ledger, await matchPayments(wanted, services));
  return findPageOrBatches(
    ledger,
    filter,
    // The ledger only grows, so the full list comes only in batches.
    { page: 1, size: MAX_PAGE_SIZE, ...wanted },
    '-createdAt',
    async (payments) => {
      const presented = await presentPayments(payments, services);
      return isOffice ? presented : presented.map(hideFamily);
    },
    count,
  );
}

function hideFamily({ items, received, refunds, ...payment }: ListedPayment): ListedPayment {
  return {
    ...payment,
    name: '',
    email: NO_EMAIL,
    items: items.map((item) => ({ ...item, childId: null, student_name: '' })),
    received: received && {
      ...received,
      reference: referenceForBooks(received.reference, payment.method),
    },
    refunds: refunds.map(refundForBooks),
  };
}

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** Payments whose id begins with this text, newest first. */
export async function findPaymentsById(
  start: string,
  limit: number,
  { database }: Services,
): Promise<PaymentDocument[]> {
  const { payments } = database.collections;
  return payments
    .find({ _id: startsWith(start) })
    .sort(NEWEST_FIRST)
    .limit(limit)
    .toArray();
}

/** A part of a payment id, unlike a name: with a digit, or with a capital letter after a small one. */
const PART_OF_ID = /^(?=.*(?:\d|[a-z][A-Z]))[A-Za-z\d]{4,}$/;
/** A reference that is shorter, or without a digit, may be a name. */
const REFERENCE = /^(?=.*\d).{3,}$/;
const LAST_4 = /^\d{4}$/;

/**
 * Payments by a part of their id, such as its end, a part of the reference that the office typed, or the last digits of
 * the card. R220
 * @returns one may be there several times
 */
export async function findPaymentsByPart(
  text: string,
  limit: number,
  { database }: Services,
): Promise<PaymentDocument[]> {
  const { payments } = database.collections;
  // Each has its own index.
  const filters: Filter<PaymentDocument>[] = [
    ...(PART_OF_ID.test(text) ? [{ _id: matchText(text) }] : []),
    // Few payments have one, and its index has only those.
    ...(REFERENCE.test(text)
      ? [{ 'received.reference': { $exists: true, ...matchText(text) } }]
      : []),
    ...(LAST_4.test(text) ? [{ last4: text }] : []),
  ];
  const found = await Promise.all(
    filters.map((filter) => payments.find(filter).sort(NEWEST_FIRST).limit(limit).toArray()),
  );
  return found.flat();
}

/** The payments of a family, newest first, at most 100. Each with the number of its receipt, if it has one. */
export async function getPaymentsOfFamily(
  wanted: { userId: ObjectId; paymentIds: string[] },
  services: Services,
): Promise<(ListedPayment & { receipt: string | null })[]> {
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
): Promise<ListedPayment[]> {
  const { collections } = services.database;
  const paymentIds = payments.map(({ _id }) => _id);
  const classIds = payments.flatMap(({ items }) => items.map(({ classId }) => classId));
  const [lines, refunds, classNames] = await Promise.all([
    getRefundLines(paymentIds, services),
    listRefundsOf(collections, paymentIds),
    findClassNames(collections, classIds),
  ]);
  const reasons = new Map(refunds.map(({ refundId, reason }) => [refundId, reason]));
  return payments.map((payment) =>
    presentPayment(payment, lines.get(payment._id) ?? [], { reasons, classNames }),
  );
}

/** The latest refunds of a class's seats, newest first. */
export async function getRefundsOfClass(
  classId: ObjectId,
  { database: { collections } }: Services,
): Promise<RefundedPerson[]> {
  const payments = await listPaymentsOfClass(collections, classId);
  const refunds = await listRefundsOf(
    collections,
    payments.map(({ _id }) => _id),
  );
  return payments
    .flatMap((payment) => listRefundRows(payment, refunds, classId))
    .sort((a, b) => b.at.localeCompare(a.at));
}

/** The refunds of the seats that a payment has in a class, and those that were for no seat in particular. */
function listRefundRows(
  { _id, email, items, movements, method, received }: PaymentDocument,
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
        _id,
        refundId,
        email,
        amount,
        state,
        reason,
        ...(received && { isByHand: true as const }),
        ...((refund.credit || method === 'credit') && { isCredit: true as const }),
        cartId: seatId?.toHexString() ?? null,
        name: [...new Set(meant.map(({ name }) => name))].join(', '),
        currency: currency.toUpperCase(),
        createdAt: createdAt.toISOString(),
        at: findDay(refund, movements).toISOString(),
      };
    });
}

function presentPayment(
  payment: PaymentDocument,
  refunds: RefundLine[],
  { reasons, classNames }: { reasons: Map<string, RefundReason>; classNames: Map<string, string> },
): ListedPayment {
  const { _id, studentName, email, items, amount, currency, status } = payment;
  return {
    _id,
    name: studentName,
    email,
    items: items.map(({ seatId, classId, childId, name, amount: price, state }) => ({
      cartId: seatId.toHexString(),
      classId: classId.toHexString(),
      className: classNames.get(classId.toHexString()) ?? '',
      childId: childId?.toHexString() ?? null,
      student_name: name,
      amount: price,
      state,
    })),
    amount,
    kept: keptOf(payment),
    currency: currency.toUpperCase(),
    state: status,
    movements: payment.movements.map(
      ({ refundId, backFor: _use, received: _again, at, ...movement }) => ({
        ...movement,
        at: at.toISOString(),
        reason: reasons.get(refundId ?? '') ?? null,
      }),
    ),
    refunds,
    dispute: presentDispute(payment),
    hasReceipt: hasBought(payment),
    method: payment.method,
    received: presentReceived(payment),
    ...presentMoments(payment),
  };
}

function presentReceived({
  received,
  amount,
}: Pick<PaymentDocument, 'received' | 'amount'>): ListedPayment['received'] {
  if (!received) return null;
  const { day, reference, transfer } = received;
  return { day, reference, ...(transfer && transfer.of !== amount && { of: transfer.of }) };
}

function presentDispute({
  dispute,
  disputeChanges = [],
}: Pick<PaymentDocument, 'dispute' | 'disputeChanges'>): ListedPayment['dispute'] {
  if (!dispute) return null;
  const { stripeId, state, status, isRefundable = false, amount, dueBy, at } = dispute;
  return {
    state,
    status,
    isRefundable,
    amount,
    at: at.toISOString(),
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

type Payments = Pick<Collections, 'payments'>;

/** Limits a list to some payments: those that began on these days, or whose money arrived or was returned on them. */
export type PaymentFilter = Days & {
  search?: string;
  /** `refunded` finds those of which something was returned. */
  state?: PaymentState;
};

/** The most payments with refunds of one class that its page shows. */
const MAX_REFUNDS = 100;

/** A class's payments: all that are open or bought a seat, and the latest ones with a refunded seat. */
async function listPaymentsOfClass(
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
async function listPaymentsOfFamily(
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

/** What finds the payments of a list or of its totals: the second only if the first finds nothing. */
export async function matchPayments(
  { search, state, from, to }: PaymentFilter,
  services: Pick<Services, 'database'>,
): Promise<Filter<PaymentDocument>[]> {
  const day = matchDays({ from, to });
  const isRefunded = state === 'refunded';
  const movement = { ...(isRefunded && { kind: 'returned' as const }), ...(day && { day }) };
  const within = {
    ...((isRefunded || day) && { movements: { $elemMatch: movement } }),
    ...(state && !isRefunded && { status: state }),
  };
  return search ? matchSearch(search, within, services) : [within];
}

export function matchDays({ from, to }: Days): { $gte?: string; $lte?: string } | undefined {
  return from || to ? { ...(from && { $gte: from }), ...(to && { $lte: to }) } : undefined;
}

/** Whether a text is a payment's id, or the beginning of one. */
export function isPaymentId(text: string): boolean {
  return /^(pi|free|office|credit)_\w*$/.test(text);
}

/**
 * Finds a payment by the beginning of its id, or by who paid: by the words of their name or by their phone, as everywhere in
 * the office, or by the words of the name and address on the payment, which may be those of years ago. One way hides
 * nothing of another one. Each has an index. Only if that finds nothing in these days and this state, the text is looked
 * for anywhere in the names and addresses. R72, R220
 * @param within the days and the state
 */
async function matchSearch(
  search: string,
  within: Filter<PaymentDocument>,
  services: Pick<Services, 'database'>,
): Promise<Filter<PaymentDocument>[]> {
  if (isPaymentId(search)) return [{ ...within, _id: startsWith(search) }];
  const payers = (await findPeopleNamed(search, services)).map(({ _id }) => _id);
  const byPayer = payers.length > 0 ? [{ userId: { $in: payers } }] : [];
  const { byWords, anywhere } = matchTyped(search, ['studentName', 'email']);
  return [
    { ...within, $or: [...byPayer, ...byWords] },
    // An index finds them all.
    { ...within, createdAt: { $gte: new Date(0) }, $or: [...byPayer, ...anywhere] },
  ];
}
