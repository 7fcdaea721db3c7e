import type { CampClass } from '@speakifyr/contract/classes.ts';
import { countOf } from '../../lib/count-of.ts';
import { formatDollars } from '../../lib/format.ts';

/** What single days of a class cost: `$50 a day`, or `2 days $110, 3 days $150, more days $50 each`. R647 */
export function sayDayPrices({ byDay }: Pick<CampClass, 'byDay'>): string {
  if (!byDay) return '';
  const { prices, atLeast } = byDay;
  const [only, ...others] = prices;
  if (only === undefined) return '';
  const least = atLeast > 1 ? `, at least ${atLeast} days` : '';
  if (others.length === 0) return `${formatDollars(only)} a day${least}`;
  const last = prices.at(-1) ?? only;
  const more = `more days ${formatDollars(Math.round((last * 100) / prices.length) / 100)} each`;
  const named = prices
    .map((price, place) => ({ count: place + 1, price }))
    .filter(({ count }) => count >= atLeast)
    .map(({ count, price }) => `${countOf(count, 'day')} ${formatDollars(price)}`);
  return [...named, ...(prices.length < byDay.left.length - 1 ? [more] : [])].join(', ');
}
