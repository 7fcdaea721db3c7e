import { toCents } from '@speakifyr/contract/format.ts';
import { findPriceDifference } from '@speakifyr/contract/price-difference.ts';
import { priceInClass } from '@speakifyr/contract/prices.ts';
import { listExtraLines, sumExtras } from '@speakifyr/contract/seat-extras.ts';
import type { ClassDocument, HeldSeat } from '../../database/collections.ts';

/**
 * What a held seat costs without discounts, but with its extras, in integer cents: the difference to the price of the class if another seat moves
 * there, what the office agreed with the family, the price on the day of the offer if it was offered to somebody who waited,
 * and otherwise the price of the class when it was held. A class that has become free is free for everybody.
 * billing/held-prices.ts takes the discounts off.
 */
export function priceOfSeat(
  campClass: Pick<ClassDocument, 'price'>,
  seat: Pick<HeldSeat, 'offer' | 'move' | 'reserved' | 'pricing' | 'extras'>,
): number {
  if (seat.move) {
    const { paid: from, lines } = seat.move;
    const to = priceInClass(lines, campClass.price, listExtraLines(seat.extras));
    return Math.max(0, findPriceDifference({ from, to, left: 0 }));
  }
  // A class that has become free gives no lunch for free.
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
