import { listClassDays, meetsBetween, shareClassDay } from '@speakifyr/contract/class-days.ts';
import type { ListedChild } from '@speakifyr/contract/children.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { meetAtOnce, type Meeting } from '@speakifyr/contract/meet-at-once.ts';
import { addDays, findWeekStart } from '@speakifyr/contract/days.ts';
import { findObstacle } from '../join/find-obstacle.ts';

/** A class in which somebody of the family has a seat: paid, or held in the cart. */
export type OwnClass = Meeting & {
  classId: string;
  name: string;
  /** null for the account itself. */
  childId: string | null;
  isPaid: boolean;
};

/** Whose weeks are planned: a child, or without one the account itself. */
export type Planned = { childId: string | null; name: string; child?: ListedChild };

/** A seat that somebody has chosen in the plan, and that is not held yet. */
export type Choice = { childId: string; campClass: CampClass };

/** What a person has in a week, and could have. */
export type PlannedCell = {
  person: Planned;
  /** By day and hour. */
  booked: (OwnClass & {
    /** The names of other classes of this person at the same hours of this week. */
    clashes: string[];
  })[];
  /** The classes of this week that take the person, have a free seat, and don't overlap with what is booked. */
  fitting: CampClass[];
};

export type PlannedWeek = {
  /** The first day of the week, yyyy-mm-dd. */
  start: string;
  cells: PlannedCell[];
};

/**
 * The weeks of a family's summer in which the school has classes, or somebody has a seat: what is booked, what meets at the
 * same hours, and what fits. R283, R646
 * @param own the classes of the whole family
 * @param offered all open classes
 * @param today weeks that ended before are left out
 */
export function planWeeks(
  people: Planned[],
  own: OwnClass[],
  offered: CampClass[],
  today: string,
): PlannedWeek[] {
  const ours = own.map((one) => addHours(one, offered));
  const thisWeek = findWeekStart(today);
  const starts = new Set([...ours, ...offered].flatMap(listClassDays).map(findWeekStart));
  return [...starts]
    .filter((start) => start >= thisWeek)
    .sort()
    .map((start) => {
      const week = { from: start, to: addDays(start, 6) };
      const inWeek = offered.filter((one) => meetsBetween(one, week));
      return {
        start,
        cells: people.map((person) => {
          const theirs = ours.filter(({ childId }) => childId === person.childId);
          const booked = theirs.filter((one) => meetsBetween(one, week)).sort(byTime);
          return {
            person,
            booked: booked.map((one) => ({ ...one, clashes: findClashes(one, booked, week) })),
            fitting: inWeek.filter((one) => isFor(person, one) && !overlaps(one, theirs)),
          };
        }),
      };
    });
}

/**
 * Takes a seat into the plan, or out of it. A person has one unpaid seat for each day, so another one on these days goes.
 * R51
 */
export function toggleChoice(chosen: Choice[], wanted: Choice): Choice[] {
  const others = chosen.filter((one) => !isSame(one, wanted));
  if (others.length < chosen.length) return others;
  return [
    ...others.filter(
      ({ childId, campClass }) =>
        childId !== wanted.childId || !shareClassDay(campClass, wanted.campClass),
    ),
    wanted,
  ];
}

export function isSame(one: Choice, other: Choice): boolean {
  return one.childId === other.childId && one.campClass._id === other.campClass._id;
}

/** The cart does not know the hours of its classes. */
function addHours(one: OwnClass, offered: CampClass[]): OwnClass {
  const { dailyStart = null, dailyEnd = null } =
    offered.find(({ _id }) => _id === one.classId) ?? {};
  return { dailyStart, dailyEnd, ...one };
}

/** Of the account itself, nobody knows what fits. */
function isFor({ child }: Planned, one: CampClass): boolean {
  return one.joining === 'open' && one.sit > 0 && child !== undefined && !findObstacle(one, child);
}

/** Of what is not paid yet, a person has one seat for each day. R51 */
function overlaps(one: CampClass, theirs: OwnClass[]): boolean {
  return theirs.some(
    (own) =>
      own.classId === one._id || (own.isPaid ? meetAtOnce(own, one) : shareClassDay(own, one)),
  );
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
