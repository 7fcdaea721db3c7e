import { toCents } from '@speakifyr/contract/format.ts';
import type { PlanPart } from '@speakifyr/contract/owed.ts';
import { leastCharge } from '@speakifyr/contract/places.ts';

/**
 * The days on which parts are due: today, and the same day of the next months.
 * @param today yyyy-mm-dd
 */
export function listDueDays(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, months) => addMonths(today, months));
}

/** The same day some months later, or the last one of a shorter month. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const found = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)));
  return found.toISOString().slice(0, 10);
}

/**
 * The parts of one price, in cents. They are never more than the price; the last one takes the rest. R365
 * @param deposit the first part; 0 if all parts are equal
 * @returns one part if the others would be too small for a card
 */
export function splitPrice(
  price: number,
  [today = '', ...later]: string[],
  deposit: number,
): PlanPart[] {
  const first = Math.min(price, deposit > 0 ? deposit : Math.ceil(price / (later.length + 1)));
  const each = Math.floor((price - first) / later.length);
  if (later.length === 0 || Math.min(first, each) < toCents(leastCharge()))
    return [{ due: today, amount: price }];
  const last = price - first - each * (later.length - 1);
  return [
    { due: today, amount: first },
    ...later.map((due, place) => ({ due, amount: place === later.length - 1 ? last : each })),
  ];
}
