import { toCents } from './format.ts';
import { MIN_CHARGE } from './limits.ts';

/**
 * What moving a seat to another class costs, for client and server. Plain functions only, like format.ts.
 */

/**
 * @param prices.from what the seat cost, in whole currency units
 * @param prices.to what the new class costs
 * @param prices.left what is left of what was paid for the seat, in cents. What came back before does not come back again:
 *   the price of the new class stays paid
 * @returns cents: to pay if positive, to give back if negative. What is too little to charge is waived
 */
export function findPriceDifference({
  from,
  to,
  left,
}: {
  from: number;
  to: number;
  left: number;
}): number {
  const more = toCents(to) - toCents(from);
  if (more < 0) return 0 - Math.max(0, Math.min(-more, left - toCents(to)));
  return more < toCents(MIN_CHARGE) ? 0 : more;
}
