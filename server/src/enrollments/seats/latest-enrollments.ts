import type { ObjectId } from 'mongodb';
import type { Services } from '../../services.ts';
import { listSeatsOf, onlyEnrolled } from './find-seat.ts';

/** @returns when each of these children last got a paid seat, by child id (hexadecimal) */
export async function findLatestEnrollments(
  childIds: ObjectId[],
  { database }: Pick<Services, 'database'>,
): Promise<Map<string, Date>> {
  const latest = new Map<string, Date>();
  for (const { seat } of onlyEnrolled(await listSeatsOf(database.collections, { childIds }))) {
    const id = seat.childId?.toHexString() ?? '';
    const known = latest.get(id);
    if (!known || known < seat.enrolledAt) latest.set(id, seat.enrolledAt);
  }
  return latest;
}
