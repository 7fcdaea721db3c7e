import { formatDollars } from '../../lib/format.ts';
import { PriceToday, type Priced, priceToday } from './early-price.tsx';

/** So many letters fit a phone's picture in the usual size. */
const LONG = 6;

/** What the class costs today, on a paper tag. */
export function PriceTag({ campClass, className = '' }: { campClass: Priced; className?: string }) {
  const isLong = formatDollars(priceToday(campClass)).length > LONG;
  return (
    <p className={`price-tag ${isLong ? 'price-tag-long' : ''} ${className}`}>
      <span className="sr-only">Price </span>
      <PriceToday campClass={campClass} />
    </p>
  );
}
