import { type CampDays, listClassDays } from '@speakifyr/contract/class-days.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { asChosen, toChosen } from '@speakifyr/contract/sold-by-day.ts';
import { countOf } from '../../../lib/count-of.ts';
import { formatDollars, readToday } from '../../../lib/format.ts';

/** A class as somebody takes it: of one that is sold by day, maybe some of its days. R647 */
export type ChosenClass = CampClass & {
  /** The days that were chosen, in order. Missing: all. */
  chosenDays?: string[];
};

/** Whether families can take single days of a class now. R647 */
export function sellsDays({ byDay }: Pick<CampClass, 'byDay'>): boolean {
  return Boolean(byDay) && (byDay?.from ?? '') <= readToday();
}

type DayLeft = { day: string; left: number };

/** The days of a class that is sold by day, each with the places that are left. */
export function listDaysLeft({ byDay, ...camp }: CampDays & Pick<CampClass, 'byDay'>): DayLeft[] {
  return listClassDays(camp).map((day, place) => ({ day, left: byDay?.left[place] ?? 0 }));
}

/** The days that are chosen before anybody presses: all, if the whole class is free. */
export function firstDays(campClass: CampClass): string[] {
  const days = listDaysLeft(campClass);
  return sellsDays(campClass) ? allIfFree(days) : days.map(({ day }) => day);
}

/** All of these days, if each has a place left; otherwise none. */
export function allIfFree(days: DayLeft[]): string[] {
  return days.every(({ left }) => left > 0) ? days.map(({ day }) => day) : [];
}

/** Those of these days on which there are fewer places than so many people need. */
export function findFull(days: DayLeft[], people = 1): string[] {
  return days.flatMap(({ day, left }) => (left < people ? day : []));
}

/** The days that somebody may wait for: those that are still to come. R649 */
export function listComingDays(campClass: CampClass): DayLeft[] {
  return listDaysLeft(campClass).filter(({ day }) => day > readToday());
}

/** The days that are chosen at first by somebody who waits: those that are full. */
export function listFullDays(campClass: CampClass): string[] {
  return findFull(sellsDays(campClass) ? listComingDays(campClass) : listDaysLeft(campClass));
}

/** @param days those that are ticked */
export function chooseClass(campClass: CampClass, days: string[]): ChosenClass {
  const chosenDays = campClass.byDay && toChosen(campClass, days);
  if (!chosenDays) return campClass;
  // Nothing is chosen yet: what it costs is the price of the class, and no chosen day is full.
  if (chosenDays.length === 0) return { ...campClass, sit: Infinity, chosenDays };
  const left = listDaysLeft(campClass).filter(({ day }) => chosenDays.includes(day));
  const sit = Math.min(...left.map((one) => one.left));
  // What is cheaper today is the price of all days.
  return { ...asChosen(campClass, { days: chosenDays }), sit, early: undefined, chosenDays };
}

/** What is missing before these days can be taken; undefined if nothing is. */
export function findDaysProblem({ byDay }: CampClass, days: string[]): string | undefined {
  if (!byDay || !sellsDays({ byDay }) || days.length >= byDay.atLeast) return undefined;
  return `Choose at least ${countOf(byDay.atLeast, 'day')}.`;
}

/** Such as `3 days: $150 a seat`. */
export function sayDaysPrice({ price, chosenDays }: ChosenClass): string {
  const days = chosenDays ? countOf(chosenDays.length, 'day') : 'All days';
  return `${days}: ${formatDollars(price)} a seat`;
}
