import type { KeptFor } from '../../database/money-documents.ts';
import type { Charge } from './props.ts';
import { sayCharge } from './say.ts';

const BY_POLICY = 'as our refund policy said when you booked';

/**
 * What the school keeps of a seat, and why: what can't be returned and a discount that ends are not the refund policy's.
 * R538
 * @param keptFor what is known besides the policy
 * @returns such as `$15 USD for T-shirt, M, which can’t be returned`
 */
export function sayKept(kept: Charge, keptFor: KeptFor | undefined): string {
  const { extras = [], forExtras = 0, forDiscounts = 0 } = keptFor ?? {};
  const rest = kept.amount - forExtras - forDiscounts;
  const say = (amount: number) => sayCharge({ ...kept, amount });
  const named = extras.length > 0 ? extras.join('; ') : 'extras';
  const reasons = [
    ...(forExtras > 0 ? [`${say(forExtras)} for ${named}, which can’t be returned`] : []),
    ...(forDiscounts > 0
      ? [`${say(forDiscounts)} for a discount that this seat gave another`]
      : []),
    ...(rest > 0 ? [`${say(rest)}, ${BY_POLICY}`] : []),
  ];
  return reasons.length > 1 ? `${say(kept.amount)}: ${reasons.join('; ')}` : (reasons[0] ?? '');
}
