import type { CampClass } from '@speakifyr/contract/classes.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import type { ShownDiscount } from '@speakifyr/contract/discounts.ts';
import {
  findDiscounts,
  NEW_FAMILY,
  type PriceLine,
  type Discount,
  priceSeat,
  sumLines,
} from '@speakifyr/contract/prices.ts';
import type { ClassDocument } from '../database/collections.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

/** Prices as everybody reads them on cards and pages of classes. */

type Needs = Pick<Services, 'environment' | 'now'>;
type Priced = Pick<ClassDocument, '_id' | 'price'>;

/** What a parent who knows nothing yet pays today, if that is less than the full price, and how long. */
export function findEarlyPrice(
  campClass: Priced,
  discounts: Discount[],
  services: Needs,
): CampClass['early'] {
  const [, line] = priceOn(readToday(services), campClass, discounts);
  const discount = discounts.find(({ id }) => id === line?.discountId);
  if (!line || !discount?.until) return undefined;
  const { label, until } = discount;
  const then = sumLines(priceOn(addDays(until, 1), campClass, discounts));
  return { label, until, price: (toCents(campClass.price) + line.amount) / 100, then: then / 100 };
}

function priceOn(day: string, { _id, price }: Priced, discounts: Discount[]): PriceLine[] {
  const base = toCents(price);
  return priceSeat(
    { base, discounts: findDiscounts(discounts, _id.toHexString(), day) },
    NEW_FAMILY,
  );
}

/** All that may make a class cheaper today, in the order in which people read it. */
export function listDiscounts(
  { _id, price }: Priced,
  discounts: Discount[],
  services: Needs,
): ShownDiscount[] {
  if (price === 0) return [];
  return findDiscounts(discounts, _id.toHexString(), readToday(services)).map(
    ({ kind, label, percent, amount, until, from }) => ({
      ...{ kind, label, percent, amount, until, from },
    }),
  );
}
