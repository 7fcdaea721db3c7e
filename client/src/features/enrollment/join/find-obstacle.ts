import { findAge, fitsAges } from '@speakifyr/contract/age.ts';
import type { ListedChild } from '@speakifyr/contract/children.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { sayAges } from '@speakifyr/contract/format.ts';

export type AgesOfClass = Pick<CampClass, '_id' | 'camp_start' | 'ageFrom' | 'ageTo'>;

/** Whether a class is for the child's age, or the school has allowed this child. */
export function fitsClass(
  campClass: AgesOfClass,
  { birthDate, allowedClasses }: ListedChild,
): boolean {
  return allowedClasses.includes(campClass._id) || fitsAges(birthDate, campClass);
}

/** Why a child cannot join a class, apart from having a seat; undefined if it can. */
export function findObstacle(campClass: AgesOfClass, child: ListedChild): string | undefined {
  const { may, birthDate } = child;
  if (!may.includes('book')) return 'needs another guardian to book';
  if (fitsClass(campClass, child)) return undefined;
  const age = findAge(birthDate, campClass.camp_start);
  return `will be ${age} on the first day; this class is for ${sayAges(campClass)}`;
}
