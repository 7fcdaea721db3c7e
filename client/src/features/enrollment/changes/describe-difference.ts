import { formatCharge } from '../../../lib/format.ts';
import type { MoveQuote } from './moves.queries.ts';

type MoveMoney = Pick<MoveQuote, 'pay' | 'refund' | 'kept' | 'falls'>;

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
