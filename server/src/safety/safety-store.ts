import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { SafetyRecordDocument } from '../database/family-documents.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

type Records = Pick<Collections, 'safetyRecords'>;
type Addendum = SafetyRecordDocument['addenda'][number];

/** Stores a record, unless there is one with its id. R409 */
export async function insertRecordOnce(
  { safetyRecords }: Records,
  { _id, ...record }: SafetyRecordDocument,
): Promise<void> {
  await safetyRecords.updateOne({ _id }, { $setOnInsert: record }, { upsert: true });
}

export async function findRecord(
  { safetyRecords }: Records,
  _id: string,
): Promise<SafetyRecordDocument | null> {
  return safetyRecords.findOne({ _id });
}

/** The record with this addendum. */
export async function findRecordWithAddendum(
  { safetyRecords }: Records,
  addendumId: string,
): Promise<SafetyRecordDocument | null> {
  return safetyRecords.findOne({ 'addenda._id': addendumId });
}

/** Adds to a record, once. */
export async function addAddendumOnce(
  { safetyRecords }: Records,
  recordId: string,
  addendum: Addendum,
): Promise<void> {
  await safetyRecords.updateOne(
    { _id: recordId, 'addenda._id': { $ne: addendum._id } },
    { $push: { addenda: addendum } },
  );
}

/** The records of a class and day, and the doses that other classes gave these people that day; the earliest first. */
export async function listRecordsOfDay(
  { safetyRecords }: Records,
  { classId, day }: { classId: ObjectId; day: string },
  personIds: ObjectId[],
): Promise<SafetyRecordDocument[]> {
  const elsewhere = { personId: { $in: personIds }, day, dose: { $exists: true } };
  return safetyRecords
    .find({ $or: [{ classId, day }, elsewhere] })
    .sort({ at: 1 })
    .toArray();
}

/** All records about some people, newest first. */
export async function listRecordsOf(
  { safetyRecords }: Records,
  personIds: ObjectId[],
): Promise<SafetyRecordDocument[]> {
  if (personIds.length === 0) return [];
  return safetyRecords
    .find({ personId: { $in: personIds } })
    .sort({ day: -1, at: -1 })
    .toArray();
}

/** For an account that joined for itself and is merged into another one. May be repeated. */
export async function moveRecords(
  { safetyRecords }: Records,
  from: ObjectId,
  into: ObjectId,
): Promise<void> {
  await safetyRecords.updateMany({ personId: from }, { $set: { personId: into } });
}

/** Deletes records that are older than the school keeps them. A job. R411 */
export async function forgetOldRecords(services: Services): Promise<void> {
  const oldest = addDays(readToday(services), -SCHOOL.keepDays.safety);
  await services.database.collections.safetyRecords.deleteMany({ day: { $lt: oldest } });
}
