import { nameDay, nameDays } from '@speakifyr/contract/format.ts';
import { CARE_DAYS_AFTER, CARE_DAYS_BEFORE, TAP_DAYS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { isOnTeam, leadOn, listStays } from './team-days.ts';
import { findClass } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { hasRead } from '../events/record-reading.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

type Opened = 'care sheet' | 'day list' | 'attendance' | 'roster' | 'safety records';

/**
 * The class, if a person looks after its children now: admins always; its instructor from CARE_DAYS_BEFORE days before
 * the first day to CARE_DAYS_AFTER days after the last; an assistant or a substitute on exactly their days on its team.
 * The only place that decides this: for the care sheet, the day list and the attendance sheet. R382
 * @param id 24 hexadecimal digits
 * @param what they want to open, such as `care sheet`
 * @throws {ApiError} `not_allowed`, `not_found`, `care_sheet_closed` for somebody who is too early or too late
 */
export async function findClassLookedAfter(
  id: string,
  person: Pick<UserDocument, '_id' | 'role'>,
  what: Opened,
  services: Services,
): Promise<ClassDocument> {
  return findFor(id, person, { what, day: readToday(services) }, services);
}

/**
 * The class, if a person may record who came and left on a day. Like `findClassLookedAfter`, except that a phone that
 * was offline may still send what its team tapped that day, as long as it keeps that: what happened must not be lost. So may
 * somebody who was taken off since, if they had the list that day. R403, R714
 * @param sent.day yyyy-mm-dd
 * @param sent.isLate whether the phone was offline
 * @throws {ApiError} as `findClassLookedAfter`
 */
export async function findClassTapped(
  { classId, day, isLate }: { classId: string; day: string; isLate: boolean },
  person: Pick<UserDocument, '_id' | 'role'>,
  services: Services,
): Promise<ClassDocument> {
  const today = readToday(services);
  const isOpen = addDays(today, -TAP_DAYS) <= day && day <= today;
  const asked = {
    what: 'day list' as const,
    day: isOpen ? day : null,
    isTapped: isOpen,
    isLate,
  };
  return findFor(classId, person, asked, services);
}

/**
 * The class, if a person may see who is enrolled: its instructor always, and its team on its days.
 * @throws {ApiError} `not_found` if they have nothing to do with it; `care_sheet_closed` for the team on other days
 */
export async function findClassWithRoster(
  id: string,
  { _id }: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<ClassDocument> {
  const campClass = await findClass(services.database.collections, { _id: new ObjectId(id) });
  if (!campClass) throw classNotFoundError();
  const today = readToday(services);
  if (leadOn(campClass, today)?.equals(_id)) return campClass;
  if (listStays(campClass, _id).length === 0) throw classNotFoundError();
  checkTeam(campClass, _id, { what: 'roster', day: today });
  return campClass;
}

/**
 * @param asked.day the day on which a member must be on the team; null for no day
 * @param asked.isTapped it is about what happened that day, not about reading anything now
 * @param asked.isLate a phone that was offline brings it
 */
async function findFor(
  id: string,
  { _id, role }: Pick<UserDocument, '_id' | 'role'>,
  asked: { what: Opened; day: string | null; isTapped?: boolean; isLate?: boolean },
  services: Services,
): Promise<ClassDocument> {
  if (role === 'student') throw new ApiError('not_allowed');
  const campClass = await findClass(services.database.collections, { _id: new ObjectId(id) });
  if (!campClass) throw classNotFoundError();
  if (role === 'admin') return campClass;
  if (!leadOn(campClass, asked.day ?? readToday(services))?.equals(_id))
    await checkMember(campClass, _id, asked, services);
  else if (!asked.isTapped) checkLead(campClass, asked.what, services);
  return campClass;
}

/** As `checkTeam`, also for those who lead the class no longer, or were taken off its team. R714 */
async function checkMember(
  campClass: ClassDocument,
  userId: ObjectId,
  asked: { what: Opened; day: string | null; isLate?: boolean },
  services: Services,
): Promise<void> {
  try {
    checkTeam(campClass, userId, asked);
  } catch (error) {
    const hadList = (days: string[]) =>
      hasRead('read day list', { id: campClass._id, reader: { _id: userId }, days }, services);
    if (asked.isLate && asked.day !== null && (await hadList([asked.day]))) return;
    const today = readToday(services);
    const lastDays = Array.from({ length: TAP_DAYS + 1 }, (_none, past) => addDays(today, -past));
    // Not a 403, as in checkTeam.
    if (error instanceof ApiError && error.code === 'not_allowed' && (await hadList(lastDays)))
      throw new ApiError(
        'care_sheet_closed',
        `You can no longer read the ${asked.what} of this class: you are not on its team anymore.`,
      );
    throw error;
  }
}

function checkLead(campClass: ClassDocument, what: Opened, services: Services): void {
  const opens = addDays(campClass.camp_start, -CARE_DAYS_BEFORE);
  const lastDay = addDays(campClass.camp_end, CARE_DAYS_AFTER);
  const today = readToday(services);
  if (today < opens || today > lastDay)
    throw new ApiError(
      'care_sheet_closed',
      `You can read the ${what} of this class from ${nameDay(opens)} through ${nameDay(lastDay)}.`,
    );
}

// Rules: R387.
function checkTeam(
  campClass: ClassDocument,
  userId: ObjectId,
  { what, day }: { what: Opened; day: string | null },
): void {
  if (day !== null && isOnTeam(campClass, userId, day)) return;
  const stays = listStays(campClass, userId);
  if (stays.length === 0)
    throw new ApiError('not_allowed', `You can only read the ${what} of the class that you teach.`);
  // Not a 403, which would log them out: there may be taps on the phone that were not sent.
  const days = stays.map(({ from, to }) => nameDays(from, to)).join('; ');
  throw new ApiError(
    'care_sheet_closed',
    `You can only read the ${what} of this class on your days on its team: ${days}.`,
  );
}

/**
 * Whether a person looks after one of these classes, which meet on this day: admins always, an instructor of one of
 * them, and a member of its team on this day. R400
 * @param day yyyy-mm-dd
 */
export function looksAfterOne(
  classes: ClassDocument[],
  { _id, role }: Pick<UserDocument, '_id' | 'role'>,
  day: string,
): boolean {
  if (role === 'student') return false;
  if (role === 'admin') return true;
  return classes.some(
    (campClass) => leadOn(campClass, day)?.equals(_id) || isOnTeam(campClass, _id, day),
  );
}
