import { decideDays } from '../class-days.ts';
import { logFailure } from '../log.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { FIRST_ENTRY_NUMBER, NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { auditEvent } from '../events/audit-event.ts';
import { findClass } from '../database/class-store.ts';
import type { ClassDocument, Seat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { endPaymentsOfHold } from '../changes/end-payment.ts';
import { cancelOpenClass, closeClass } from '../seats/class-seats.ts';
import { addJudgedClass } from '../seats/judge-class.ts';
import type { Services } from '../services.ts';
import { findManagedClass, explainDuplicates } from './managed-classes.ts';
import { assignTime } from './instructor-time.ts';
import { cancelSeatsOfClasses } from '../changes/cancel-seats-of-classes.ts';
import { readInstructors } from '../users/class-instructors.ts';

type NewCourse = ParsedInput<Contract['POST /addCourse']>['body'];

/** A new class as it is stored, before somebody teaches it. */
export function describeNewClass(
  { instructor_email: _email, 'instructor-name': _name, confirm_past: _past, ...course }: NewCourse,
  _id: ObjectId,
): ClassDocument {
  return {
    _id,
    ...course,
    ...decideDays(course),
    status: 'draft',
    instructorId: null,
    seats: [],
    refusedItems: [],
    revision: 0,
    version: 0,
    nextEntryNumber: FIRST_ENTRY_NUMBER,
  };
}

type Decided = { _id?: ObjectId; plannedInstructorId?: ObjectId | undefined };

/**
 * Adds a class, or a draft without an instructor. The instructor must be free and the tag unused: of two concurrent
 * admins, one wins and the other gets an error. R23, R32, R54, R169, R589
 * @param decided what an import has decided before
 * @returns the new class's id
 * @throws {ApiError} `not_found` without such an instructor, `instructor_taken`, `instructor_busy`, `tag_taken`, and what
 * `judgeClass` throws
 */
export async function addClass(
  wanted: NewCourse,
  admin: UserDocument,
  services: Services,
  { _id = new ObjectId(), plannedInstructorId }: Decided = {},
): Promise<string> {
  const { instructor_email, 'instructor-name': _name, confirm_past, ...course } = wanted;
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'add course',
    target: course.name,
    before: null,
    after: { ...course, instructor: instructor_email },
    classId: _id,
  });
  const draft = {
    ...describeNewClass(wanted, _id),
    events: [event],
    ...(plannedInstructorId && { plannedInstructorId }),
  };
  const judged = { isPastConfirmed: confirm_past };
  if (instructor_email === NOT_ASSIGNED) {
    await explainDuplicates(addJudgedClass(draft, judged, services));
    return _id.toHexString();
  }
  const added = { ...draft, status: 'open' as const };
  await assignTime(
    { email: instructor_email },
    added,
    ({ _id: instructorId }) =>
      explainDuplicates(addJudgedClass({ ...added, instructorId }, judged, services)),
    services,
  );
  return _id.toHexString();
}

/**
 * Closes a class without an instructor, or a draft. The same update releases its held seats. Payments started for them
 * are canceled; one that went through anyway is refunded when it is settled.
 * @throws {ApiError} `not_found`, `instructor_assigned`
 */
export async function removeClass(
  id: string,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const _id = new ObjectId(id);
  const found = await findManagedClass(collections, _id);
  if (!found) throw classNotFoundError();
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'remove course',
    target: found.name,
    before: { course_tag: found.course_tag, status: found.status },
    after: { status: 'archived' },
    classId: _id,
  });
  const removed = await closeClass(_id, event, services);
  if (!removed) {
    const isStillThere = await findManagedClass(collections, _id);
    throw isStillThere ? new ApiError('instructor_assigned') : classNotFoundError();
  }
  await endPaymentsOfHolds(removed.seats, services);
}

/** Ends the payments for a closed class's held seats. A job ends those that it can't end now. */
async function endPaymentsOfHolds(seats: Seat[], services: Services): Promise<void> {
  for (const seat of seats) {
    if (seat.state !== 'held') continue;
    const { seatId } = seat;
    const ended = endPaymentsOfHold(seat, services);
    // The class is closed anyway; a job cancels the payment when Stripe answers again.
    await logFailure(ended, 'a payment is not canceled yet', services, { seatId });
  }
}

type Wish = ParsedInput<Contract['POST /cancelClass/:id']>['body'];

/**
 * Decides that a class is canceled, in one update. `workOff` does the rest, or a job if this process stops. May be
 * repeated.
 * @returns the seats as they were; none if the class was already canceled
 * @throws {ApiError} `not_found` unless the class is open or was canceled before, `students_affected`
 */
export async function cancelClass(
  id: string,
  { confirm_affected, note, message }: Wish,
  admin: UserDocument,
  services: Services,
): Promise<Seat[]> {
  const _id = new ObjectId(id);
  const found = await findClass(services.database.collections, { _id });
  if (!found) throw classNotFoundError();
  const instructorOf = await readInstructors([found], services);
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'cancel class',
    target: found.name,
    before: { status: found.status, instructor: instructorOf(found)?.email ?? null },
    after: { status: 'archived', seats: confirm_affected, note, message },
    classId: _id,
  });
  const canceled = {
    at: services.now(),
    by: admin._id,
    note,
    ...(message && { message }),
    seats: confirm_affected,
  };
  const before = await cancelOpenClass(_id, canceled, event, services);
  if (!before) {
    const isCanceled = (await findClass(services.database.collections, { _id }))?.canceled;
    if (isCanceled) return [];
    throw classNotFoundError();
  }
  return before.seats;
}

/**
 * Refunds everybody in canceled classes, right after the decision. Errors are only logged: the jobs go on.
 * @param seats as they were before
 */
export async function workOff(seats: Seat[], services: Services): Promise<void> {
  try {
    await endPaymentsOfHolds(seats, services);
    await cancelSeatsOfClasses(services, services.stopping);
  } catch (error) {
    services.log.error({ err: error }, 'a job goes on with a canceled class');
  }
}
