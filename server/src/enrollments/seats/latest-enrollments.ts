import type { ObjectId } from 'mongodb';
import type { Services } from '../../services.ts';
import { listEnrollments } from './latest-enrollments.repo.ts';

/** @returns when each of these children last got a paid seat, by child id (hexadecimal) */
export async function findLatestEnrollments(
  childIds: ObjectId[],
  { database }: Pick<Services, 'database'>,
): Promise<Map<string, Date>> {
  const latest = new Map<string, Date>();
  for (const { _id, enrolledAt } of await listEnrollments(database.collections, childIds)) {
    const id = _id.toHexString();
    const known = latest.get(id);
    if (!known || known < enrolledAt) latest.set(id, enrolledAt);
  }
  return latest;
}
