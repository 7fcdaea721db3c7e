import { formatDollars } from '../../lib/format.ts';

/** The price on a paper tag. */
export function PriceTag({ price, className = '' }: { price: number; className?: string }) {
  return (
    <p className={`price-tag ${className}`}>
      <span className="sr-only">Price </span>
      {formatDollars(price)}
    </p>
  );
}
