import type { CampClass } from '@speakifyr/contract/classes.ts';
import { formatDay, formatDollars } from '../../lib/format.ts';

type Priced = Pick<CampClass, 'price' | 'early'>;

/** What anybody pays who joins today, in whole currency units. */
export function priceToday({ price, early }: Priced): number {
  return early?.price ?? price;
}

/** How long today's price holds, or for how many seats, and what it is then. Renders nothing if it does not end. */
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
      {early.label} {describeEnd(early)}, then {formatDollars(early.then)}
    </p>
  );
}

function describeEnd({ until, seats }: NonNullable<Priced['early']>): string {
  return [
    until && `through ${formatDay(until)}`,
    seats && `for the next ${seats === 1 ? 'seat' : `${seats} seats`}`,
  ]
    .filter(Boolean)
    .join(', only ');
}
