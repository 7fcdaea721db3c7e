import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../../database/collections.ts';
import { type ClassWithSeat, getClassWithSeat, type PaidSeat } from '../../seats/seats.service.ts';
import type { Services } from '../../services.ts';

/** @returns a class, open or archived, with a person's paid seat in it, or undefined if they have none */
export async function findEnrolled(
  classId: ObjectId,
  { email }: Pick<UserDocument, 'email'>,
  services: Services,
): Promise<{ campClass: ClassWithSeat; seat: PaidSeat } | undefined> {
  const campClass = await getClassWithSeat(classId, { email }, services);
  const seat = campClass?.seat;
  return campClass && seat?.state === 'enrolled' ? { campClass, seat } : undefined;
}
