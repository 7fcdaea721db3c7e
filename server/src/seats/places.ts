import { countTaken, countTakenOn } from '@speakifyr/contract/sold-by-day.ts';
import type { ClassDocument, Seat } from '../database/class-document.ts';
import type { WaitingEntry } from '../database/waiting-documents.ts';

/** How many places a class has, and what is free, counted from its seats. decisions/0129 */

/** The part of a class that says what is free. */
type Counted = Pick<ClassDocument, 'sit' | 'seats' | 'waiting'>;

/** How many seats are kept for groups. They are neither free nor taken. */
export function countKept(waiting: WaitingEntry[] = []): number {
  return waiting.reduce((sum, { kept }) => sum + (kept?.seats ?? 0), 0);
}

/**
 * How many places a class has on each of its days: free, kept and taken. A resold seat doesn't count:
 * its place is already taken. Only an admin changes this number. R147
 */
export function countPlaces({ sit, ...campClass }: Counted) {
  return sit + countUsed(campClass);
}

/** How many of its places are kept or taken on the day on which most are. */
export function countUsed({ seats, waiting }: Pick<Counted, 'seats' | 'waiting'>): number {
  return countKept(waiting) + countTaken(seats.filter((seat) => !isForResale(seat)));
}

/** The places of a class that are not kept, and who has them. */
export function roomOf(campClass: Counted): Room {
  const { seats, waiting } = campClass;
  return { seats, places: countPlaces(campClass) - countKept(waiting) };
}

type Room = { seats: Seat[]; places: number };

/** Whether so many more people find a place on each of their days. */
export function hasRoom({ seats, places }: Room, more: Pick<Seat, 'days'>[]): boolean {
  return countTaken([...seats.filter((seat) => !isForResale(seat)), ...more]) <= places;
}

/**
 * A class with other seats, and with as many places as before. What is free then for the whole class is `sit`, which is below 0 if
 * more seats are taken on a day than there are places. R647
 */
export function changeSeatsOf(campClass: Counted, seats: Seat[]): Pick<Counted, 'sit' | 'seats'> {
  return { seats, sit: countPlaces(campClass) - countUsed({ ...campClass, seats }) };
}

/**
 * How many places are free on a day. R647
 * @param day yyyy-mm-dd
 */
export function countFreeOn(campClass: Counted, day: string): number {
  const taken = countTakenOn(
    campClass.seats.filter((seat) => !isForResale(seat)),
    day,
  );
  return countPlaces(campClass) - countKept(campClass.waiting) - taken;
}

/**
 * How many people find a place on all of these days, or for the whole class.
 * @param chosen.days at least one
 */
export function countFreeFor(campClass: Counted, { days }: Pick<Seat, 'days'>): number {
  return days ? Math.min(...days.map((day) => countFreeOn(campClass, day))) : campClass.sit;
}

/** Whether the owner has put a paid seat up for resale. */
export function isForResale(seat: Seat): boolean {
  return seat.state === 'enrolled' && seat.isForResale === true;
}

/** Whether somebody may have, or wait for, some days of a class. Then its places are counted for each day. */
export function isByDay({
  byDay,
  seats,
  waiting = [],
}: Pick<ClassDocument, 'byDay' | 'seats' | 'waiting'>) {
  return Boolean(byDay) || [...seats, ...waiting].some(({ days }) => days !== undefined);
}
