import { readWeekday } from './class-days.ts';
import { asDays, type Extra, type SeatExtra } from './seat-extras.ts';

/**
 * How many more seats of a class can have an extra: with a price per day, on each of its days. So one lunch may be on
 * Monday for one child and on Tuesday for another. Plain functions only, for client and server. R441, R651
 */

/** A seat of the class. `days`: those that were chosen; missing: all. */
export type Taker = { days?: string[] | undefined; extras?: SeatExtra[] | undefined };

/** The days that an extra is for, of those that its seat has. Once for the class is on all of them. */
export function listExtraDays({ on }: Pick<SeatExtra, 'on'>, seatDays: string[]): string[] {
  return on ? seatDays.filter((day) => on.includes(day)) : seatDays;
}

/** How many of these seats have an extra. @param day only on this one */
export function countExtra(seats: Taker[], extraId: string, day?: string): number {
  const isOn = (days: string[] | undefined) => !day || !days || days.includes(day);
  return seats.filter(
    ({ days, extras = [] }) =>
      isOn(days) && extras.some((one) => one.extraId === extraId && isOn(one.on)),
  ).length;
}

/** How many more seats can have an extra; null if all can. @param day only on this one */
export function countExtraLeft(
  { id, capacity }: Pick<Extra, 'id' | 'capacity'>,
  others: Taker[],
  day?: string,
): number | null {
  return capacity === null ? null : Math.max(0, capacity - countExtra(others, id, day));
}

/** The days on which an extra is sold out for one more seat; without any, if it is sold once for the class. */
function listSoldOut(
  { extraId: id, capacity, ...extra }: SeatExtra,
  others: Taker[],
  seatDays: string[],
): string[] | undefined {
  const isFull = (day?: string) => countExtraLeft({ id, capacity }, others, day) === 0;
  if (extra.days === null) return isFull() ? [] : undefined;
  const full = listExtraDays(extra, seatDays).filter(isFull);
  return full.length > 0 ? full : undefined;
}

/**
 * The first of these extras that is sold out for one more seat of the class.
 * @param seatDays the days of that seat
 * @returns with the days on which it is sold out, if not on all that it was wanted for
 */
export function findSoldOut(
  extras: SeatExtra[],
  others: Taker[],
  seatDays: string[],
): SeatExtra | undefined {
  for (const { on: _on, ...extra } of extras) {
    const wanted = { ...extra, ...(_on && { on: _on }) };
    const full = listSoldOut(wanted, others, seatDays);
    if (full) return { ...extra, ...(full.length < (extra.days ?? 0) && { on: full }) };
  }
  return undefined;
}

/** Where a seat moves to: the days that it has there, and the other seats of that class. */
type Goal = { days: string[]; seats: Taker[] };

/**
 * What becomes of a seat's extras in another class, or on other days. Those that are offered and left there move along:
 * the price per day stays. Who had one on all days has it on all days there. Chosen days stay, or become the same weekday
 * of another week. The rest is dropped, maybe only some days of it. R444, R653
 * @param offered the extras that the new class offers
 */
export function moveExtras(
  extras: SeatExtra[],
  offered: Pick<Extra, 'id' | 'capacity'>[],
  { days, seats }: Goal,
): { stays: SeatExtra[]; dropped: SeatExtra[] } {
  const stays: SeatExtra[] = [];
  const dropped: SeatExtra[] = [];
  for (const extra of extras) {
    const now = offered.find(({ id }) => id === extra.extraId);
    const isFree = (day?: string) => now && countExtraLeft(now, seats, day) !== 0;
    if (!now || (extra.days === null && !isFree())) {
      dropped.push(extra);
      continue;
    }
    const { on, ...then } = { ...extra, capacity: now.capacity };
    if (extra.days === null) {
      stays.push(then);
      continue;
    }
    const same = stays.filter(({ extraId }) => extraId === extra.extraId);
    const taken = same.flatMap((one) => listExtraDays(one, days));
    const pairs = on ? pairDays(on, days, taken) : days.map((day) => ({ from: day, to: day }));
    const left = pairs.flatMap(({ to }) => (to && isFree(to) ? to : []));
    const lost = pairs.flatMap(({ from, to = from }) => (left.includes(to) ? [] : to));
    if (left.length === 0) dropped.push(extra);
    else {
      stays.push({ ...then, ...asDays(left.toSorted(), days) });
      if (lost.length > 0) dropped.push({ ...extra, days: lost.length, on: lost });
    }
  }
  return { stays, dropped };
}

/**
 * Each of these days, and which one it becomes: itself, or else the first free one of the same weekday.
 * @param days those that there are
 * @param taken those that something else has
 */
function pairDays(on: string[], days: string[], taken: string[]): { from: string; to?: string }[] {
  const used = new Set([...taken, ...on.filter((day) => days.includes(day))]);
  return on.map((from) => {
    if (days.includes(from) && !taken.includes(from)) return { from, to: from };
    const to = days.find((day) => !used.has(day) && readWeekday(day) === readWeekday(from));
    if (!to) return { from };
    used.add(to);
    return { from, to };
  });
}
