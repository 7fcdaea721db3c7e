import { toCents } from '@speakifyr/contract/format.ts';
import type { ClassDocument, HeldSeat } from '../database/collections.ts';

/**
 * What a held seat costs, in integer cents: the difference if another seat moves there, the price on the day of the
 * offer if it was offered to somebody who waited, and otherwise the price of the class.
 */
export function priceOfSeat(
  campClass: Pick<ClassDocument, 'price'>,
  seat: Pick<HeldSeat, 'offer' | 'transfer'>,
): number {
  if (seat.transfer) return seat.transfer.difference;
  return toCents(seat.offer?.price ?? campClass.price);
}
