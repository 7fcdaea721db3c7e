import { toCents } from '@speakifyr/contract/format.ts';
import { listCovered } from '@speakifyr/contract/owed.ts';
import type { TaxInAmount } from '@speakifyr/contract/payments.ts';
import { type PriceLine, sumLines } from '@speakifyr/contract/prices.ts';
import { costOf, sumExtras } from '@speakifyr/contract/seat-extras.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import {
  leaveTaxes,
  negateTax,
  payTaxes,
  returnTaxes,
  type SeatTax,
  shareTaxes,
  type Sold,
  taxesIn,
} from '@speakifyr/contract/tax.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat, HeldSeat } from '../database/class-document.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import type {
  CreditNoteDocument,
  ReceiptDocument,
  RefundDocument,
} from '../database/money-documents.ts';
import { partsOfLines, ratesOf } from '../prices/taxes.ts';
import { findSeat, isEnrolled, type SeatOfClass } from '../seats/find-seat.ts';
import { linesOfMove } from '../seats/price-of-seat.ts';
import type { Services } from '../services.ts';
import { listLinesOf } from './payment-store.ts';

/**
 * The taxes on papers, by what each paper is about: a part of a price, added extras, a difference, a refund of some of it, a fee.
 * All papers of a seat add up to what its lines say, for each rate. R638, decisions/0126
 */

/** The taxes in what one line of a payment pays. */
export async function taxesOfItem(
  campClass: ClassDocument,
  { seatId, paymentId, amount, lines = [], tax }: PaymentItem & { paymentId: string },
  services: Services,
): Promise<TaxInAmount[]> {
  const rates = ratesOf(tax);
  if (!rates) return [];
  const seat = findSeat(campClass, { seatId });
  if (!isEnrolled(seat)) return taxesIn(rates, amount, partsOfLines(lines));
  const price = toCents(seat.price);
  const { extras = [] } = seat;
  const parts = { ofClass: price - sumExtras(extras), ofExtras: extras.map(costOf) };
  const whole = { amount: price, taxes: taxesIn(rates, price, parts) };
  if (amount === price) return whole.taxes;
  const papers = await listPapers({ seatId, paymentId }, services);
  const ofExtras = countForExtras(seat, { paymentId, amount });
  return payTaxes(whole, papers, { amount, first: { percent: rates.extras, amount: ofExtras } });
}

/** The taxes in what its holder pays for a held seat: as its receipt will say them. */
export async function taxesOfHeld(
  { campClass, seat }: SeatOfClass<HeldSeat>,
  { own: amount, lines }: { own: number; lines?: PriceLine[] },
  services: Services,
): Promise<{ taxes?: TaxInAmount[] }> {
  const rates = ratesOf(seat.tax);
  if (!rates) return {};
  const parts = partsOfLines(seat.move ? linesOfMove(campClass, seat) : (lines ?? []));
  if (!seat.move) return named(taxesIn(rates, amount, parts));
  const price = sumLines(linesOfMove(campClass, seat));
  const whole = { amount: price, taxes: taxesIn(rates, price, parts) };
  const papers = await listPapers({ seatId: seat.move.seatId, paymentId: '' }, services);
  const ofExtras = amount - Math.round((amount * parts.ofClass) / (price || 1));
  const first = { percent: rates.extras, amount: ofExtras };
  return named(payTaxes(whole, papers, { amount, first }));
}

/** How much of a payment of a part is for extras: all of a part that is for added ones; of the others, in proportion. */
function countForExtras(
  { price, extras, plan, coPay }: EnrolledSeat,
  { paymentId, amount }: { paymentId: string; amount: number },
): number {
  const added = sumAmounts((plan?.parts ?? []).filter(({ extraIds }) => extraIds));
  const all = toCents(price) - added;
  const withSeat = Math.max(0, sumExtras(extras) - added);
  const found = [plan, coPay?.plan].find((one) =>
    one?.paid.some((paid) => paid.paymentId === paymentId),
  );
  const place = found?.paid.findIndex((paid) => paid.paymentId === paymentId) ?? -1;
  const covered = found ? listCovered(found, place) : [];
  const forAdded = sumAmounts(covered.filter(({ extraIds }) => extraIds));
  const rest = amount - forAdded;
  return forAdded + (all > 0 ? rest - Math.round((rest * (all - withSeat)) / all) : 0);
}

