import { SCHOOL } from '@speakifyr/contract/school.ts';
import { priceWithTax } from '@speakifyr/contract/tax.ts';
import { formatDollars } from './format.ts';

/** What is paid for a price to which a tax is added: `$271.10 with it`. Empty if the price is all that is paid. R637 */
export function sayWithTax(price: number, { start = '', end = '' }): string {
  const sum = priceWithTax(price, SCHOOL);
  return sum > price ? `${start}${formatDollars(sum)} with it${end}` : '';
}
