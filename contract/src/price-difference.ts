import { toCents } from './format.ts';
import { splitByWeight } from './owed.ts';
import { leastCharge } from './places.ts';
import { type PaidUnder, quoteParts } from './refund-parts.ts';
import type { RefundQuote } from './refund-terms.ts';

/**
 * What moving a seat to another class costs, for client and server. Plain functions only, like format.ts.
 */

/**
 * @param prices.from what the seat cost, in whole currency units
 * @param prices.to what the new class costs
 * @param prices.left what was paid for the seat minus refunds, in cents. Earlier refunds are not refunded again: the
 *   price of the new class stays paid
 * @returns cents: to pay if positive, to refund if negative. What is too little to charge is waived
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
  return more < toCents(leastCharge()) ? 0 : more;
}

/**
 * How much less is owed for a seat paid in parts if it moves to a cheaper class. Only the excess is refunded.
 * @returns cents
 */
export function findFall({ from, to, owed }: { from: number; to: number; owed: number }): number {
  return Math.min(owed, Math.max(0, toCents(from) - toCents(to)));
}

/**
 * How much less each of two households pays in a cheaper class: in proportion to what they pay.
 * @param prices in whole currency units; `shares` what each pays of `from`, in cents
 * @returns cents
 */
export function splitFall({
  from,
  to,
  shares,
}: {
  from: number;
  to: number;
  shares: [number, number];
}): [number, number] {
  const [own = 0, other = 0] = splitByWeight(Math.max(0, toCents(from) - toCents(to)), shares);
  return [own, other];
}

/**
 * What a parent gets back if their seat moves to a cheaper class: the difference, as far as the refund policy under
 * which it was paid allows. Otherwise, moving first and then canceling would get around the policy. R178
 * @param move.parts what is left of each payment for the seat, the first one first
 * @param move.campStart the first day of the class that the seat leaves
 * @returns cents. `refunds` and `keeps` are what goes back and what is kept of each payment, in their order
 */
export function quoteMove({
  from,
  to,
  parts,
  campStart,
  today,
}: {
  from: number;
  to: number;
  parts: PaidUnder[];
  campStart: string;
  today: string;
}): RefundQuote & { refunds: number[]; keeps: number[] } {
  const left = parts.reduce((sum, { paid }) => sum + paid, 0);
  let rest = Math.max(0, -findPriceDifference({ from, to, left }));
  const taken = parts.map((part) => {
    const paid = Math.min(part.paid, rest);
    rest -= paid;
    return { ...part, paid };
  });
  const { shares, quotes: _quotes, ...quote } = quoteParts({ parts: taken, campStart, today });
  const keeps = taken.map(({ paid }, place) => paid - (shares[place] ?? 0));
  return { ...quote, refunds: shares, keeps };
}
