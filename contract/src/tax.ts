import { nameCharge } from './format.ts';
import type { TaxInAmount } from './payments.ts';

type Rate = Pick<TaxInAmount, 'name' | 'percent'>;

/** The tax that is in the school's prices. Pages and papers of a school without one say nothing of it. R615 */

/**
 * The tax that is in an amount.
 * @param amount integer cents; below 0 for what goes back
 * @param percent of the price without it, with up to two decimals
 * @returns integer cents, of the same sign
 */
function findTax(amount: number, percent: number): number {
  const hundredths = Math.round(percent * 100);
  const tax = Math.round((Math.abs(amount) * hundredths) / (10_000 + hundredths));
  return amount < 0 ? -tax : tax;
}

/** The tax in an amount at a rate, as papers and rows have it. @param of integer cents */
export function taxIn({ name, percent }: Rate, of: number): TaxInAmount {
  return { name, percent, amount: findTax(of, percent), of };
}

/** `Includes 19% VAT: $7.98 USD`. @param tax.amount integer cents */
export function sayTax({ name, percent, amount }: TaxInAmount, currency: string): string {
  return `Includes ${nameRate({ name, percent })}: ${nameCharge(amount / 100, currency)}`;
}

/** `19% VAT` */
export function nameRate({ name, percent }: Rate): string {
  return `${percent}% ${name}`;
}
