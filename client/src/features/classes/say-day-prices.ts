import type { CampClass } from '@speakifyr/contract/classes.ts';
import { countOf } from '../../lib/count-of.ts';
import { formatDollars } from '../../lib/format.ts';

/** What single days of a class cost: `$50 a day`, or `2 days $110, 3 days $150`. R647 */
export function sayDayPrices({ byDay }: Pick<CampClass, 'byDay'>): string {
  if (!byDay) return '';
  const { prices, atLeast } = byDay;
  const [only, ...others] = prices;
  if (only === undefined) return '';
  const least = atLeast > 1 ? `, at least ${atLeast} days` : '';
  if (others.length === 0) return `${formatDollars(only)} a day${least}`;
  return prices
    .map((price, place) => ({ count: place + 1, price }))
    .filter(({ count }) => count >= atLeast)
    .map(({ count, price }) => `${countOf(count, 'day')} ${formatDollars(price)}`)
    .join(', ');
}
