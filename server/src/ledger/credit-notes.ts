import type { CreditNote } from '@speakifyr/contract/cancellation.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Collections } from '../database/collections.ts';
import type { CreditNoteDocument, ReceiptDocument } from '../database/money-documents.ts';
import { shareTaxes } from '@speakifyr/contract/tax.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { ApiError } from '../errors.ts';
import { linesOnPaper } from '../prices/readable-lines.ts';
import type { Services } from '../services.ts';
import { findPayment, listPaymentsOf } from './payment-store.ts';
import { isForBooks, NOBODY } from './payer-lines.ts';
import {
  findReceipt,
  issueReceipt,
  numberReceipt,
  forgetPapers,
  insertNumbered,
} from './receipts.ts';
import { taxesOfRefund } from './paper-taxes.ts';
import { findRefund, nameProgress, type Refund } from './refund-store.ts';
import { isPaidWithCredit } from './spend-credit.ts';

/** @returns the number as people read it, such as C-000123 */
export function numberCreditNote(number: number): string {
  return `C-${String(number).padStart(6, '0')}`;
}

/**
 * A credit note, which corrects a receipt.
 * @param user who got the money back, or an admin. An accountant reads it without names. R502
 * @throws {ApiError} `not_found` for anybody else
 */
export async function getCreditNote(
  number: number,
  user: Pick<UserDocument, '_id' | 'role' | 'bundle' | 'status'>,
  services: Services,
): Promise<CreditNote> {
  const { collections } = services.database;
  const note = await collections.creditNotes.findOne({ _id: number });
  const payment = note && (await findPayment(collections, note.paymentId));
  if (!note || !(payment?.userId.equals(user._id) || user.role === 'admin'))
    throw new ApiError('not_found', 'We could not find this credit note.');
  const paper = await present(note, services);
  if (!payment || !isForBooks(payment, user)) return paper;
  const lines = paper.lines.map((line) => ({ ...line, student_name: '' }));
  return { ...paper, payer: NOBODY, lines };
}

/** All credit notes of an account, by number. */
export async function getCreditNotesOf(
  user: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<CreditNote[]> {
  const { collections } = services.database;
  const paid = await listPaymentsOf(collections, user._id);
  const ofThem = { paymentId: { $in: paid.map(({ paymentId }) => paymentId) } };
  const notes = await collections.creditNotes.find(ofThem).toArray();
  return Promise.all(notes.sort(byNumber).map((note) => present(note, services)));
}

async function present(
  {
    _id,
    refundId,
    receiptNumber,
    issuedAt,
    lines,
    currency,
    takesBack,
    ...note
  }: CreditNoteDocument,
  { database }: Services,
): Promise<CreditNote> {
  const refund = await findRefund(database.collections, refundId);
  const isTakenBack = refund?.state === 'reversed' || takesBack !== undefined;
  return {
    ...note,
    takesBack: takesBack ?? null,
    number: numberCreditNote(_id),
    receiptNumber: numberReceipt(receiptNumber),
    issuedAt: issuedAt.toISOString(),
    lines: lines.map(({ studentName, ...line }) => ({ ...line, student_name: studentName })),
    currency: currency.toUpperCase(),
    state: isTakenBack ? 'taken back' : refund ? nameState(refund) : 'refunded',
  };
}

function nameState(refund: Refund): CreditNote['state'] {
  const isCredit = refund.credit !== undefined || isPaidWithCredit(refund);
  if (isCredit && refund.state === 'succeeded') return 'credit';
  return refund.state === 'paid otherwise' ? refund.state : nameProgress(refund);
}

/**
 * Issues the credit note of a refund. Idempotent, even across servers.
 * @returns null for a refund that is not made yet, and for a payment without a receipt
 */
export async function issueCreditNote(
  refund: Refund,
  services: Services,
): Promise<CreditNoteDocument | null> {
  const { collections } = services.database;
  const { refundId, paymentId, amount, currency } = refund;
  // The credit that it comes from has a credit note.
  if (refund.ofCredit) return null;
  if (!['pending', 'succeeded', 'paid otherwise', 'reversed'].includes(refund.state)) return null;
  const payment = await findPayment(collections, paymentId);
  // What came for no seat is on no receipt.
  if (payment?.items.some((item) => item.isForCredit && refund.seatId?.equals(item.seatId)))
    return null;
  const receipt = payment && (await issueReceipt(payment, services));
  if (!receipt) return null;
  const { payer } = receipt;
  const taxes = taxesOfRefund(receipt, refund, await listCreditNotes(collections, [paymentId]));
  // The fee may be all that has a tax.
  const seller = { ...receipt.seller, ...(taxes.taxes && { taxNumber: SCHOOL.taxNumber }) };
  const described = {
    refundId,
    paymentId,
    amount,
    currency,
    seller,
    payer,
    issuedAt: services.now(),
    receiptNumber: receipt._id,
    ...(refund.seatId && { seatId: refund.seatId }),
    ...taxes,
    lines: [describeLine(refund, receipt)],
  };
  const note = await insertNumbered(collections.creditNotes, described, { refundId });
  // The account may have been deleted in the meantime.
  const now = await findReceipt(collections, paymentId);
  if (now && now.payer.email !== payer.email)
    await forgetPapers(collections, [paymentId], now.payer.email);
  return note;
}

/**
 * Issues the credit note that reverses another one: the bank has paid the school again, so the receipt stands as it was
 * before. A paper never changes, and neither does a past month. Idempotent. R165
 */
export async function issueCorrection(
  { _id: takesBack, refundId: corrected, lines, amount, taxes, ...note }: CreditNoteDocument,
  services: Services,
): Promise<void> {
  const refundId = nameCorrection(corrected);
  const correction = {
    ...note,
    takesBack,
    refundId,
    amount: -amount,
    ...(taxes && { taxes: shareTaxes({ amount, taxes }, -amount) }),
    lines: lines.map((line) => ({ ...line, amount: -line.amount })),
    issuedAt: services.now(),
  };
  await insertNumbered(services.database.collections.creditNotes, correction, { refundId });
}

/** What the money was for: one seat of the receipt, or all of them if nobody has said which one. */
function describeLine(
  { seatId, reason, amount, fee }: Refund,
  { items }: ReceiptDocument,
): CreditNoteDocument['lines'][number] {
  const named = items.filter((item) => seatId?.equals(item.seatId));
  const meant = named.length > 0 ? named : items;
  const list = (texts: string[]) => [...new Set(texts)].join(', ');
  const price = named.length === 1 ? linesOnPaper(named[0]?.lines) : undefined;
  const kept = fee ? [{ label: 'Cancellation fee', amount: -fee.amount }] : [];
  return {
    ...((price || fee) && { price: [...(price ?? []), ...kept] }),
    className: list(meant.map(({ className }) => className)),
    studentName: list(meant.map(({ studentName }) => studentName)),
    reason,
    amount,
  };
}

/** The refund id of the credit note that reverses another one. */
export function nameCorrection(refundId: string): string {
  return `${refundId}:reversed`;
}

/** The credit notes of some payments, by number. */
export async function listCreditNotes(
  { creditNotes }: Pick<Collections, 'creditNotes'>,
  paymentIds: string[],
): Promise<CreditNoteDocument[]> {
  const found = await creditNotes.find({ paymentId: { $in: paymentIds } }).toArray();
  return found.sort(byNumber);
}

function byNumber(a: CreditNoteDocument, b: CreditNoteDocument): number {
  return a._id - b._id;
}