/** What the other papers of a seat say; credit notes below 0. */
async function listPapers(
  { seatId, paymentId }: { seatId: ObjectId; paymentId: string },
  { database: { collections } }: Services,
): Promise<Sold[]> {
  const lines = (await listLinesOf(collections, [seatId])).get(seatId.toHexString()) ?? [];
  const others = lines.map((line) => line.paymentId).filter((other) => other !== paymentId);
  const ofThem = { paymentId: { $in: others } };
  const [receipts, notes] = await Promise.all([
    collections.receipts.find(ofThem).toArray(),
    collections.creditNotes.find(ofThem).toArray(),
  ]);
  return receipts.flatMap((receipt) => {
    const item = receipt.items.find((one) => one.seatId.equals(seatId));
    if (!item) return [];
    const back = notes
      .filter((note) => note.paymentId === receipt.paymentId && isAbout(note, item, receipt))
      .map(({ amount, taxes = [] }) => ({ amount: -amount, taxes: taxes.map(negateTax) }));
    return [{ amount: item.amount, taxes: item.taxes ?? [] }, ...back];
  });
}

type Noted = Pick<CreditNoteDocument, 'refundId' | 'seatId' | 'amount' | 'taxes'>;
type Issued = Pick<ReceiptDocument, 'amount' | 'items' | 'taxes'>;

/** Older credit notes don't say for which seat they are. */
function isAbout(note: Noted, { seatId }: { seatId: ObjectId }, { items }: Issued): boolean {
  return note.seatId ? note.seatId.equals(seatId) : items.length === 1;
}

/** What is known of a refund: of which seat, what for, and the fee that is kept of it. */
export type ToReturn = Pick<RefundDocument, 'amount' | 'forExtras' | 'fee'> & {
  refundId?: string;
  /** Missing if nobody has said which one. */
  seatId?: ObjectId | null;
};

/**
 * The taxes in a refund, which its credit note says: of what it is for, and never more than the receipt has left. A fee that is
 * kept has a rate of its own: what it is kept of goes back, and the fee is charged.
 * @param notes the credit notes of the payment so far
 */
export function taxesOfRefund(
  receipt: Issued,
  { refundId, amount, seatId, forExtras, fee }: ToReturn,
  notes: Noted[],
): { taxes?: TaxInAmount[] } {
  const own = notes.find((note) => note.refundId === refundId);
  if (own) return taxesOfNote(own, amount);
  const item = receipt.items.find((one) => seatId?.equals(one.seatId));
  const whole = { amount: (item ?? receipt).amount, taxes: (item ?? receipt).taxes ?? [] };
  const before = notes.filter((note) => !item || isAbout(note, item, receipt));
  const left = leaveTaxes(
    whole,
    before.map((note) => ({ amount: note.amount, taxes: note.taxes ?? [] })),
  );
  return named(returnTaxes(whole, left, { amount, first: forExtras, fee }));
}

/** The taxes in what a credit note is about, or a part of it. @param cents below 0 for what goes back */
export function taxesOfNote(
  { amount, taxes = [] }: Pick<CreditNoteDocument, 'amount' | 'taxes'>,
  cents: number,
): { taxes?: TaxInAmount[] } {
  const all = cents < 0 ? taxes.map(negateTax) : taxes;
  // All at once: a fee is below 0 in it.
  if (Math.abs(cents) === amount) return named(all);
  return named(shareTaxes({ amount, taxes }, cents));
}

/** The taxes in a movement of a payment's money that has no credit note. @param cents below 0 for what goes back */
export function taxesOf(
  { amount, items, taxes = [] }: Issued,
  cents: number,
  seatId?: ObjectId | null,
): { taxes?: TaxInAmount[] } {
  const item = items.find((one) => seatId?.equals(one.seatId));
  const whole = item ? { amount: item.amount, taxes: item.taxes ?? [] } : { amount, taxes };
  return named(shareTaxes(whole, cents));
}

function named(taxes: TaxInAmount[]): { taxes?: TaxInAmount[] } {
  return taxes.length > 0 ? { taxes } : {};
}

/**
 * What the refunds of a seat are for, if extras have another rate than the class. @param back what goes back together, and how
 * much of that is for extras: refunds of less are in proportion
 */
export function describeRefunds(
  tax: SeatTax | undefined,
  back: { ofClass: number; ofExtras: number },
): (refund: { amount: number }) => Pick<RefundDocument, 'forExtras'> {
  const rates = ratesOf(tax);
  const ofExtras = Math.max(0, back.ofExtras);
  const all = Math.max(0, back.ofClass) + ofExtras;
  if (!rates || rates.classes === rates.extras || all === 0) return () => ({});
  return ({ amount }) => ({
    forExtras: { percent: rates.extras, amount: Math.round((amount * ofExtras) / all) },
  });
}
