import type { ShownDiscount } from '@speakifyr/contract/discounts.ts';
import type { DiscountCode, PriceLine } from '@speakifyr/contract/prices.ts';
import { formatDay, formatDollars } from './format.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** `second`, `6th`. @param place 1 to 20 */
function nameNth(place: number): string {
  return ORDINALS[place - 1] ?? `${place}th`;
}

type Described = Pick<
  ShownDiscount,
  'label' | 'percent' | 'amount' | 'kind' | 'until' | 'firstSeats' | 'from' | 'isTakenBack'
> & {
  code?: Pick<DiscountCode, 'text'> | undefined;
};

/** A discount as people read it: `Siblings: 10% off from the second child on`. */
export function describeDiscount({ label, percent, amount, ...discount }: Described): string {
  const off = percent === null ? formatDollars((amount ?? 0) / 100) : `${percent}%`;
  const taken = discount.isTakenBack ? ` (${describeTakenBack(discount.kind)})` : '';
  return `${label}: ${off} off ${describeWhen(discount)}${taken}`;
}

/** `for the first 10 seats of a class` */
function nameFirst(count: number): string {
  return `for the first ${count === 1 ? 'seat' : `${count} seats`} of a class`;
}

/** What happens to a discount that depends on another seat once that one is canceled. R436 */
export function describeTakenBack(kind: PriceLine['kind']): string {
  const other = kind === 'sibling' ? 'sibling’s seat' : 'other class';
  return `if you cancel the ${other}, we take it off your refund`;
}

function describeWhen({
  kind,
  until,
  firstSeats,
  from,
  code,
}: Omit<Described, 'label' | 'percent' | 'amount'>): string {
  const nth = nameNth(from ?? 1);
  if (kind === 'early')
    return [until && `through ${formatDay(until)}`, firstSeats && nameFirst(firstSeats)]
      .filter(Boolean)
      .join(', only ');
  if (kind === 'sibling') return `from the ${nth} child on`;
  if (kind === 'code') return `with the code ${code?.text}`;
  if (kind === 'weeks') return `from a child’s ${nth} class on`;
  return 'for families who were here before';
}
