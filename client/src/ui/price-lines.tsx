import type { PaperLine, PriceLine } from '@speakifyr/contract/prices.ts';
import { capitalize } from '../lib/capitalize.ts';
import { describeTakenBack } from '../lib/describe-discount.ts';
import { formatCharge } from '../lib/format.ts';

type Props = {
  /** Missing if nothing was taken off. */
  lines: (PaperLine & Partial<PriceLine>)[] | undefined;
  /** What it was paid in, if not in today's currency. */
  currency?: string;
  /** Writes an amount in whole currency units, as the total beside it is written. */
  format?: (amount: number) => string;
  className?: string;
};

/**
 * How a price is calculated: the full price, and what was taken off. Needs a row of its own: labels can be long. R433
 */
export function PriceLines({ lines = [], currency, format, className = '' }: Props) {
  if (lines.length === 0) return null;
  const write = format ?? ((amount: number) => formatCharge(amount, currency));
  return (
    <span className={`text-base-content/80 block text-sm font-normal ${className}`}>
      {lines.map(({ label, amount, kind, lostBelow }, index) => (
        <span key={index} className="flex justify-between gap-4">
          <span className="min-w-0 text-left [overflow-wrap:anywhere]">
            {label}
            {kind && lostBelow !== undefined && (
              <span className="block text-xs"> {capitalize(describeTakenBack(kind))}.</span>
            )}
          </span>{' '}
          <span className="shrink-0 tabular-nums">{`${amount < 0 ? '−' : ''}${write(Math.abs(amount) / 100)}`}</span>
        </span>
      ))}
    </span>
  );
}
