import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';

/** The first and last day of a class, yyyy-mm-dd. */
type CampDays = { camp_start: string; camp_end: string };

/** A class in which a student already has a seat. */
export type OwnCamp = CampDays & { classId: string; name: string };

/** The classes in which a student has a seat: those they hold, and those they have paid for. */
export function listOwnCamps(held: CartItem[], enrolled: EnrolledClass[]): OwnCamp[] {
  return [
    ...held.map(({ classId, name, camp_start, camp_end }) => ({
      classId,
      name,
      camp_start,
      camp_end,
    })),
    ...enrolled.map(({ classId, classData: { name }, camp_start, camp_end }) => ({
      classId,
      name,
      camp_start,
      camp_end,
    })),
  ];
}

/** The student's own classes that share a day with another class. */
export function findOverlaps(campClass: CampDays & { _id: string }, own: OwnCamp[]): OwnCamp[] {
  return own.filter(
    ({ classId, camp_start, camp_end }) =>
      classId !== campClass._id &&
      camp_start <= campClass.camp_end &&
      campClass.camp_start <= camp_end,
  );
}
