import { type CampDays, listClassDays } from './class-days.ts';
import { toCents } from './format.ts';

/** A class of which families may take some days. Plain functions only, for client and server. decisions/0129 */

/** How a class is sold by day. */
export type ByDay = {
  /**
   * What one day costs, two days, and so on, in whole currency units. More days than it names cost as much for each day
   * as the last of them. So a single price is a price per day.
   */
  prices: number[];
  /** How many days a family takes at least. */
  atLeast: number;
  /** From this day on (yyyy-mm-dd), days can be chosen. Until then, only the whole class. Missing: at once. */
  from?: string | undefined;
};

/** The same for a class that has only so many days: nobody can take more, so none are asked for and none have a price. */
export function fitByDay(byDay: ByDay, count: number): ByDay {
  const { prices, atLeast } = byDay;
  return { ...byDay, prices: prices.slice(0, count), atLeast: Math.min(atLeast, count) };
}

type Sold = CampDays & { price: number; byDay?: ByDay | null | undefined };

/**
 * What so many days of a class cost before discounts: never more than the whole class. R647
 * @returns whole currency units
 */
export function priceOfDays(
  { price, byDay }: Pick<Sold, 'price' | 'byDay'>,
  count: number,
): number {
  if (!byDay) return price;
  const named = byDay.prices[count - 1];
  if (named !== undefined) return Math.min(price, named);
  const last = byDay.prices.at(-1) ?? price;
  return Math.min(price, Math.round((toCents(last) * count) / byDay.prices.length) / 100);
}

/**
 * A class as somebody has it who chose days: it meets on those, and costs what they cost. Who has no chosen days has all of
 * it. Everything that goes by a seat's days asks this. R647
 */
export function asChosen<C extends Sold>(campClass: C, { days }: Chosen): C {
  if (!days) return campClass;
  const price = priceOfDays(campClass, days.length);
  return { ...onDays(campClass, { days }), price, byDay: undefined };
}

/** The same, where nobody asks for the price. */
export function onDays<C extends CampDays>(camp: C, { days }: Chosen): C {
  const [first] = days ?? [];
  if (!days || !first) return camp;
  return { ...camp, days, camp_start: first, camp_end: days.at(-1) ?? first };
}

/** Days that were chosen, in order. Missing: all. */
type Chosen = { days?: string[] | undefined };

/**
 * Days that somebody chose, as a seat has them.
 * @returns undefined if they are all days of the class
 */
export function toChosen(campClass: CampDays, days: string[] | undefined): string[] | undefined {
  const all = listClassDays(campClass);
  return days && all.some((day) => !days.includes(day)) ? days.toSorted() : undefined;
}

/**
 * Which days a seat loses and gets if it is to have others of its class. R648
 * @param before the class as the seat has it: `asChosen`; `after`: as it is to have it
 */
export function compareDays(before: CampDays, after: CampDays) {
  const [had, has] = [listClassDays(before), listClassDays(after)];
  const removed = had.filter((day) => !has.includes(day));
  const added = has.filter((day) => !had.includes(day));
  return {
    removed,
    added,
    isSame: removed.length + added.length === 0,
    isSameCount: had.length === has.length,
  };
}

/** The most places that these people take on any day: who has no chosen days takes one on each. */
export function countTaken(seats: Chosen[]): number {
  const chosen = seats.flatMap(({ days }) => days ?? []);
  const whole = seats.filter(({ days }) => !days).length;
  if (chosen.length === 0) return whole;
  const onDay = new Map<string, number>();
  for (const day of chosen) onDay.set(day, (onDay.get(day) ?? 0) + 1);
  return whole + Math.max(...onDay.values());
}

/** How many places these people take on one day. */
export function countTakenOn(seats: Chosen[], day: string): number {
  return seats.filter(({ days }) => !days || days.includes(day)).length;
}
