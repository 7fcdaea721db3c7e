import { nameCharge } from './format.ts';
import type { RefundStep, RefundTerms } from './refund-terms.ts';

/**
 * The refund policy in sentences, one for each period and one for the time after the last, for pages and emails.
 * @param currency of the fees, ISO 4217, in any case
 */
export function describeTerms({ steps }: RefundTerms, currency: string): string[] {
  if (steps.length === 0) return ['If you cancel, there is no refund.'];
  return [
    ...steps.map((step, index) => {
      const until = sayUntil(step.daysBefore);
      const back = sayBack(step, currency);
      return index === 0
        ? `If you cancel ${until}, you get ${back}.`
        : `After that, ${until}, you get ${back}.`;
    }),
    'After that, there is no refund.',
  ];
}

function sayUntil(days: number): string {
  // A class that has begun can't be canceled.
  if (days === 0) return 'up to the day before the class starts';
  return `up to ${days} ${days === 1 ? 'day' : 'days'} before the class starts`;
}

function sayBack({ percent, fee }: RefundStep, currency: string): string {
  const share = percent === 100 ? 'all of your money back' : `${percent}% of your money back`;
  return fee === 0 ? share : `${share}, minus a fee of ${nameCharge(fee / 100, currency)}`;
}
