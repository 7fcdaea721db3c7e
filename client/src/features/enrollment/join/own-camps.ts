import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { CampDays } from '@speakifyr/contract/class-days.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import { useQuery } from '@tanstack/react-query';
import { findFirstToEnd, isProcessing, listPayable } from '../../../lib/cart-seats.ts';
import { read } from '../../../lib/read.ts';
import type { OwnSeat } from './own-seat.ts';
import { myEnrolledClassOptions } from '../seats/enrollment.queries.ts';
import { isParent } from '../../../session/is-parent.ts';

/** A class in which somebody of a family already has a seat: a child, or without `childId` the account itself. */
export type OwnCamp = CampDays & {
  classId: string;
  name: string;
  childId?: string | null;
  /** The seat is held, and not paid yet. */
  isUnpaid?: true;
};

/** The classes in which a student has a seat: those they hold, and those they have paid for. */
export function listOwnCamps(held: CartItem[], enrolled: EnrolledClass[]): OwnCamp[] {
  return [
    ...held.map(({ classId, name, camp_start, camp_end, days, childId }) => ({
      classId,
      name,
      camp_start,
      camp_end,
      days,
      childId,
      isUnpaid: true as const,
    })),
    ...enrolled.map(({ classId, classData: { name }, camp_start, camp_end, days, childId }) => ({
      classId,
      name,
      camp_start,
      camp_end,
      days,
      childId,
    })),
  ];
}

/** How long the student's seats count as known when another card shows them, in milliseconds. */
export const FRESH_MS = 30_000;

/** Who in a family has a seat in one class, and which of the seats the page leads to. */
export type FamilySeats = {
  /** Undefined if nobody has one, or it is not known yet. */
  seat: OwnSeat | undefined;
  /** Children who have one; null stands for the account itself. */
  joiners: (string | null)[];
};

/** The seats of the signed-in student and their children in one class. */
export function useFamilySeats(user: User | undefined, classId: string): FamilySeats {
  const email = user?.email ?? '';
  // Every card of a list asks, so a short-lived answer is fresh enough for the next page of the list.
  const shared = { enabled: isParent(user), staleTime: FRESH_MS };
  const cart = useQuery({ ...read('GET /myclass', { query: { email } }), ...shared }).data ?? [];
  const held = cart.filter(isThisClass);
  const enrolled =
    useQuery({ ...myEnrolledClassOptions(email), ...shared }).data?.filter(isThisClass) ?? [];
  const joiners = [...held, ...enrolled].map(({ childId }) => childId);
  const [first] = held.filter((course) => !isProcessing(course));
  if (!first && held.length > 0) return { seat: { state: 'processing' }, joiners };
  if (!first) return { seat: enrolled.length > 0 ? { state: 'enrolled' } : undefined, joiners };
  const heldUntil = findFirstToEnd(held) ?? '';
  const alsoHeld = listPayable(cart)
    .map(({ _id }) => _id)
    .filter((id) => id !== first._id);
  return { seat: { state: 'held', cartId: first._id, heldUntil, alsoHeld }, joiners };

  function isThisClass(course: { classId: string }): boolean {
    return course.classId === classId;
  }
}

/** The classes in which the signed-in person has a seat; none for people who are not students. */
export function useOwnCamps(user: User | undefined): OwnCamp[] {
  const email = user?.email ?? '';
  const enabled = isParent(user);
  const held = useQuery({ ...read('GET /myclass', { query: { email } }), enabled });
  const enrolled = useQuery({ ...myEnrolledClassOptions(email), enabled });
  return enabled ? listOwnCamps(held.data ?? [], enrolled.data ?? []) : [];
}
