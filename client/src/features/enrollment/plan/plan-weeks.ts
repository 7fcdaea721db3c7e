import { fitsAges } from '@speakifyr/contract/age.ts';
import { listClassDays, meetsBetween } from '@speakifyr/contract/class-days.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { meetAtOnce, type Meeting } from '@speakifyr/contract/meet-at-once.ts';
import { addDays, findWeekStart } from '@speakifyr/contract/days.ts';

/** A class in which somebody of the family has a seat: paid, or held in the cart. */
export type OwnClass = Meeting & {
  classId: string;
  name: string;
  /** null for the account itself. */
  childId: string | null;
  isPaid: boolean;
};

/** Whose weeks are planned. */
export type Planned = {
  childId: string | null;
  /** yyyy-mm-dd; undefined if it is not known. */
  birthDate: string | undefined;
};

export type PlannedWeek = {
  /** The first day of the week, yyyy-mm-dd. */
  start: string;
  /** By day and hour. None: a gap. */
  booked: (OwnClass & {
    /** The names of other classes of this person at the same hours of this week. */
    clashes: string[];
  })[];
  /** In a gap: how many classes of this week have a free seat and take the person's age. */
  fitting: number;
};

/**
 * The weeks of a person's summer in which the school has classes, or they have a seat: what is booked, where nothing is,
 * and what meets at the same hours. R283
 * @param own the classes of the whole family
 * @param offered all open classes
 * @param today weeks that ended before are left out
 */
export function planWeeks(
  { childId, birthDate }: Planned,
  own: OwnClass[],
  offered: CampClass[],
  today: string,
): PlannedWeek[] {
  const theirs = own.filter((one) => one.childId === childId).map((one) => addHours(one, offered));
  const thisWeek = findWeekStart(today);
  const starts = new Set([...theirs, ...offered].flatMap(listClassDays).map(findWeekStart));
  return [...starts]
    .filter((start) => start >= thisWeek)
    .sort()
    .map((start) => {
      const week = { from: start, to: addDays(start, 6) };
      const booked = theirs.filter((one) => meetsBetween(one, week)).sort(byTime);
      return {
        start,
        booked: booked.map((one) => ({ ...one, clashes: findClashes(one, booked, week) })),
        fitting:
          booked.length > 0
            ? 0
            : offered.filter((one) => meetsBetween(one, week) && isFor(birthDate, one)).length,
      };
    });
}

/** The cart does not know the hours of its classes. */
function addHours(one: OwnClass, offered: CampClass[]): OwnClass {
  const { dailyStart = null, dailyEnd = null } =
    offered.find(({ _id }) => _id === one.classId) ?? {};
  return { dailyStart, dailyEnd, ...one };
}

function isFor(birthDate: string | undefined, one: CampClass): boolean {
  return one.joining === 'open' && one.sit > 0 && !!birthDate && fitsAges(birthDate, one);
}

/** Only what clashes in this week: classes of several weeks may share others. */
function findClashes(one: OwnClass, booked: OwnClass[], week: Week): string[] {
  const here = clip(one, week);
  return booked
    .filter((other) => other.classId !== one.classId && meetAtOnce(here, clip(other, week)))
    .map(({ name }) => name);
}

function clip(one: OwnClass, { from, to }: Week): Meeting {
  const days = listClassDays(one).filter((day) => from <= day && day <= to);
  return { ...one, camp_start: from, camp_end: to, days };
}

type Week = { from: string; to: string };

function byTime(one: OwnClass, other: OwnClass): number {
  const read = ({ camp_start, dailyStart, name }: OwnClass) =>
    `${camp_start} ${dailyStart ?? ''} ${name}`;
  return read(one).localeCompare(read(other));
}
