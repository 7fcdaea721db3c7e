import type { ObjectId } from 'mongodb';
import { readFacts } from '../../class-facts.ts';
import type { UserDocument } from '../../database/collections.ts';
import { type ClassWithSeat, getClassWithSeat, type PaidSeat } from '../../seats/seats.service.ts';
import type { Services } from '../../services.ts';
import type { LetterClass, LetterSeat } from '../letters/facts.ts';

/** A class as letters describe it. */
export function describeClass(campClass: Omit<ClassWithSeat, 'seat'>): LetterClass {
  const { name, camp_start, camp_end, assign_room: room, instructor, revision } = campClass;
  return {
    ...{ name, camp_start, camp_end, room, revision },
    ...readFacts(campClass),
    instructor: instructor?.name ?? null,
  };
}

export function describeSeat({ entry_code, paymentId }: PaidSeat): LetterSeat {
  return { entryCode: entry_code, transactionId: paymentId };
}

/** @returns a class, open or archived, with a person's paid seat in it, or undefined if they have none */
export async function findEnrolled(
  classId: ObjectId,
  { email }: Pick<UserDocument, 'email'>,
  services: Services,
): Promise<{ campClass: ClassWithSeat; seat: PaidSeat } | undefined> {
  const campClass = await getClassWithSeat(classId, email, services);
  const seat = campClass?.seat;
  return campClass && seat?.state === 'enrolled' ? { campClass, seat } : undefined;
}
