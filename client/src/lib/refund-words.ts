import {
  findLastDay,
  type RefundStep,
  type RefundTerms,
} from '@speakifyr/contract/refund-terms.ts';
import { formatCharge, formatDay } from './format.ts';

/** A refund policy in a few words. */

/** How much of a payment is refunded: `everything`, `50%`, with the fee: `everything minus a fee of $10`. */
export function nameShare(
  { percent, fee }: Pick<RefundStep, 'percent' | 'fee'>,
  currency?: string,
): string {
  const share = percent === 100 ? 'everything' : `${percent}%`;
  if (fee === 0) return share;
  return `${share} minus a fee of ${formatCharge(fee / 100, currency)}`;
}

/** The last day of a period in words: `14 days before the first day`. */
function nameLastDay(daysBefore: number): string {
  return daysBefore > 1
    ? `${daysBefore} days before the first day`
    : 'the day before the first day';
}

/**
 * The policy in one sentence, before somebody pays.
 * @param when the first day of the only class, and today, both yyyy-mm-dd. Without it, days are counted from the start.
 */
export function summarizeTerms(
  { steps }: RefundTerms,
  when?: { campStart: string; today: string },
): string {
  const left = steps.filter(
    ({ daysBefore }) => !when || when.today <= findLastDay(daysBefore, when.campStart),
  );
  if (left.length === 0) return 'If you cancel, there is no refund.';
  const periods = left.map((step) => {
    const last = when
      ? formatDay(findLastDay(step.daysBefore, when.campStart))
      : nameLastDay(step.daysBefore);
    return `${nameShare(step)} until ${last}`;
  });
  return `If you cancel, you get back ${periods.join(', ')}, and nothing after that.`;
}
