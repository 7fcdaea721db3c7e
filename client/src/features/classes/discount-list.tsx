import type { ShownClass } from '@speakifyr/contract/classes.ts';
import { describeDiscount } from '../../lib/describe-discount.ts';

/** What may make the class cheaper for a family. */
export function DiscountList({ discounts = [] }: Pick<ShownClass, 'discounts'>) {
  const others = discounts.filter(({ kind }) => kind !== 'early');
  if (others.length === 0) return null;
  return (
    <ul className="text-base-content/80 mt-3 space-y-1 text-sm" aria-label="Discounts">
      {others.map((discount, index) => (
        <li key={index}>{describeDiscount(discount)}</li>
      ))}
    </ul>
  );
}
