import { toCents } from '@speakifyr/contract/format.ts';
import { type ByDay, fitByDay } from '@speakifyr/contract/sold-by-day.ts';
import { countDays } from '@speakifyr/contract/days.ts';
import { day } from '@speakifyr/contract/fields.ts';
import { COURSE_TAG_LENGTH, FIRST_ENTRY_NUMBER } from '@speakifyr/contract/limits.ts';
import { findHoliday } from '@speakifyr/contract/new-class-days.ts';
import { listUsualDays, readWeekday } from '@speakifyr/contract/class-days.ts';
import { ObjectId } from 'mongodb';
import { decideDays, type StoredDays } from '../class-days.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { addDays, readToday } from '../school-time.ts';
import { classHasInstructorError, publishDraft, unpublishClass } from '../seats/class-seats.ts';
import { addJudgedClass } from '../seats/judge-class.ts';
import { countPlaces } from '../seats/places.ts';
import type { Services } from '../services.ts';
import { assignTime } from './instructor-time.ts';
import { listTags } from './classes.repo.ts';
import { findManagedClass, explainDuplicates } from './managed-classes.ts';

/** How many days later a copy is. 52 weeks later is the same weekday, one or two days earlier in the year. */
const DAYS_LATER = { year: 52 * 7, week: 7 };
export type CopyTo = keyof typeof DAYS_LATER;
/** Each retry means that another admin took the tag at the same moment. */
const MAX_TRIES = 5;

const LETTERS = 26;
const TAGS = LETTERS ** COURSE_TAG_LENGTH;
const CODE_OF_A = 65;

/**
 * Copies a class as a draft for next year or next week, with all seats free. The copy has no instructor, because a
 * draft has none, and the next free tag after the original's, because tags are unique. An admin can change both. R69
 * @returns the draft's id
 * @throws {ApiError} `not_found`, `tag_taken` if no tag is free, `invalid_input` if it would end too late
 */
export async function duplicateClass(
  id: string,
  to: CopyTo | undefined,
  admin: UserDocument,
  services: Services,
): Promise<string> {
  const found = await findManagedClass(services.database.collections, new ObjectId(id));
  if (!found) throw classNotFoundError();
  const _id = new ObjectId();
  await storeCopy(found, { _id, to }, admin, services);
  return _id.toHexString();
}

/**
 * Makes a class's draft for next year or next week.
 * @param draft._id the draft's
 * @param draft.price in whole currency units; without one, it costs as much as the class
 * @throws {ApiError} `tag_taken`, `invalid_input`
 * @throws {MongoServerError} 11000 if there is a class with this id
 */
export async function storeCopy(
  found: ClassDocument,
  { _id, to, price = found.price }: { _id: ObjectId; to?: CopyTo; price?: number },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { waiting, demand, resold, team, plannedInstructorId, groupsVersion, ...original } = found;
  const days = moveOn(original, readToday(services), to);
  for (let tries = 1; ; tries += 1) {
    const tags = await readTags(services);
    const course_tag = findFreeTag(original.course_tag, tags);
    const event = auditEvent({
      at: services.now(),
      by: admin._id,
      type: 'duplicate course',
      target: original.name,
      before: null,
      after: {
        copy_of: original.course_tag,
        course_tag,
        ...days,
        status: 'draft',
        ...(price !== original.price && { price }),
      },
    });
    const copy = {
      ...original,
      ...days,
      _id,
      price,
      ...(original.byDay && { byDay: copyByDay(original, original.byDay, { price, ...days }) }),
      course_tag,
      status: 'draft' as const,
      instructorId: null,
      sit: countPlaces(found),
      // With new people and a new team. R686
      ...(found.groups && { groups: found.groups.map((group) => ({ ...group, leaders: [] })) }),
      seats: [],
      nextEntryNumber: FIRST_ENTRY_NUMBER,
      refusedItems: [],
      revision: 0,
      version: 0,
      events: [event],
    };
    try {
      await explainDuplicates(addJudgedClass(copy, { before: found }, services));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'tag_taken' && tries < MAX_TRIES) continue;
      throw error;
    }
    return;
  }
}

/**
 * Opens a draft, so that everybody sees it and students can join. Who is planned to lead it gets it.
 * @throws {ApiError} `not_found`, `starts_in_past` unless confirmed, `class_changed`
 */
