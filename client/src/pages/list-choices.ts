import { findAge, fitsAges } from '@speakifyr/contract/age.ts';
import type { ListedChild } from '@speakifyr/contract/children.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { sayAges } from '@speakifyr/contract/format.ts';
import type { Joiner } from '../features/cart/cart.queries.ts';
import { describeOverlaps } from '../features/overlap/describe-overlaps.ts';
import { findOverlaps, type OwnCamp } from '../features/overlap/find-overlaps.ts';

/** Somebody of the family who may join a class. */
export type JoinChoice = Joiner & {
  /** Why they cannot join, as the rest of a sentence after the name. */
  obstacle?: string | undefined;
  /** A warning: they may join anyway. */
  warning?: string | undefined;
};

/** What is known about the family and the class. */
type Family = {
  children: ListedChild[];
  user: { name: string };
  /** Who has a seat in this class; null stands for the account itself. */
  seated: (string | null)[];
  /** All classes in which somebody of the family has a seat. */
  camps: OwnCamp[];
};

/** Who of a family may join a class, and who cannot and why: the children, then the account itself. */
export function listChoices(campClass: CampClass, family: Family): JoinChoice[] {
  const { children, user, seated, camps } = family;
  const people = [
    ...children.map((child) => ({
      childId: child._id,
      name: child.name,
      obstacle: findObstacle(campClass, child),
    })),
    { childId: null, name: user.name, obstacle: undefined },
  ];
  return people.map(({ childId, name, obstacle }) => {
    const overlaps = findOverlaps(campClass, camps, childId);
    return {
      childId,
      name,
      obstacle: seated.includes(childId) ? 'already has a seat' : obstacle,
      warning: overlaps.length > 0 ? `This class ${describeOverlaps(overlaps)}.` : undefined,
    };
  });
}

/** Why a child cannot join a class, apart from having a seat; undefined if it can. */
export function findObstacle(
  campClass: Pick<CampClass, '_id' | 'camp_start' | 'ageFrom' | 'ageTo'>,
  child: ListedChild,
): string | undefined {
  const { may, birthDate, allowedClasses } = child;
  if (!may.includes('book')) return 'needs another guardian to book';
  if (allowedClasses.includes(campClass._id) || fitsAges(birthDate, campClass)) return undefined;
  const age = findAge(birthDate, campClass.camp_start);
  return `will be ${age} on the first day; this class is for ${sayAges(campClass)}`;
}
