import type { CampClass } from '@speakifyr/contract/classes.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import type { ShownDiscount } from '@speakifyr/contract/price-rules.ts';
import {
  findRules,
  NEW_FAMILY,
  type PriceLine,
  type PriceRule,
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
  rules: PriceRule[],
  services: Needs,
): CampClass['early'] {
  const [, line] = priceOn(readToday(services), campClass, rules);
  const rule = rules.find(({ id }) => id === line?.ruleId);
  if (!line || !rule?.until) return undefined;
  const { label, until } = rule;
  const then = sumLines(priceOn(addDays(until, 1), campClass, rules));
  return { label, until, price: (toCents(campClass.price) + line.amount) / 100, then: then / 100 };
}

function priceOn(day: string, { _id, price }: Priced, rules: PriceRule[]): PriceLine[] {
  const base = toCents(price);
  return priceSeat({ base, rules: findRules(rules, _id.toHexString(), day) }, NEW_FAMILY);
}

/** All that may make a class cheaper today, in the order in which people read it. */
export function listDiscounts(
  { _id, price }: Priced,
  rules: PriceRule[],
  services: Needs,
): ShownDiscount[] {
  if (price === 0) return [];
  return findRules(rules, _id.toHexString(), readToday(services)).map(
    ({ kind, label, percent, amount, until, from }) => ({
      ...{ kind, label, percent, amount, until, from },
    }),
  );
}
