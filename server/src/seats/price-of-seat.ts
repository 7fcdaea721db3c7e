import { toCents } from '@speakifyr/contract/format.ts';
import { findPriceDifference } from '@speakifyr/contract/price-difference.ts';
import { rebaseLines } from '@speakifyr/contract/moved-lines.ts';
import { sumLines } from '@speakifyr/contract/prices.ts';
import { listExtraLines, sumExtras } from '@speakifyr/contract/seat-extras.ts';
import type { ClassDocument, HeldSeat } from '../database/collections.ts';

/**
 * What a held seat costs before discounts, with its extras, in integer cents: the price difference if another seat
 * moves there, the price the office agreed with the family, the price on the day of the offer if it was offered from
 * the waiting list, and otherwise the price of the class when it was held, or nothing if the class has become free
 * since. payments/held-prices.ts takes the discounts off. R142, R177, R317, R429
 */
export function priceOfSeat(
  campClass: Pick<ClassDocument, 'price'>,
  seat: Pick<HeldSeat, 'offer' | 'move' | 'reserved' | 'pricing' | 'extras'>,
): number {
  if (seat.move) {
    const { paid: from, lines } = seat.move;
    const to = rebaseLines(lines ?? [], toCents(campClass.price), listExtraLines(seat.extras));
    return Math.max(0, findPriceDifference({ from, to: sumLines(to) / 100, left: 0 }));
  }
  // In a class that has become free, lunch still costs money.
  return basePriceOf(campClass, seat) + sumExtras(seat.extras);
}

function basePriceOf(
  campClass: Pick<ClassDocument, 'price'>,
  seat: Pick<HeldSeat, 'offer' | 'reserved' | 'pricing'>,
): number {
  const agreed = seat.reserved?.price ?? seat.offer?.price;
  if (agreed !== undefined) return toCents(agreed);
  return campClass.price === 0 ? 0 : (seat.pricing?.base ?? toCents(campClass.price));
}
