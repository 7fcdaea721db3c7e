import type { CampClass } from '@speakifyr/contract/classes.ts';
import { sayAddedTax } from '../../lib/added-tax.ts';
import { formatDollars } from '../../lib/format.ts';
import { Day } from '../../ui/day.tsx';

export type Priced = Pick<CampClass, 'price' | 'early'>;

/** What anybody pays who joins today, in whole currency units. R432 */
export function priceToday({ price, early }: Priced): number {
  return early?.price ?? price;
}

/** Today's price. If it is an early one, the full one is crossed out beside it. R526 */
export function PriceToday({ campClass }: { campClass: Priced }) {
  const today = priceToday(campClass);
  return (
    <>
      <span className="whitespace-nowrap">{formatDollars(today)}</span>
      {today < campClass.price && (
        <s className="ml-[0.4em] text-[0.65em] font-semibold whitespace-nowrap">
          <span className="sr-only"> instead of </span>
          {formatDollars(campClass.price)}
        </s>
      )}
    </>
  );
}

/** The tax that comes on top of today's price: `plus 8% sales tax`. Renders nothing if the price is all that is paid. R637 */
export function AddedTax({ campClass }: { campClass: Priced }) {
  const added = sayAddedTax(priceToday(campClass));
  return added ? <span className="block text-sm font-normal">{added}</span> : null;
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
  const { label, until, seats, then } = early;
  return (
    <p className={`text-sm font-semibold ${className}`}>
      {label}{' '}
      {until && (
        <span>
          through <Day day={until} />
        </span>
      )}
      <span>{`${until && seats ? ', only ' : ''}${seats ? `for the next ${seats === 1 ? 'seat' : `${seats} seats`}` : ''}, then ${formatDollars(then)}`}</span>
    </p>
  );
}
