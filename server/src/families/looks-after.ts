import { nameDay } from '@speakifyr/contract/format.ts';
import { CARE_DAYS_AFTER, CARE_DAYS_BEFORE } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { findClass } from '../database/class-store.ts';
import type { ClassDocument, UserDocument } from '../database/collections.ts';
import { ApiError, classNotFound } from '../errors.ts';
import { recordEvent } from '../events/audit-event.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

/**
 * The class, if a person looks after its children now: admins always, and its instructor from CARE_DAYS_BEFORE days before
 * the first day to CARE_DAYS_AFTER days after the last. The one place that answers it: for the care sheet, the day list and
 * the attendance sheet.
 * @param id 24 hexadecimal digits
 * @param what they want to open, such as `care sheet`
 * @throws {ApiError} `not_allowed`, `not_found`, `care_sheet_closed` for an instructor who is too early or too late
 */
export async function findClassLookedAfter(
  id: string,
  { _id, role }: Pick<UserDocument, '_id' | 'role'>,
  what: 'care sheet' | 'day list' | 'attendance',
  services: Services,
): Promise<ClassDocument> {
  if (role === 'student') throw new ApiError('not_allowed');
  const campClass = await findClass(services.database.collections, { _id: new ObjectId(id) });
  if (!campClass) throw classNotFound();
  if (role === 'admin') return campClass;
  if (!campClass.instructorId?.equals(_id))
    throw new ApiError('not_allowed', `You can only read the ${what} of the class that you teach.`);
  const opens = addDays(campClass.camp_start, -CARE_DAYS_BEFORE);
  const lastDay = addDays(campClass.camp_end, CARE_DAYS_AFTER);
  const today = readToday(services);
  if (today < opens || today > lastDay)
    throw new ApiError(
      'care_sheet_closed',
      `You can read the ${what} of this class from ${nameDay(opens)} through ${nameDay(lastDay)}.`,
    );
  return campClass;
}

/** Whether a person looks after one of these classes, which meet today: admins always, and who teaches one of them. */
export function looksAfterOne(
  classes: Pick<ClassDocument, 'instructorId'>[],
  { _id, role }: Pick<UserDocument, '_id' | 'role'>,
): boolean {
  if (role === 'student') return false;
  return role === 'admin' || classes.some(({ instructorId }) => instructorId?.equals(_id));
}

/**
 * Puts the reader of a class's care sheet or day list into the audit log, once for each reader, class and school day. Called
 * before anything is read: if that can't be written, nobody gets it.
 */
export async function recordReading(
  type: 'read care sheet' | 'read day list',
  { _id, name }: ClassDocument,
  reader: UserDocument,
  services: Services,
): Promise<void> {
  const list = type === 'read care sheet' ? 'care' : 'daylist';
  await recordEvent(
    { by: reader._id, type, target: name, before: null, after: null },
    `${list}-${_id.toHexString()}-${reader._id.toHexString()}-${readToday(services)}`,
    services,
  );
}
