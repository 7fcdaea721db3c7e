import { showPaidDays } from '../class-days.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import { findPaidParts, type PaidParts } from '@speakifyr/contract/owed.ts';
import { sumTaxes } from '@speakifyr/contract/tax.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { findClass } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { Collections } from '../database/collections.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import { findSeat, isEnrolled } from '../seats/find-seat.ts';
import type { ReceiptDocument } from '../database/money-documents.ts';
import type { Services } from '../services.ts';
import { taxesOfItem } from './paper-taxes.ts';
import { findPayment, type Payment, ofEachItem } from './payment-store.ts';
import type { Collection, Filter, OptionalUnlessRequiredId } from 'mongodb';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';

/** @returns the number as people read it, such as R-000123 */
export function numberReceipt(number: number): string {
  return `R-${String(number).padStart(6, '0')}`;
}

/**
 * Issues the receipt of a payment, unless it has one. Idempotent, even across servers.
 * @returns null for a payment that bought nothing
 */
export async function issueReceipt(
  payment: Payment,
  services: Services,
): Promise<ReceiptDocument | null> {
  const { collections } = services.database;
  const issued = await findReceipt(collections, payment.paymentId);
  if (issued || !hasBought(payment)) return issued;
  const { paymentId, currency, email, studentName } = payment;
  const bought = payment.items.filter(({ isForCredit }) => !isForCredit);
  const items = await Promise.all(
    bought.map((item) => describeItem({ ...item, paymentId }, services)),
  );
  const amount = sumAmounts(items);
  const taxes = sumTaxes(items.flatMap((item) => item.taxes ?? []));
  const hasTax = taxes.length > 0;
  const described = {
    paymentId,
    items,
    amount,
    currency,
    issuedAt: services.now(),
    seller: { ...describeSeller(), ...(hasTax && { taxNumber: SCHOOL.taxNumber }) },
    ...(hasTax && { taxes }),
    payer: { name: studentName, email },
  };
  const receipt = await insertNumbered(collections.receipts, described, { paymentId });
  // The account may have been deleted in the meantime.
  const payer = (await findPayment(collections, paymentId))?.email;
  if (payer && payer !== email) await forgetPapers(collections, [paymentId], payer);
  return receipt;
}

/** The school, as its papers name it on the day they are issued. */
export function describeSeller(): ReceiptDocument['seller'] {
  const { seller, email, phone } = SCHOOL;
  return { name: seller, address: SCHOOL_ADDRESS, email, phone };
}

/** Whether a payment got a seat, even if it was refunded later. R207 */
export function hasBought({
  status,
  method,
  refundReason,
}: Pick<Payment, 'status' | 'method' | 'refundReason'>): boolean {
  if (method === 'free') return false;
  if (status === 'refunded') return refundReason === 'by the school' || refundReason === 'dispute';
  return status === 'enrolled';
}

async function describeItem(
  item: PaymentItem & Pick<Payment, 'paymentId'>,
  services: Services,
): Promise<ReceiptDocument['items'][number]> {
  const { seatId, classId, name, amount, lines } = item;
  const campClass = await findClass(services.database.collections, { _id: classId });
  if (!campClass) throw new Error(`There is no class ${classId.toHexString()}`);
  const parts = findPartsOf(campClass, item);
  const taxes = await taxesOfItem(campClass, item, services);
  return {
    seatId,
    className: campClass.name,
    ...showPaidDays(campClass, item),
    studentName: name,
    amount,
    ...(lines && { lines }),
    ...(parts && { parts }),
    ...(taxes.length > 0 && { taxes }),
  };
}

/** Which parts of a seat's price a payment pays; undefined if all, or if the seat is gone. */
function findPartsOf(
  campClass: ClassDocument,
  { seatId, paymentId }: Pick<PaymentItem, 'seatId'> & Pick<Payment, 'paymentId'>,
): PaidParts | undefined {
  const seat = findSeat(campClass, { seatId });
  if (!isEnrolled(seat)) return undefined;
  for (const plan of [seat.plan, seat.coPay?.plan]) {
    const place = plan?.paid.findIndex((one) => one.paymentId === paymentId) ?? -1;
    if (plan && place >= 0) return findPaidParts(plan, place);
  }
  return undefined;
}

// Rules: R133, R165.
type Receipts = Pick<Collections, 'receipts'>;

export async function findReceipt(
  { receipts }: Receipts,
  paymentId: string,
): Promise<ReceiptDocument | null> {
  return receipts.findOne({ paymentId });
}

/** The receipts that these payments have. */
export async function listReceipts(
  { receipts }: Receipts,
  paymentIds: string[],
): Promise<ReceiptDocument[]> {
  if (paymentIds.length === 0) return [];
  return receipts.find({ paymentId: { $in: paymentIds } }).toArray();
}

/** What follows is for all numbered papers. */

/**
 * Gives a document the number after the highest one. If another call takes that number first, the next one is tried, so
 * there are no gaps. R331
 * @param same finds the document that another call may have added for the same thing; a unique index refuses a second one
 * @returns the document with its number, or the existing one
 */
export async function insertNumbered<Numbered extends { _id: number }>(
  collection: Collection<Numbered>,
  document: Omit<Numbered, '_id'>,
  same: Filter<Numbered>,
): Promise<Numbered> {
  const [last] = await collection.find({}).sort({ _id: -1 }).limit(1).toArray();
  for (let number = (last?._id ?? 0) + 1; ; number += 1)
    try {
      const numbered = { ...document, _id: number } as Numbered;
      await collection.insertOne(numbered as OptionalUnlessRequiredId<Numbered>);
      return numbered;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const added = await collection.findOne(same);
      if (added) return added as Numbered;
    }
}

/** Removes the names and the email from the papers of some payments. */
export async function forgetPapers(
  { receipts, creditNotes }: Pick<Collections, 'receipts' | 'creditNotes'>,
  paymentIds: string[],
  pseudonym: string,
): Promise<void> {
  const filter = { paymentId: { $in: paymentIds } };
  const payer = { name: DELETED_NAME, email: pseudonym };
  const unnamed = (list: string, lines: { studentName: string }[]) => ({
    $set: { payer, ...ofEachItem(list, lines, 'studentName', () => DELETED_NAME) },
  });
  for (const { _id, items } of await receipts.find(filter).toArray())
    await receipts.updateOne({ _id }, unnamed('items', items));
  for (const { _id, lines } of await creditNotes.find(filter).toArray())
    await creditNotes.updateOne({ _id }, unnamed('lines', lines));
}
