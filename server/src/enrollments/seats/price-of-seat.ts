import { toCents } from '@speakifyr/contract/format.ts';
import { findPriceDifference } from '@speakifyr/contract/price-difference.ts';
import type { ClassDocument, HeldSeat } from '../../database/collections.ts';

/**
 * What a held seat costs, in integer cents: the difference to the price of the class if another seat moves there, what the
 * office agreed with the family, the price on the day of the offer if it was offered to somebody who waited, and otherwise
 * the price of the class.
 */
export function priceOfSeat(
  campClass: Pick<ClassDocument, 'price'>,
  seat: Pick<HeldSeat, 'offer' | 'move' | 'reserved'>,
): number {
  if (seat.move) {
    const { paid: from } = seat.move;
    return Math.max(0, findPriceDifference({ from, to: campClass.price, left: 0 }));
  }
  return toCents(seat.reserved?.price ?? seat.offer?.price ?? campClass.price);
}
