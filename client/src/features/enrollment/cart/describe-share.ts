import type { CartItem } from '@speakifyr/contract/cart.ts';
import { nameCharge } from '../../../lib/format.ts';

/** Whose part of a shared price this is; undefined if the price is not shared. */
export function describeShare({ price, otherPays }: CartItem): string | undefined {
  if (otherPays === null) return undefined;
  const whole = Math.round((price + otherPays) * 100) / 100;
  return `Your share of ${nameCharge(whole)}: the other household pays ${nameCharge(otherPays)}`;
}
