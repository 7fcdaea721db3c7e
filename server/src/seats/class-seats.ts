import { FIRST_ENTRY_NUMBER } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import { updateClass } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { AuditEvent, EndedReservation } from '../database/event-document.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { changeSeats } from './change-seats.ts';
import { listHeldSeats } from './find-seat.ts';
import { judgeClass } from './judge-class.ts';
import { closeWaiting } from './waiting-lists.ts';
import type { OfferRules } from './offer-limits.ts';
import { countPlaces } from './places.ts';
import type { Queue } from './queue-by-day.ts';
import { handOut } from './queue.ts';

/** What the admin saw when they opened the form. */
type OpenedClass = {
  /** Undefined if the form gives the number of places instead. */
  sit: number | undefined;
  revision: number;
  instructorId: ObjectId | null;
  /** If given, nobody may have enrolled since: each enrollment raises this number. */
  nextEntryNumber: number | undefined;
  /** Whether the admin said that it may start in the past. */
  isPastConfirmed: boolean | undefined;
};

/** What an admin can change. `sit` is how many seats are free; with `places`, that follows from what is taken. */
type ClassChanges = Partial<Omit<ClassDocument, 'seats'>> & {
  sit: number;
  places?: number;
  course_tag: string;
};

/** How many seats are free after a change. Below 0 if more are taken than there are places. R302 */
function findFree(
  campClass: Pick<Queue, 'sit' | 'seats' | 'waiting'>,
  { sit, places }: Pick<ClassChanges, 'sit' | 'places'>,
): number {
  return places === undefined ? sit : places - countPlaces({ ...campClass, sit: 0 });
}

/**
 * Changes an open class or a draft, if `checkChange` allows it. Added seats go to those who wait, in the same update;
 * the rest are free. R22, R25, R27, R139
 * @throws {ApiError} `not_found`, and what `checkChange` throws
 * @throws {MongoServerError} 11000 if the tag is taken
 */
export async function changeClass(
  id: ObjectId,
  opened: OpenedClass,
  { places, ...wanted }: ClassChanges,
  event: AuditEvent,
  services: Services,
): Promise<void> {
  const changed = await changeSeats(
    id,
    (campClass, rules) => {
      const changes = { ...wanted, sit: findFree(campClass, { ...wanted, places }) };
      checkChange(campClass, opened, { ...changes, places }, services);
      const set = { ...changes, revision: campClass.revision + 1 };
      return {
        ...set,
        ...addSeats({ ...campClass, ...set }, campClass.sit, rules),
      };
    },
    services,
    event,
  );
  if (!changed) throw classNotFoundError();
}

/**
 * Decides whether the class as it is now may get these values.
 * @throws {ApiError} `not_found` if it is closed; `seats_changed` if the form showed another number of free seats, if
 * that matters; `instructor_assigned`, `class_changed` if somebody else was faster; `students_affected` if somebody has
 * enrolled, if that matters; `tag_in_use` if entry codes have the old tag; what `judgeClass` throws
 */
function checkChange(
  campClass: ClassDocument,
  opened: OpenedClass,
  changes: ClassChanges,
  services: Services,
): void {
  const { status, sit, revision, nextEntryNumber } = campClass;
  if (status === 'archived') throw classNotFoundError();
  if (opened.sit !== undefined && sit !== opened.sit)
    throw new ApiError('seats_changed', undefined, { sit });
  const isAssigned = changes.instructorId && !hasSameInstructor(campClass, opened);
  if (isAssigned && campClass.instructorId) throw classHasInstructorError();
  if (isAssigned || revision !== opened.revision) throw new ApiError('class_changed');
  if (changes.instructorId && status !== 'open') throw new ApiError('class_is_draft');
  if (opened.nextEntryNumber !== undefined && nextEntryNumber !== opened.nextEntryNumber)
    throw new ApiError('students_affected');
  if (changes.course_tag !== campClass.course_tag && nextEntryNumber !== FIRST_ENTRY_NUMBER)
    throw new ApiError('tag_in_use');
  const { places, ...values } = changes;
  const { isPastConfirmed } = opened;
  const judged = { before: campClass, isPastConfirmed, isByPlaces: places !== undefined };
  judgeClass({ ...campClass, ...values }, judged, services);
}

export function classHasInstructorError(): ApiError {
  return new ApiError('instructor_assigned', 'Unassign the instructor of this class first.');
}

/** Whether the class still has the instructor that the admin saw. */
function hasSameInstructor(
  { instructorId }: Pick<ClassDocument, 'instructorId'>,
  opened: Pick<OpenedClass, 'instructorId'>,
): boolean {
  return String(instructorId) === String(opened.instructorId);
}

