import { nameCharge } from '../../lib/format.ts';

/**
 * What a move by an admin means for the money: what is too much goes back, and nobody has to pay more.
 * @param paid what is left of the payment for the seat, in cents
 * @param currency of that payment
 */
export function describeDifference(
  { name, price }: { name: string; price: number },
  paid: number,
  currency: string | undefined,
): string {
  const difference = Math.round(price * 100) - paid;
  const sum = nameCharge(Math.abs(difference) / 100, currency);
  if (difference === 0) return `${name} costs what was paid. No money moves.`;
  return difference < 0
    ? `${name} costs ${sum} less than was paid. That goes back to the card.`
    : `${name} costs ${sum} more than was paid. The family does not have to pay the difference.`;
}
