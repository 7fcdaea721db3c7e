import { nameCharge } from './format.ts';
import type { TaxInAmount } from './payments.ts';

type Rate = Pick<TaxInAmount, 'name' | 'percent'>;
/** With the currency of its amounts, in which emails and sums name it. */
export type Taxed = TaxInAmount & { currency: string };

/** The tax that is in the school's prices. Pages and papers of a school without one say nothing of it. R615 */

/**
 * The tax in an amount, as papers and rows have it.
 * @param rate.percent of the price without it, with up to two decimals
 * @param of integer cents; below 0 for what goes back, and then the tax is, too
 */
export function taxIn({ name, percent }: Rate, of: number): TaxInAmount {
  const hundredths = Math.round(percent * 100);
  const amount = Math.round((Math.abs(of) * hundredths) / (10_000 + hundredths));
  return { name, percent, amount: of < 0 ? -amount : amount, of };
}

/** What taxes add up to, for each currency and rate. */
export function sumTaxes(taxes: Taxed[]): Taxed[] {
  const sums = new Map<string, Taxed>();
  for (const tax of taxes) {
    const key = `${tax.currency} ${nameRate(tax)}`;
    const { amount = 0, of = 0 } = sums.get(key) ?? {};
    sums.set(key, { ...tax, amount: amount + tax.amount, of: of + tax.of });
  }
  return [...sums.values()];
}

/** `Includes 19% VAT: $7.98 USD`. @param tax.amount integer cents */
export function sayTax({ name, percent, amount }: TaxInAmount, currency: string): string {
  return `Includes ${nameRate({ name, percent })}: ${nameCharge(amount / 100, currency)}`;
}

/** `19% VAT` */
export function nameRate({ name, percent }: Rate): string {
  return `${percent}% ${name}`;
}