/**
 * Hands out the seats that an admin has added. Free seats too: if the class now starts later, the waiting list comes
 * before the public again. And if it now starts too soon for offers, kept seats become free.
 * @param free how many were free before
 */
function addSeats(changed: Queue, free: number, rules: OfferRules): Partial<Queue> {
  const sit = Math.min(free, changed.sit);
  return handOut({ ...changed, sit }, rules, countPlaces(changed));
}

/**
 * Opens a draft, unless an admin has changed it since. R69
 * @returns whether it was opened
 */
export async function publishDraft(
  { _id, revision }: Pick<ClassDocument, '_id' | 'revision'>,
  event: AuditEvent,
  { database }: Services,
  instructorId: ObjectId | null = null,
): Promise<boolean> {
  return updateClass(
    database.collections,
    { _id, status: 'draft', revision },
    {
      $set: { status: 'open', instructorId },
      $unset: { plannedInstructorId: '' },
      $inc: { revision: 1 },
      $push: { events: event },
    },
  );
}

/**
 * Makes an open class a draft again, unless it has an instructor, or anybody has ever enrolled, holds a seat or waits. R589
 * @returns whether it is one now
 */
export async function unpublishClass(
  id: ObjectId,
  event: AuditEvent,
  services: Services,
): Promise<boolean> {
  const changed = await changeSeats(
    id,
    (campClass) => {
      const { status, instructorId, seats, waiting = [], nextEntryNumber, revision } = campClass;
      const isUnused =
        seats.length === 0 && waiting.length === 0 && nextEntryNumber === FIRST_ENTRY_NUMBER;
      if (status !== 'open' || instructorId || !isUnused) return null;
      return { status: 'draft', team: [], revision: revision + 1 };
    },
    services,
    event,
  );
  return changed !== null;
}

/** What a closed class drops and the office had promised somebody: they hear of it. R704 */
function listReserved(campClass: Pick<ClassDocument, 'seats'>): EndedReservation[] {
  return listHeldSeats(campClass)
    .filter(({ reserved }) => reserved)
    .map(({ seatId, userId, childId, days }) => ({
      seatId,
      userId,
      ...(childId && { childId }),
      ...(days && { days }),
    }));
}

/**
 * Closes a class or a draft that has no instructor. Drops its held seats and its waiting list in the same update.
 * R26, R146
 * @returns the class as it was, or null if it is archived or has an instructor
 */
export async function closeClass(
  id: ObjectId,
  event: AuditEvent,
  services: Services,
): Promise<ClassDocument | null> {
  const changed = await changeSeats(
    id,
    (campClass) =>
      campClass.status === 'archived' || campClass.instructorId
        ? null
        : {
            status: 'archived',
            seats: campClass.seats.filter(({ state }) => state !== 'held'),
            reserved: listReserved(campClass),
            ...closeWaiting(campClass),
          },
    services,
    event,
  );
  return changed?.before ?? null;
}

/**
 * Cancels an open class, with or without an instructor: nobody can get a seat in it anymore. Drops its held seats, its
 * waiting list and its instructor in the same update. The enrolled seats stay until they are canceled one by one. R169
 * @param canceled.seats how many people are enrolled, as the admin was shown
 * @returns the class as it was, or null if it is not open
 * @throws {ApiError} `students_affected` if that number has changed
 */
export async function cancelOpenClass(
  id: ObjectId,
  canceled: NonNullable<ClassDocument['canceled']>,
  event: AuditEvent,
  services: Services,
): Promise<ClassDocument | null> {
  const changed = await changeSeats(
    id,
    (campClass) => {
      if (campClass.status !== 'open') return null;
      const enrolled = campClass.seats.filter(({ state }) => state === 'enrolled');
      if (enrolled.length !== canceled.seats) throw new ApiError('students_affected');
      return {
        status: 'archived',
        canceled: {
          ...canceled,
          ...(campClass.instructorId && { instructorId: campClass.instructorId }),
        },
        instructorId: null,
        seats: enrolled,
        reserved: listReserved(campClass),
        ...closeWaiting(campClass),
      };
    },
    services,
    event,
  );
  return changed?.before ?? null;
}

/**
 * Adds an event to a class: a message to its families, and maybe to those of others. R84
 * @param instructorId the instructor who writes; only if they teach the class now
 * @returns whether there is such a class
 */
export async function addMessage(
  id: ObjectId,
  instructorId: ObjectId | undefined,
  event: AuditEvent,
  { database }: Services,
): Promise<boolean> {
  const update = { $push: { events: event } };
  return updateClass(
    database.collections,
    { _id: id, ...(instructorId && { instructorId }) },
    update,
  );
}
