import type { CampDays } from '@speakifyr/contract/class-days.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { hasSeats } from '@speakifyr/contract/has-seats.ts';
import { read } from '../../../lib/read.ts';
import { useChildren } from '../../families/children/children.queries.ts';
import { describeOverlaps, findOverlaps } from '../join/find-overlaps.ts';
import type { Heir } from './child-dialog.tsx';
import type { Target } from './class-choice.tsx';
import { moveQuotesOptions } from './moves.queries.ts';
import { findObstacle } from '../join/find-obstacle.ts';
import { fitsAdult } from '../join/list-choices.ts';
import { useFamilySeats, useOwnCamps } from '../join/own-camps.ts';

/**
 * The classes that a seat may move to: open, with free seats, for the child's age, and without a seat of this child.
 * @param isAsked whether somebody wants to see them
 * @returns undefined while they load
 */
export function useTargets(
  course: EnrolledClass,
  user: User,
  isAsked: boolean,
): Target[] | undefined {
  const { childId } = course;
  const judge = useClashes(course, user);
  const { data: classes } = useQuery({ ...read('GET /classes'), staleTime: 0 });
  const { data: family } = useChildren();
  const { data: quotes } = useQuery({ ...moveQuotesOptions(course.cartId), enabled: isAsked });
  if (!classes || !family || !quotes) return undefined;
  const child = family.children.find(({ _id }) => _id === childId);
  return classes
    .filter(
      (one) =>
        one.joining === 'open' &&
        hasSeats(one) &&
        (childId === null
          ? !user.birthDate || fitsAdult(one, user)
          : child && !findObstacle(one, child)),
    )
    .flatMap((campClass) => {
      const warning = judge(campClass);
      const quote = quotes.find((one) => one.classId === campClass._id);
      return quote ? [{ campClass, quote, warning }] : [];
    });
}

/** @returns a function that says with which other classes of this person a class shares a day */
export function useClashes(
  { classId, childId }: EnrolledClass,
  user: User,
): (campClass: CampDays & { _id: string }) => string | undefined {
  const camps = useOwnCamps(user);
  // The old seat no longer clashes with anything.
  const others = camps.filter((camp) => camp.classId !== classId || camp.childId !== childId);
  return (campClass) => {
    const overlaps = findOverlaps(campClass, others, childId);
    return overlaps.length > 0 ? `This class ${describeOverlaps(overlaps)}.` : undefined;
  };
}

/** The children of the family who may get a seat from a child or from the account itself, and why others can't. R231 */
export function useHeirs(course: EnrolledClass, user: User): Heir[] {
  const { data: family } = useChildren();
  const { joiners } = useFamilySeats(user, course.classId);
  if (!family) return [];
  return family.children
    .filter(({ _id }) => _id !== course.childId)
    .map((child) => ({
      childId: child._id,
      name: child.name,
      obstacle: joiners.includes(child._id)
        ? 'already has a seat'
        : findObstacle({ ...course, _id: course.classId }, child),
    }));
}
