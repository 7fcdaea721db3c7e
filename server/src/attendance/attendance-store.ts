import { SCHOOL } from '@speakifyr/contract/school.ts';
import { createHash } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import type { StoredTap } from '@speakifyr/contract/attendance.ts';
import type { Collections } from '../database/collections.ts';
import type { SchoolEvent } from '../database/event-document.ts';
import type { TapDocument } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
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

/** Which day of whom. */
type PersonDay = Pick<TapDocument, 'classId' | 'day' | 'personId'>;

/**
 * The id of what a family says about a day. It follows from the person and the day, so that it stays one document. If
 * the team has called it a mistake, the family's next word is another one.
 * @param taps all of that person and day
 */
function nameFamilyTap({ classId, day, personId }: PersonDay, taps: TapDocument[]): string {
  const ofTeam = taps.filter(({ isByFamily }) => !isByFamily);
  const taken = new Set(ofTeam.flatMap(({ _id, undoes }) => [_id, undoes]));
  for (let turn = 0; ; turn += 1) {
    const text = [classId.toHexString(), day, personId.toHexString(), turn].join(' ');
    const hex = createHash('sha256').update(text).digest('hex');
    // A UUID of version 8: the bits are ours.
    const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    if (!taken.has(id)) return id;
  }
}

/**
 * Writes that a family says that somebody does not come on a day, or that they come after all: then the document undoes
 * itself. It replaces what any of the family said before, so a hundred changes of mind are one document. An event that
 * is still there tells the family's last word, too. R491
 * @param taps all of that person and day
 * @param eventAbout makes the event, if others hear of it
 */
export async function replaceFamilyTap(
  { attendance }: Attendance,
  { isAbsent, ...said }: PersonDay & { isAbsent: boolean; at: Date; by: ObjectId },
  taps: TapDocument[],
  eventAbout: (tapId: string) => SchoolEvent | undefined,
): Promise<void> {
  const _id = nameFamilyTap(said, taps);
  const event = eventAbout(_id);
  const kind = isAbsent ? { kind: 'absent' as const } : { kind: 'undo' as const, undoes: _id };
  const tap: TapDocument = { ...said, _id, receivedAt: said.at, isByFamily: true, ...kind };
  await writeFamilyTap({ attendance }, tap, event);
  // Those of before a merge, and of versions that wrote one more each time.
  const { classId, day, personId } = said;
  const known = taps.flatMap((tap) => (tap.isByFamily && tap._id !== _id ? [tap._id] : []));
  if (known.length > 0)
    await attendance.deleteMany({ classId, day, personId, _id: { $in: known }, isByFamily: true });
}

/** Each lost race means that another guardian has just said something, too. */
const MAX_TRIES = 5;

async function writeFamilyTap(
  { attendance }: Attendance,
  { _id, ...tap }: TapDocument,
  event: SchoolEvent | undefined,
): Promise<void> {
  const own = { _id, isByFamily: true as const };
  const news = event && { $push: { events: event } };
  const change = { $set: tap, ...(tap.kind === 'absent' && { $unset: { undoes: '' as const } }) };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const known = await attendance.updateOne({ ...own, 'events.0': { $exists: true } }, change);
    if (known.matchedCount === 1) return;
    const untold = { ...own, 'events.0': { $exists: false } };
    const told = await attendance.updateOne(untold, { ...change, ...news });
    if (told.matchedCount === 1) return;
    const first = { ...tap, ...(event && { events: [event] }) };
    const added = await attendance.updateOne({ _id }, { $setOnInsert: first }, { upsert: true });
    if (added.upsertedCount === 1) return;
  }
  throw new ApiError('unavailable');
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

/** Whether anybody came to a class on one of these days (yyyy-mm-dd). @returns the first such day */
export async function findAttendedDay(
  { attendance }: Attendance,
  classId: ObjectId,
  days: string[],
): Promise<string | undefined> {
  if (days.length === 0) return undefined;
  const found = await attendance.findOne({ classId, day: { $in: days } }, { sort: { day: 1 } });
  return found?.day;
}

/** All taps on one day, in any class. */
export async function listTapsOfDay(
  { attendance }: Attendance,
  day: string,
): Promise<TapDocument[]> {
  return attendance.find({ day }).toArray();
}

/** The ids of the classes that taps are in, each once. */
export function listTappedClasses(taps: TapDocument[]): ObjectId[] {
  return [...new Map(taps.map(({ classId }) => [classId.toHexString(), classId])).values()];
}

/** Hand-overs that should not have happened, and that nobody at the office has looked at. */
export async function listTapsToSee({ attendance }: Attendance): Promise<TapDocument[]> {
  return attendance.find({ isToSee: true }).sort({ at: 1 }).toArray();
}

/**
 * An admin has opened the list of this day, which says what should not have happened. R493
 * @param others whom a colleague has to look at
 */
export async function noteSeen(
  { attendance }: Attendance,
  which: Pick<TapDocument, 'classId' | 'day'>,
  others: ObjectId[],
): Promise<void> {
  const personId = { $not: { $in: others } };
  await attendance.updateMany({ ...which, personId, isToSee: true }, { $unset: { isToSee: '' } });
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

/** Deletes taps that are older than the school keeps them. A job. R385 */
export async function forgetOldAttendance(services: Services): Promise<void> {
  const oldest = addDays(readToday(services), -SCHOOL.keepDays.attendance);
  await services.database.collections.attendance.deleteMany({ day: { $lt: oldest } });
}

/** A tap as the contract knows it. Doesn't reveal who tapped: see `presentTapToTeam`. */
export function presentTap(tap: TapDocument): StoredTap {
  const { _id, personId, kind, at, undoes, collectedBy, offline, notAllowed, isByFamily } = tap;
  return {
    _id,
    personId: personId.toHexString(),
    kind,
    at: at.toISOString(),
    ...(undoes && { undoes }),
    ...(collectedBy && { collectedBy }),
    ...(offline && { offline }),
    ...(notAllowed && { notAllowed }),
    ...(isByFamily && { isByFamily }),
  };
}

/** The same for the team, which reads who of the family said it. */
export function presentTapToTeam(tap: TapDocument, nameOf: (id: ObjectId) => string): StoredTap {
  return { ...presentTap(tap), ...(tap.isByFamily && { saidBy: nameOf(tap.by) }) };
}

/** The accounts whose names `presentTapToTeam` needs. */
export function listSayers(taps: TapDocument[]): ObjectId[] {
  return taps.flatMap(({ isByFamily, by }) => (isByFamily ? [by] : []));
}
