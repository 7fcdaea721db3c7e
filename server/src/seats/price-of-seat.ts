import { toCents } from '@speakifyr/contract/format.ts';
import { findPriceDifference } from '@speakifyr/contract/price-difference.ts';
import { rebaseLines } from '@speakifyr/contract/moved-lines.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { type PriceLine, sumLines } from '@speakifyr/contract/prices.ts';
import { listExtraLines, sumExtras } from '@speakifyr/contract/seat-extras.ts';
import { priceOfDays } from '@speakifyr/contract/sold-by-day.ts';
import { addedTo, freezeTax, withTax } from '@speakifyr/contract/tax.ts';
import type { ClassDocument, HeldSeat } from '../database/class-document.ts';

type Priced = Pick<ClassDocument, 'price' | 'byDay'>;

/**
 * What a held seat costs before discounts, with its extras, in integer cents: the price difference if another seat
 * moves there, the price the office agreed with the family, the price on the day of the offer if it was offered from
 * the waiting list, and otherwise the price of the class when it was held, or nothing if the class has become free
 * since. payments/held-prices.ts takes the discounts off. R142, R177, R317, R429
 */
export function priceOfSeat(
  campClass: Priced,
  seat: Pick<HeldSeat, 'offer' | 'move' | 'reserved' | 'pricing' | 'extras' | 'tax' | 'days'>,
): number {
  if (seat.move) {
    const { paid: from } = seat.move;
    const to = sumLines(linesOfMove(campClass, seat));
    return Math.max(0, findPriceDifference({ from, to: to / 100, left: 0 }));
  }
  // In a class that has become free, lunch still costs money.
  return basePriceOf(campClass, seat) + sumExtras(seat.extras);
}

/** What a seat that is held for a move will cost there. */
export function linesOfMove(
  campClass: Priced,
  seat: Pick<HeldSeat, 'move' | 'extras' | 'tax' | 'days'>,
): PriceLine[] {
  // Days that are added to a seat are paid for as what the seat then costs.
  const { days } = seat.move?.goal ?? seat;
  const full = fullPriceOf(campClass, { tax: seat.tax, ...(days && { days }) });
  return rebaseLines(seat.move?.lines ?? [], full, listExtraLines(seat.extras));
}

function basePriceOf(
  campClass: Priced,
  seat: Pick<HeldSeat, 'offer' | 'reserved' | 'pricing' | 'tax' | 'days'>,
): number {
  // What the office agreed on with a family is what it pays.
  if (seat.reserved) return toCents(seat.reserved.price);
  if (seat.offer) return fullPriceOf(seat.offer, seat);
  if (campClass.price === 0) return 0;
  return seat.pricing
    ? withTax(seat.pricing.base, addedTo(seat)?.classes)
    : fullPriceOf(campClass, seat);
}

/** The part of a seat that is held from now on which says what tax is added to its price, or is in it. R636 */
export function taxNow(): Pick<HeldSeat, 'tax'> {
  const tax = freezeTax(SCHOOL);
  return tax ? { tax } : {};
}

/**
 * What a class costs before discounts for somebody who has, or is to have, this seat, in integer cents: what its days cost,
 * with the tax that is added to the seat's price. R629, R647
 */
export function fullPriceOf(campClass: Priced, seat: Pick<HeldSeat, 'tax' | 'days'>): number {
  const price = seat.days ? priceOfDays(campClass, seat.days.length) : campClass.price;
  return withTax(toCents(price), addedTo(seat)?.classes);
}