export async function publishClass(
  id: string,
  { confirm_past }: { confirm_past?: boolean },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const found = await findManagedClass(services.database.collections, new ObjectId(id));
  if (found?.status !== 'draft') throw new ApiError('not_found', 'We could not find this draft.');
  if (!confirm_past && found.camp_start < readToday(services)) throw new ApiError('starts_in_past');
  const write = async (instructor?: UserDocument) => {
    const event = auditEvent({
      at: services.now(),
      by: admin._id,
      type: 'publish course',
      target: found.name,
      before: { status: 'draft' },
      after: { status: 'open', ...(instructor && { instructor: instructor.name }) },
      classId: found._id,
    });
    const isDone = await publishDraft(found, event, services, instructor?._id);
    if (!isDone) throw new ApiError('class_changed');
  };
  const { plannedInstructorId } = found;
  if (!plannedInstructorId) return write();
  try {
    await assignTime({ _id: plannedInstructorId }, found, write, services);
  } catch (error) {
    // They are no instructor anymore, or have another class by now. A class can be open without one.
    if (!(error instanceof ApiError) || !CAN_NOT_LEAD.includes(error.code)) throw error;
    await write();
  }
}

const CAN_NOT_LEAD = ['not_found', 'instructor_taken', 'instructor_busy'];

/**
 * Makes a class that nobody has joined a draft again.
 * @throws {ApiError} `not_found`, `instructor_assigned`, `class_joined` if anybody has joined it or waits
 */
export async function makeDraftAgain(
  id: string,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const classId = new ObjectId(id);
  const found = await findManagedClass(collections, classId);
  if (found?.status !== 'open') throw classNotFoundError();
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'unpublish course',
    target: found.name,
    before: { status: 'open' },
    after: { status: 'draft' },
    classId,
  });
  if (await unpublishClass(classId, event, services)) return;
  const now = await findManagedClass(collections, classId);
  if (now?.status !== 'open') throw classNotFoundError();
  throw now.instructorId ? classHasInstructorError() : new ApiError('class_joined');
}

/** The tags of all classes, open, draft and archived: each is of one class. */
export function readTags({ database }: Pick<Services, 'database'>): Promise<string[]> {
  return listTags(database.collections);
}

/**
 * Moves a camp to next year or next week, or as many later as it takes not to start in the past. The school's days off of then are
 * left out, and those of now come back.
 * @param today yyyy-mm-dd
 * @throws {ApiError} `invalid_input` if that is after the year 9999, which no list can show
 */
export function moveOn(camp: StoredDays, today: string, to: CopyTo = 'year'): StoredDays {
  const weekdays = new Set(camp.days.map(readWeekday));
  const isLost = (day: string) =>
    !camp.days.includes(day) && findHoliday(day) && weekdays.has(readWeekday(day));
  const pattern = [...camp.days, ...listUsualDays(camp).filter(isLost)];
  const step = DAYS_LATER[to];
  const later = step * Math.max(1, Math.ceil(countDays(camp.camp_start, today) / step));
  if (!day.safeParse(addDays(camp.camp_end, later)).success)
    throw new ApiError(
      'invalid_input',
      'The copy would end too late. Please change the end first.',
    );
  const moved = pattern.map((one) => addDays(one, later)).toSorted();
  const meeting = moved.filter((one) => !findHoliday(one));
  return decideDays({
    camp_start: addDays(camp.camp_start, later),
    camp_end: addDays(camp.camp_end, later),
    days: meeting.length > 0 ? meeting : moved,
  });
}

/**
 * How the copy of a class is sold by day: dearer in the same proportion, and from as many days before its first one. Prices in
 * whole units stay whole, as that of the class did; none is more than that. R599
 */
function copyByDay(
  original: Pick<ClassDocument, 'price' | 'camp_start'>,
  byDay: ByDay,
  { price, camp_start, days }: StoredDays & { price: number },
): ByDay {
  const { from, prices } = byDay;
  const later = countDays(original.camp_start, camp_start);
  const isRaised = price > original.price;
  const isWhole = isRaised && [price, original.price, ...prices].every(Number.isInteger);
  const step = isWhole ? 100 : 1;
  const raise = (one: number) => {
    const cents = Math.round((toCents(one) * price) / original.price / step) * step;
    return Math.min(price, cents / 100);
  };
  const raised = { ...byDay, prices: prices.map(raise) };
  return fitByDay({ ...raised, ...(from && { from: addDays(from, later) }) }, days.length);
}

/** The first tag after this one in the alphabet that no class has: SAJ after SAI. After ZZZ comes AAA. */
export function findFreeTag(tag: string, taken: string[]): string {
  const known = new Set(taken);
  for (let step = 1; step < TAGS; step += 1) {
    const next = writeTag((readTag(tag) + step) % TAGS);
    if (!known.has(next)) return next;
  }
  throw new ApiError('tag_taken', 'Every tag is taken.');
}

/** A tag as a number: 0 is AAA, 1 is AAB. */
function readTag(tag: string): number {
  return [...tag].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - CODE_OF_A, 0);
}

function writeTag(number: number): string {
  const letters = Array.from({ length: COURSE_TAG_LENGTH }, (_none, place) =>
    String.fromCharCode(CODE_OF_A + (Math.floor(number / LETTERS ** place) % LETTERS)),
  );
  return letters.reverse().join('');
}
