import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { isEnrolled, listSeatsOf, onlyEnrolled } from './find-seat.ts';

/** Facts about the seats of a child or an account, for families and their deletion. */

/**
 * Whether a child has a held seat, expired or not, or a paid one in a class that is not over, or is about to get the seat
 * of somebody else.
 */
export async function hasCurrentSeats(childId: ObjectId, services: Services): Promise<boolean> {
  const { collections } = services.database;
  // Read first: a moving seat is among the others before its move ends.
  const moving = { 'to.childId': childId, openSeatId: { $exists: true } };
  if (await collections.seatChanges.findOne(moving)) return true;
  const seats = await listSeatsOf(collections, { childIds: [childId] });
  const today = readToday(services);
  return seats.some(({ campClass, seat }) => seat.state === 'held' || campClass.camp_end >= today);
}

/**
 * The last day (yyyy-mm-dd) on which somebody's name is needed: until their paid camps are over, for the roster; and as
 * long as a dose or incident about them, or recorded by them, is kept. @returns undefined if it is not needed.
 * R102, R411
 */
export async function findNameUntil(
  who: { userId: ObjectId } | { childId: ObjectId },
  services: Services,
): Promise<string | undefined> {
  const childId = 'childId' in who ? who.childId : undefined;
  const wanted = 'childId' in who ? { childIds: [who.childId] } : who;
  const seats = await listSeatsOf(services.database.collections, wanted);
  const campDays = seats
    .filter(({ seat }) => isEnrolled(seat) && String(seat.childId) === String(childId))
    .map(({ campClass }) => campClass.camp_end);
  const personId = 'childId' in who ? who.childId : who.userId;
  const { safetyRecords } = services.database.collections;
  const [record] = await safetyRecords
    .find({ $or: [{ personId }, { by: personId }, { 'addenda.by': personId }] })
    .sort({ day: -1 })
    .limit(1)
    .toArray();
  const recordDays = record ? [addDays(record.day, SCHOOL.keepDays.safety)] : [];
  return [...campDays, ...recordDays]
    .filter((day) => day >= readToday(services))
    .sort()
    .at(-1);
}

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
