import { SCHOOL } from '@speakifyr/contract/school.ts';

/** The tax that comes on top of a price: `plus 8% sales tax`. Empty if the price is all that is paid. R637 */
export function sayAddedTax(price: number): string {
  // Not by contract/tax.ts: a list of classes loads little.
  const { isAdded, name, percent } = SCHOOL.tax;
  return isAdded && percent > 0 && price > 0 ? `plus ${percent}% ${name}` : '';
}
