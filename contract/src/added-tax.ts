import { toCents } from './format.ts';
import type { TaxInAmount } from './payments.ts';
import type { School } from './school-schema.ts';

/** What a school adds to its prices, for cards of classes, too: they load little. tax.ts has the amounts on papers. */

export type Rate = Pick<TaxInAmount, 'name' | 'percent'>;

/** The rates of one seat, in percent of what it costs without them. 0: that kind is free of tax. */
export type TaxRates = { name: string; classes: number; extras: number };

/** @returns undefined for a school without a tax */
export function readRates({ tax }: Pick<School, 'tax'>): TaxRates | undefined {
  const { name, percent: classes } = tax;
  const extras = tax.extras ?? classes;
  return classes > 0 || extras > 0 ? { name, classes, extras } : undefined;
}

/** What the school adds to its prices. @returns undefined if its prices are all that is paid */
export function readAdded(school: Pick<School, 'tax'>): TaxRates | undefined {
  return school.tax.isAdded ? readRates(school) : undefined;
}

/** Percentages have up to three decimals. */
export const toThousandths = (percent: number) => Math.round(percent * 1_000);

/** An amount with the tax that is added to it. @param net integer cents @returns integer cents */
export function withTax(net: number, percent = 0): number {
  return Math.round((net * (100_000 + toThousandths(percent))) / 100_000);
}

/**
 * What a family pays for a seat at a price that the school has set, before its own discounts: with the tax that is added. Cards,
 * search, structured data and the waiting list ask this. R637
 * @param price whole currency units
 * @returns whole currency units
 */
export function priceWithTax(price: number, school: Pick<School, 'tax'>): number {
  return withTax(toCents(price), readAdded(school)?.classes) / 100;
}

/** What stands beside the price of a class: `plus 8.875% sales tax`. Empty if the price is all that is paid. R637 */
export function sayAdded(school: Pick<School, 'tax'>): string {
  const { name = '', classes = 0 } = readAdded(school) ?? {};
  return classes > 0 ? `plus ${nameRate({ name, percent: classes })}` : '';
}

/** `19% VAT` */
export function nameRate({ name, percent }: Rate): string {
  return `${percent}% ${name}`;
}
