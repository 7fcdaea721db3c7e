import type { ObjectId } from 'mongodb';
import type { Services } from '../../services.ts';
import { listEnrolments } from './latest-enrolments.repo.ts';

/** @returns when each of these children last got a paid seat, by child id (hexadecimal) */
export async function findLatestEnrolments(
  childIds: ObjectId[],
  { database }: Pick<Services, 'database'>,
): Promise<Map<string, Date>> {
  const latest = new Map<string, Date>();
  for (const { _id, enrolledAt } of await listEnrolments(database.collections, childIds)) {
    const id = _id.toHexString();
    const known = latest.get(id);
    if (!known || known < enrolledAt) latest.set(id, enrolledAt);
  }
  return latest;
}
