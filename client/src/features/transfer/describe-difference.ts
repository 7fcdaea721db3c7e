import { formatCharge } from '../../lib/format.ts';

/**
 * What a move costs, in words: `You pay $20 more`, `You get $20 back`, `Same price`.
 * @param cents the price of the new class without what was paid for the old one
 * @param currency of the payment
 */
export function describeDifference(cents: number, currency: string): string {
  if (cents === 0) return 'Same price';
  const amount = formatCharge(Math.abs(cents) / 100, currency);
  return cents > 0 ? `You pay ${amount} more` : `You get ${amount} back`;
}
