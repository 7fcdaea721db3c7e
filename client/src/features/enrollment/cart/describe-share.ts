import type { CartItem } from '@speakifyr/contract/cart.ts';

/**
 * Whose part of a shared price this is; undefined if the price is not shared.
 * @param say writes an amount in whole currency units, as the price beside it is written
 */
export function describeShare(
  { price, otherPays }: CartItem,
  say: (amount: number) => string,
): string | undefined {
  if (otherPays === null) return undefined;
  const whole = Math.round((price + otherPays) * 100) / 100;
  return `Your share of ${say(whole)}: the other household pays ${say(otherPays)}`;
}
