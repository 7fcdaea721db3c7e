import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import { findClass } from '../database/class-store.ts';
import { listEnrolledSeats } from '../seats/find-seat.ts';
import { classNotFoundError } from '../errors.ts';
import { readPeople } from '../users/participant-names.ts';
import type { Services } from '../services.ts';

/**
 * Who is enrolled in a class with any status, by entry code, as the school's programs read it: nothing about health,
 * contacts, who must not collect a child, photos or money. R511
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found`
 */
export async function getClassRoster(
  id: string,
  services: Services,
): Promise<Output<Contract['GET /classRoster/:classId']>> {
  const campClass = await findClass(services.database.collections, { _id: new ObjectId(id) });
  if (!campClass) throw classNotFoundError();
  const seats = listEnrolledSeats(campClass);
  const personOf = await readPeople(seats, services);
  return seats
    .map((seat) => ({
      cartId: seat.seatId.toHexString(),
      entry_code: seat.entry_code,
      name: personOf(seat).name,
      email: personOf(seat).email,
      childId: seat.childId?.toHexString() ?? null,
      ...(seat.days && { days: seat.days }),
      enrolledAt: seat.enrolledAt.toISOString(),
    }))
    .sort((a, b) => a.entry_code.localeCompare(b.entry_code, 'en', { numeric: true }));
}
