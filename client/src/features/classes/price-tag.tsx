import { formatDollars } from '../../lib/format.ts';

/** The price, on a tag as it hangs on things at a summer market. */
export function PriceTag({ price, className = '' }: { price: number; className?: string }) {
  return (
    <p className={`price-tag ${className}`}>
      <span className="sr-only">Price </span>
      {formatDollars(price)}
    </p>
  );
}
