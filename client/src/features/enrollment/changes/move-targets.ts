import type { User } from '@speakifyr/contract/identity.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import type { CancellationPreview } from '@speakifyr/contract/cancellation.ts';
import {
  findFall,
  findPriceDifference,
  quoteMove,
  splitFall,
} from '@speakifyr/contract/price-difference.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import { priceInClass } from '@speakifyr/contract/prices.ts';
import { useQuery } from '@tanstack/react-query';
import { useChildren } from '../../family/children/children.queries.ts';
import { classesOptions } from '../../classes/classes.queries.ts';
import { describeOverlaps, findOverlaps } from '../join/find-overlaps.ts';
import type { Heir } from './child-dialog.tsx';
import { movedExtrasOptions } from '../extras/extras.queries.ts';
import { listMovedLines } from '../extras/moved-extras.ts';
import type { Target } from './class-choice.tsx';
import type { MoveMoney } from './describe-difference.ts';
import { readToday } from '../../../lib/format.ts';
import { findObstacle } from '../join/list-choices.ts';
import { useFamilySeats, useOwnCamps } from '../join/own-camps.ts';

/**
 * The classes that a seat may move to: open, with free seats, for the child's age, and without a seat of this child.
 * @param quote what is left of what was paid for the seat, and how much is refunded; undefined while it loads
 * @returns undefined while they load
 */
export function useTargets(
  course: EnrolledClass,
  user: User,
  quote: CancellationPreview | undefined,
): Target[] | undefined {
  const { classId, childId } = course;
  const { data: classes } = useQuery({ ...classesOptions(), staleTime: 0 });
  const { data: family } = useChildren();
  const camps = useOwnCamps(user);
  const { data: moved } = useQuery({
    ...movedExtrasOptions(course.cartId),
    enabled: course.extras !== undefined,
  });
  if (!classes || !family || !quote || (course.extras && !moved)) return undefined;
  const child = family.children.find(({ _id }) => _id === childId);
  // The old seat no longer clashes with anything.
  const others = camps.filter((camp) => camp.classId !== classId || camp.childId !== childId);
  const isSeated = (id: string) =>
    others.some((camp) => camp.classId === id && (camp.childId ?? null) === childId);
  return classes
    .filter(
      (one) =>
        one._id !== classId &&
        one.joining === 'open' &&
        one.sit > 0 &&
        !isSeated(one._id) &&
        (childId === null || (child && !findObstacle(one, child))),
    )
    .map((campClass) => {
      const overlaps = findOverlaps(campClass, others, childId);
      const extras = moved?.find((one) => one.classId === campClass._id);
      return {
        campClass,
        extras,
        money: findMoney(course, { price: campClass.price, extras }, quote),
        warning: overlaps.length > 0 ? `This class ${describeOverlaps(overlaps)}.` : undefined,
      };
    });
}

/** What a move means for the money. */
function findMoney(
  { price, lines, share, camp_start: campStart }: EnrolledClass,
  target: { price: number; extras: Target['extras'] },
  { paid: left, parts, owed }: CancellationPreview,
): MoveMoney {
  const there = priceInClass(lines, target.price, listMovedLines(target.extras));
  const { from, to } = findOwnPrices(price, there, share);
  const today = readToday();
  const { refund, kept } = quoteMove({ from, to, parts, campStart, today });
  const pay = Math.max(0, findPriceDifference({ from, to, left }));
  return { pay, refund, kept, falls: findFall({ from, to, owed }) };
}

/** The reader's share of both prices. The mover pays for a more expensive class; a cheaper one helps both payers. */
function findOwnPrices(from: number, to: number, share: number | null) {
  if (share === null) return { from, to };
  const [before, after] = [toCents(from), toCents(to)];
  const [falls] = splitFall({ from, to, shares: [share, before - share] });
  return { from: share / 100, to: (share - falls + Math.max(0, after - before)) / 100 };
}

/** The children of the family who may get a seat from a child or from the account itself, and why others can't. */
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
