import { SCHOOL } from '@speakifyr/contract/school.ts';
import { findAge, fitsAges } from '@speakifyr/contract/age.ts';
import type { ListedChild } from '@speakifyr/contract/children.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import type { Joiner } from '../cart/cart.queries.ts';
import { ADULT_AGE } from '@speakifyr/contract/limits.ts';
import { readToday } from '../../../lib/format.ts';
import { listNames } from '../../../lib/list-names.ts';
import { type AgesOfClass, findObstacle, fitsClass } from './find-obstacle.ts';
import { describeOverlaps, findOverlaps } from './find-overlaps.ts';
import type { OwnCamp } from './own-camps.ts';

/** Somebody of the family who may join a class. */
export type JoinChoice = Joiner & {
  /** Why they cannot join, as the rest of a sentence after the name. */
  obstacle?: string | undefined;
  /** The obstacle is the child's age: the school can make an exception. */
  isAboutAge?: boolean;
  /** A warning: they may join anyway. */
  warning?: string | undefined;
};

/** What is known about the family and the class. */
type Family = {
  children: ListedChild[];
  user: { name: string; birthDate?: string | undefined };
  /** Who has a seat in this class; null stands for the account itself. */
  seated: (string | null)[];
  /** All classes in which somebody of the family has a seat. */
  camps: OwnCamp[];
};

/**
 * Who in a family may join a class, and who can't and why: the children, then the account itself, if the class takes adults
 * and so does the school. R519
 */
export function listChoices(campClass: CampClass, family: Family): JoinChoice[] {
  const { children, user, seated, camps } = family;
  const offersMe =
    SCHOOL.booking.adultsJoin && (seated.includes(null) || fitsAdult(campClass, user));
  const people = [
    ...children.map((child) => ({
      childId: child._id,
      name: child.name,
      obstacle: findObstacle(campClass, child),
      isAboutAge: child.may.includes('book') && !fitsClass(campClass, child),
    })),
    ...(offersMe
      ? [{ childId: null, name: user.name, obstacle: findOwnObstacle(user), isAboutAge: false }]
      : []),
  ];
  return people.map(({ childId, name, obstacle, isAboutAge }) => {
    const overlaps = findOverlaps(campClass, camps, childId);
    const warnings = [
      ...(overlaps.length > 0 ? [`This class ${describeOverlaps(overlaps)}.`] : []),
      ...describeUnpaid(overlaps),
    ];
    const isSeated = seated.includes(childId);
    return {
      childId,
      name,
      obstacle: isSeated ? 'already has a seat' : obstacle,
      isAboutAge: !isSeated && isAboutAge,
      warning: warnings.join(' ') || undefined,
    };
  });
}

/** The server holds one unpaid seat for each person and day. Not an obstacle here: the office may have reserved it. */
function describeUnpaid(overlaps: OwnCamp[]): string[] {
  const unpaid = overlaps.filter(({ isUnpaid }) => isUnpaid).map(({ name }) => name);
  if (unpaid.length === 0) return [];
  return [`Pay for ${listNames(unpaid)} first, or remove ${unpaid.length === 1 ? 'it' : 'them'}.`];
}

function findOwnObstacle({ birthDate }: Family['user']): string | undefined {
  if (!birthDate || findAge(birthDate, readToday()) >= ADULT_AGE) return undefined;
  return `can take a seat from the age of ${ADULT_AGE}`;
}

/** Whether a class takes the account itself: by its age, or any adult as long as that is unknown. R525 */
export function fitsAdult(campClass: AgesOfClass, { birthDate }: Family['user']): boolean {
  if (birthDate) return fitsAges(birthDate, campClass);
  return campClass.ageTo === null || campClass.ageTo >= ADULT_AGE;
}

/** @returns who is chosen before anybody presses: the only child who can join, if there is one */
export function findOnlyChild(fitting: JoinChoice[]): (string | null)[] {
  const children = fitting.filter(({ childId }) => childId !== null);
  return children.length === 1 ? children.map(({ childId }) => childId) : [];
}
