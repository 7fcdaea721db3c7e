import { toCents } from '@speakifyr/contract/format.ts';
import { MAX_PRICE } from '@speakifyr/contract/limits.ts';

/** A percentage as somebody types it: 0 to 100, with one decimal at most. @returns 0 if empty; undefined if it is none */
export function readPercent(text: string): number | undefined {
  const typed = text.trim().replace(',', '.').replace(/%$/, '');
  if (typed === '') return 0;
  const percent = Number(typed);
  return /^\d{1,3}(\.\d)?$/.test(typed) && percent <= 100 ? percent : undefined;
}

/**
 * A price that is raised by a percentage, and rounded to the nearest whole unit of the currency or cent, half up. It never
 * falls: what rounding would lower stays. What is free stays free. R599
 * @param price in whole currency units
 * @param percent 0 to 100, with one decimal at most
 */
export function raisePrice(price: number, percent: number, isWhole: boolean): number {
  if (percent === 0 || price === 0) return price;
  const step = isWhole ? 100 : 1;
  // In whole numbers, or 1.1 % of a price would be off by a cent.
  const thousandths = toCents(price) * (1_000 + Math.round(percent * 10));
  const cents = Math.round(thousandths / 1_000 / step) * step;
  return Math.min(MAX_PRICE, Math.max(price, cents / 100));
}
