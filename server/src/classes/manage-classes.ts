import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { FIRST_ENTRY_NUMBER, MAX_SEATS, NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { describeAct, fileAct } from '../audit/audit.service.ts';
import type { UserDocument } from '../database/collections.ts';
import { findDuplicateField, isDuplicateKey } from '../database/duplicate-key.ts';
import { ApiError } from '../errors.ts';
import { endPaymentsOfSeat } from '../payments/settle-payment.ts';
import {
  changeOpenClass,
  type ClassChanges,
  closeClass,
  fitsTakenSeats,
  openClass,
  type OpenedClass,
} from '../seats/class-seats.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findInstructorUser } from '../users/users.service.ts';
import { type CatalogueClass, findOpenClass, findTaught, unassignTaught } from './classes.repo.ts';

type NewCourse = ParsedInput<Contract['POST /addCourse']>['body'];
type CourseChanges = ParsedInput<Contract['PATCH /updateClass/:id']>['body'];

/**
 * Adds a class. Unique indexes make sure that its instructor has no other class and that no other class has its tag:
 * of two admins at the same time, one wins and the other gets an error.
 * @returns the new class's id
 * @throws {ApiError} `starts_in_past` unless confirmed, `not_found` without such an instructor, `instructor_taken`,
 * `tag_taken`
 */
export async function addClass(
  { instructor_email, 'instructor-name': _name, confirm_past, ...course }: NewCourse,
  admin: UserDocument,
  services: Services,
): Promise<string> {
  if (!confirm_past && course.camp_start < readToday(services))
    throw new ApiError('starts_in_past');
  const instructor = await requireInstructor(instructor_email, services);
  const _id = new ObjectId();
  const act = describeAct(
    {
      who: admin.email,
      action: 'add course',
      target: course.name,
      before: null,
      after: { ...course, instructor: instructor.email },
    },
    services,
  );
  await explainDuplicates(
    openClass(
      {
        _id,
        ...course,
        instructor,
        status: 'open',
        seats: [],
        nextEntryNumber: FIRST_ENTRY_NUMBER,
        refusedPayments: [],
        revision: 0,
        unfiledActs: [act],
      },
      services,
    ),
  );
  await fileAct(act, { collection: 'classes', id: _id }, services);
  await checkStillInstructor(instructor_email, services);
  return _id.toHexString();
}

/**
 * Changes a class.
 * @throws {ApiError} `not_found`; `seats_changed` with the current number, `class_changed`; `instructor_assigned`,
 * `instructor_taken`, `tag_taken`, `tag_in_use`; `invalid_input` if there would be more than twenty seats
 */
export async function updateClass(
  id: string,
  { opened_sit, revision, inst_email, instructor: _name, ...course }: CourseChanges,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const _id = new ObjectId(id);
  const before = await findOpenClass(collections, _id);
  if (!before) throw new ApiError('not_found', 'We could not find this class.');

  const isNewInstructor =
    inst_email && inst_email !== NOT_ASSIGNED && inst_email !== before.instructor?.email;
  if (isNewInstructor && before.instructor) throw classHasInstructor();
  const instructor = isNewInstructor ? await requireInstructor(inst_email, services) : undefined;

  const opened = {
    sit: opened_sit ?? before.sit,
    revision: revision ?? before.revision,
    course_tag: before.course_tag,
  };
  const changes = { ...course, ...(instructor && { instructor }) };
  const act = describeAct(
    {
      who: admin.email,
      action: 'update course',
      target: before.name,
      before: pickChanged(before, changes),
      after: changes,
    },
    services,
  );
  if (!(await explainDuplicates(changeOpenClass(_id, opened, changes, act, services))))
    throw await explainRefusal(_id, opened, changes, services);
  await fileAct(act, { collection: 'classes', id: _id }, services);
  if (instructor) await checkStillInstructor(instructor.email, services);
}

/**
 * Closes a class without an instructor. The same update releases its held seats. Payments started for them are
 * canceled; one that went through anyway is refunded when it is settled.
 * @throws {ApiError} `not_found`, `instructor_assigned`
 */
export async function removeClass(
  id: string,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const _id = new ObjectId(id);
  const found = await findOpenClass(collections, _id);
  if (!found) throw new ApiError('not_found', 'We could not find this class.');
  const act = describeAct(
    {
      who: admin.email,
      action: 'remove course',
      target: found.name,
      before: { course_tag: found.course_tag, status: 'open' },
      after: { status: 'archived' },
    },
    services,
  );
  const removed = await closeClass(_id, act, services);
  if (!removed) {
    const isOpen = await findOpenClass(collections, _id);
    throw isOpen
      ? new ApiError('instructor_assigned')
      : new ApiError('not_found', 'We could not find this class.');
  }
  await fileAct(act, { collection: 'classes', id: _id }, services);
  for (const seat of removed.seats.filter(({ state }) => state === 'held')) {
    try {
      await endPaymentsOfSeat(seat.cartId, services);
    } catch (error) {
      // The class is closed anyway; the sweep cancels the payment when Stripe answers again.
      services.log.error({ err: error, cartId: seat.cartId }, 'a payment is not canceled yet');
    }
  }
}

async function requireInstructor(email: string, services: Services) {
  const instructor = await findInstructorUser({ email }, services);
  if (!instructor) throw new ApiError('not_found', 'We could not find this instructor.');
  if (await findTaught(services.database.collections, email))
    throw new ApiError('instructor_taken');
  return { name: instructor.name, email: instructor.email };
}

/** Unassigns the class if the instructor was removed at the same moment; see instructors.service.ts. */
async function checkStillInstructor(email: string, services: Services): Promise<void> {
  if (await findInstructorUser({ email }, services)) return;
  await unassignTaught(services.database.collections, email);
  throw new ApiError(
    'not_found',
    'This instructor was just removed. The class now has no instructor.',
  );
}

/** Why an update matched nothing. */
async function explainRefusal(
  id: ObjectId,
  opened: OpenedClass,
  changes: ClassChanges,
  services: Services,
): Promise<ApiError> {
  const now = await findOpenClass(services.database.collections, id);
  if (!now) return new ApiError('not_found', 'We could not find this class.');
  if (now.sit !== opened.sit) return new ApiError('seats_changed', undefined, { sit: now.sit });
  if (now.instructor && changes.instructor) return classHasInstructor();
  if (now.revision !== opened.revision) return new ApiError('class_changed');
  if (changes.course_tag !== now.course_tag) return new ApiError('tag_in_use');
  // The number of free seats had changed and is back to what it was.
  if (await fitsTakenSeats(id, changes.sit, services))
    return new ApiError('seats_changed', undefined, { sit: now.sit });
  return new ApiError('invalid_input', undefined, {
    fields: { 'body.sit': `Free and taken seats together cannot be more than ${MAX_SEATS}` },
  });
}

function classHasInstructor(): ApiError {
  return new ApiError('instructor_assigned', 'Unassign the instructor of this class first.');
}

/** A duplicate key means that a rule was broken; the index says which one. */
async function explainDuplicates<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const field = findDuplicateField(error);
    if (field === 'course_tag') throw new ApiError('tag_taken');
    if (field === 'instructor.email') throw new ApiError('instructor_taken');
    throw error;
  }
}

/** The old values of the changed fields. */
function pickChanged(before: CatalogueClass, changes: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(before).filter(([name]) => Object.hasOwn(changes, name)),
  );
}
