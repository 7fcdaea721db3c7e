import type { ObjectId } from 'mongodb';
import type { StoredTap } from '@speakifyr/contract/attendance.ts';
import type { Collections } from '../database/collections.ts';
import type { TapDocument } from '../database/family-documents.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

type Attendance = Pick<Collections, 'attendance'>;

/**
 * Stores a tap once. Sending it again changes nothing.
 * @returns the stored tap with this id
 */
export async function insertTapOnce(
  { attendance }: Attendance,
  { _id, ...tap }: TapDocument,
): Promise<TapDocument> {
  await attendance.updateOne({ _id }, { $setOnInsert: tap }, { upsert: true });
  return (await attendance.findOne({ _id })) ?? { _id, ...tap };
}

export async function findTaps({ attendance }: Attendance, ids: string[]): Promise<TapDocument[]> {
  return attendance.find({ _id: { $in: ids } }).toArray();
}

/** All taps of a class, or of one of its days. */
export async function listTapsOfClass(
  { attendance }: Attendance,
  which: { classId: ObjectId; day?: string },
): Promise<TapDocument[]> {
  return attendance.find(which).toArray();
}

/** All taps on one day, in any class. */
export async function listTapsOfDay(
  { attendance }: Attendance,
  day: string,
): Promise<TapDocument[]> {
  return attendance.find({ day }).toArray();
}

/** The taps about some people, from a day on. */
export async function listTapsOfPeople(
  { attendance }: Attendance,
  personIds: ObjectId[],
  from: string,
): Promise<TapDocument[]> {
  if (personIds.length === 0) return [];
  return attendance.find({ personId: { $in: personIds }, day: { $gte: from } }).toArray();
}

/** For an account that joined for itself and is merged into another one. May be repeated. */
export async function moveAttendance(
  { attendance }: Attendance,
  from: ObjectId,
  into: ObjectId,
): Promise<void> {
  await attendance.updateMany({ personId: from }, { $set: { personId: into } });
  await attendance.updateMany({ by: from, isByFamily: true }, { $set: { by: into } });
}

/** Deletes taps that are older than ATTENDANCE_KEEP_DAYS. A job. */
export async function forgetOldAttendance(services: Services): Promise<void> {
  const oldest = addDays(readToday(services), -services.environment.ATTENDANCE_KEEP_DAYS);
  await services.database.collections.attendance.deleteMany({ day: { $lt: oldest } });
}

/** A tap as the contract knows it. Doesn't reveal who tapped. */
export function presentTap(tap: TapDocument): StoredTap {
  const { _id, personId, kind, at, undoes, collectedBy, offline, isByFamily } = tap;
  return {
    ...{ _id, personId: personId.toHexString(), kind, at: at.toISOString() },
    ...(undoes && { undoes }),
    ...(collectedBy && { collectedBy }),
    ...(offline && { offline }),
    ...(isByFamily && { isByFamily }),
  };
}
