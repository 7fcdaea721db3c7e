import { sayBy } from '@speakifyr/contract/payment-methods.ts';
import type { RefundLine } from '@speakifyr/contract/refunds.ts';
import { formatDate } from '../../lib/format.ts';

/** How and when a refund was given back by hand, after what it was: `, in cash on 3 March 2027, No. 17`. Empty for others. */
export function sayGiven({ given }: Pick<RefundLine, 'given'>): string {
  if (!given) return '';
  const { method, day, reference } = given;
  return `, ${sayBy(method)} on ${formatDate(day)}${reference && `, ${reference}`}`;
}
