import type { PaperLine, PriceLine } from '@speakifyr/contract/prices.ts';
import { describeTakenBack } from '../lib/describe-discount.ts';
import { formatCharge } from '../lib/format.ts';

type Props = {
  /** Missing if nothing was taken off. */
  lines: (PaperLine & Partial<PriceLine>)[] | undefined;
  /** What it was paid in, if not in today's currency. */
  currency?: string | undefined;
  className?: string;
};

/** How a price is calculated: the full price, and what was taken off. */
export function PriceLines({ lines = [], currency, className = '' }: Props) {
  if (lines.length === 0) return null;
  return (
    <span className={`text-base-content/80 block text-sm font-normal ${className}`}>
      {lines.map(({ label, amount, kind, lostBelow }, index) => (
        <span key={index} className="block">
          {label} <span className="whitespace-nowrap">{formatCharge(amount / 100, currency)}</span>
          {kind && lostBelow !== undefined && (
            <span className="block text-xs">It {describeTakenBack(kind)}.</span>
          )}
        </span>
      ))}
    </span>
  );
}
