import type { CampDays } from '@speakifyr/contract/class-days.ts';
import type { ClassFacts } from '@speakifyr/contract/classes.ts';
import { NO_FACTS } from '@speakifyr/contract/class-facts.ts';
import type { ObjectId } from 'mongodb';

/** What families ask about a class. All optional. R70 */
export function readClassFacts(campClass: Partial<ClassFacts>): ClassFacts {
  const names = Object.keys(NO_FACTS) as (keyof ClassFacts)[];
  const facts = names.map((name) => [name, campClass[name] ?? NO_FACTS[name]]);
  return Object.fromEntries(facts) as ClassFacts;
}

/** A class as calendars and letters describe it. */
export type ClassSummary = ClassFacts &
  CampDays & {
    name: string;
    room: number;
    /** null if nobody is assigned. */
    instructor: string | null;
    /** How often admins have changed the class: the SEQUENCE of its calendar entries. */
    revision: number;
  };

/** An enrolled seat as calendars and letters describe it. */
export type SeatSummary = {
  /** Empty once the seat is gone. */
  entryCode: string;
  /** The name of the child who has the seat; null for the account itself. */
  child: string | null;
  /** Names the seat's entry in calendars. It stays the same while the seat is in this class. */
  calendarId: string;
  /** The days that were chosen for it. Missing: all of the class. R647 */
  days?: string[];
};

/** A seat in a class, as calendars know it. */
export type EntryFacts = { campClass: ClassSummary; seat: SeatSummary };

/** What names the calendar entry of a seat. `childId` is missing if the account joined for itself. */
type SeatIds = {
  seatId: ObjectId;
  childId?: ObjectId;
  paymentId: string;
  movedBy?: ObjectId;
};

/** @param child the name of the child who has the seat; `itemCount`: how many seats the seat's payment bought */
export function summarizeSeat(
  { entry_code, days, ...ids }: SeatIds & { entry_code: string; days?: string[] | undefined },
  child: string | null,
  itemCount: number,
): SeatSummary {
  return {
    entryCode: entry_code,
    child,
    calendarId: nameCalendarEntry(ids, itemCount),
    ...(days && { days }),
  };
}

/**
 * Names the calendar entry of a seat. The entry of a payment for one seat is named after the payment, as in the
 * calendars of people who enrolled before there were carts. Another guardian of a child has nothing to do with the
 * payment. A seat that moved to another class has a new entry: the old one is removed from the calendar. R92, R184
 * @param itemCount how many seats the payment bought
 */
export function nameCalendarEntry(
  { seatId, childId, paymentId, movedBy }: SeatIds,
  itemCount: number,
): string {
  if (movedBy) return movedBy.toHexString();
  return childId || itemCount > 1 ? seatId.toHexString() : paymentId;
}
