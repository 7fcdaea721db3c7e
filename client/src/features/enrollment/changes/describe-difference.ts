import { formatCharge } from '../../../lib/format.ts';

/** What a move means for the money, in cents. At most one of `pay` and `refund` is more than 0. */
export type MoveMoney = {
  /** The difference to pay. */
  pay: number;
  /** How much of the difference is refunded. */
  refund: number;
  /** What the school keeps of it, under the refund policy of the seat. */
  kept: number;
  /** How much is no longer owed, if the price is paid in parts. */
  falls: number;
};

/**
 * What a move costs, in words: `You pay $20 more`, `You get $20 back`, `You owe $20 less`, `Same price`.
 * @param currency of the payment
 */
export function describeDifference(
  { pay, refund, kept, falls }: MoveMoney,
  currency: string,
): string {
  const name = (cents: number) => formatCharge(cents / 100, currency);
  if (pay > 0) return `You pay ${name(pay)} more`;
  if (falls > 0)
    return `You owe ${name(falls)} less${refund > 0 ? ` and get ${name(refund)} back` : ''}`;
  if (refund > 0) return `You get ${name(refund)} back`;
  return kept > 0 ? 'It costs less, with no refund' : 'Same price';
}
