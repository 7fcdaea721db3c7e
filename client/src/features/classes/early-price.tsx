import type { CampClass } from '@speakifyr/contract/classes.ts';
import { formatDay, formatDollars } from '../../lib/format.ts';

type Priced = Pick<CampClass, 'price' | 'early'>;

/** What anybody pays who joins today, in whole currency units. */
export function priceToday({ price, early }: Priced): number {
  return early?.price ?? price;
}

/** How long today's price holds, and what it is then. Nothing if it does not end. */
export function EarlyNote({
  campClass,
  className = '',
}: {
  campClass: Priced;
  className?: string;
}) {
  const { early } = campClass;
  if (!early) return null;
  return (
    <p className={`text-sm font-semibold ${className}`}>
      {early.label} through {formatDay(early.until)}, then {formatDollars(early.then)}
    </p>
  );
}
