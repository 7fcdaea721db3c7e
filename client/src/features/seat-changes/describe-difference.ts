import { findPriceDifference } from '@speakifyr/contract/price-difference.ts';
import { nameCharge } from '../../lib/format.ts';

/**
 * What a move by an admin means for the money: what is too much goes back, and nobody has to pay more.
 * @param seat.price what the seat cost; `left`: what is left of that payment, in cents
 * @param currency of that payment
 */
export function describeDifference(
  { name, price }: { name: string; price: number },
  seat: { price: number; left: number },
  currency: string | undefined,
): string {
  const difference = findPriceDifference({ from: seat.price, to: price, left: seat.left });
  const sum = nameCharge(Math.abs(difference) / 100, currency);
  if (difference === 0) return `${name} costs the same. No money moves.`;
  return difference < 0
    ? `${name} costs ${sum} less than was paid. That goes back to the card.`
    : `${name} costs ${sum} more than was paid. The family does not have to pay the difference.`;
}
