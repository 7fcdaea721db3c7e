import { toCents } from '@speakifyr/contract/format.ts';
import { leastCharge } from '@speakifyr/contract/places.ts';

/**
 * How much credit can pay of an order: all of it, or as much as leaves an amount that a card can pay.
 * @param total in cents, as everything here
 */
export function findUsable(total: number, available: number): number {
  const most = Math.min(total, available);
  const rest = total - most;
  const least = toCents(leastCharge());
  return rest > 0 && rest < least ? Math.max(0, total - least) : most;
}
