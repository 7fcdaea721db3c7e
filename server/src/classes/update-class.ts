import type { Contract } from '@speakifyr/contract/contract.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import type { CampDays } from '@speakifyr/contract/class-days.ts';
import { ObjectId } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import { decideDays, type StoredDays } from '../class-days.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findAttendedDay } from '../attendance/attendance-store.ts';
import { readToday } from '../school-time.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { readInstructors } from '../users/class-instructors.ts';
import { changeClass, classHasInstructorError } from '../seats/class-seats.ts';
import { countPlaces } from '../seats/places.ts';
import type { Services } from '../services.ts';
import { findManagedClass, explainDuplicates } from './managed-classes.ts';
import { assignTime } from './instructor-time.ts';

type CourseChanges = ParsedInput<Contract['PATCH /updateClass/:id']>['body'];

/**
 * Changes a class or a draft.
 * @throws {ApiError} `not_found`; `seats_changed` with the current number, `class_changed`; `instructor_assigned`,
 * `instructor_taken`, `instructor_busy`, `class_is_draft`, `tag_taken`, `tag_in_use`; `students_affected` unless
 * confirmed; what `judgeClass` throws
 */
export async function editClass(
  id: string,
  { opened_sit, revision, confirm_affected, confirm_past, ...form }: CourseChanges,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const _id = new ObjectId(id);
  const before = await findManagedClass(services.database.collections, _id);
  if (!before) throw classNotFoundError();

  const { inst_email, instructor: _name, places, days, ...others } = form;
  const course = { ...others, ...decideNewDays(before, { ...others, days }) };
  const oldInstructor = (await readInstructors([before], services))(before);
  const isNew = inst_email && inst_email !== NOT_ASSIGNED && inst_email !== oldInstructor?.email;
  if (isNew) checkMayAssign(before, revision);
  await checkAttended(before, course.days, services);
  const isConfirmed = checkAffected(before, course, confirm_affected);

  const opened = {
    sit: places === undefined ? (opened_sit ?? before.sit) : undefined,
    revision: revision ?? before.revision,
    instructorId: before.instructorId,
    nextEntryNumber: isConfirmed ? before.nextEntryNumber : undefined,
    isPastConfirmed: confirm_past,
  };
  const write = async (instructor?: UserDocument) => {
    const changes = { ...course, ...(instructor && { instructorId: instructor._id }), places };
    const { sit, ...fields } = course;
    const after = {
      ...fields,
      ...(places === undefined ? { sit } : { places }),
      ...(instructor && { instructor: nameInstructor(instructor) }),
    };
    const event = auditEvent({
      at: services.now(),
      by: admin._id,
      type: 'update course',
      target: before.name,
      before: pickChanged(
        {
          ...before,
          places: countPlaces(before),
          instructor: oldInstructor ? nameInstructor(oldInstructor) : null,
        },
        after,
      ),
      after,
      classId: _id,
    });
    await explainDuplicates(changeClass(_id, opened, changes, event, services));
  };
  const slot = { ...before, ...course };
  if (isNew) await assignTime({ email: inst_email }, slot, write, services);
  else if (before.instructorId && hasOtherTime(before, slot))
    await assignTime({ _id: before.instructorId }, slot, () => write(), services);
  else await write();
}

/**
 * The days of a class after a change of them. New ends without days bring the usual days.
 * @returns nothing if they stay
 */
function decideNewDays(
  before: ClassDocument,
  { camp_start = before.camp_start, camp_end = before.camp_end, days }: Partial<CampDays>,
): Partial<StoredDays> {
  const hasSameEnds = camp_start === before.camp_start && camp_end === before.camp_end;
  if (!days && hasSameEnds) return {};
  const decided = decideDays({ camp_start, camp_end, days });
  return isDeepStrictEqual(decided.days, before.days) ? {} : decided;
}

/**
 * A day on which somebody was checked in stays: its list would be gone. R645
 * @param days those after the change, if they change
 * @throws {ApiError} `invalid_input` with the day
 */
async function checkAttended(
  { _id, days: before }: ClassDocument,
  days: string[] | undefined,
  services: Services,
): Promise<void> {
  if (!days) return;
  const gone = before.filter((day) => !days.includes(day) && day <= readToday(services));
  const attended = await findAttendedDay(services.database.collections, _id, gone);
  if (!attended) return;
  const message = `Children were checked in on ${nameDay(attended)}: this day stays`;
  throw new ApiError('invalid_input', message, { fields: { 'body.days': message } });
}

function hasOtherTime(before: ClassDocument, after: ClassDocument): boolean {
  const fields = ['days', 'dailyStart', 'dailyEnd'] as const;
  return fields.some((field) => !isDeepStrictEqual(after[field] ?? null, before[field] ?? null));
}

/**
 * Only a form with a revision shows the current instructor, so only that one may replace them. A form always names an
 * instructor: in one that is out of date, it is the old one, whom nobody chose. R531, R274
 */
function checkMayAssign(before: ClassDocument, revision: number | undefined): void {
  if (before.status === 'draft') throw new ApiError('class_is_draft');
  if (revision !== undefined && revision !== before.revision) throw new ApiError('class_changed');
  if (before.instructorId && revision === undefined) throw classHasInstructorError();
}

/** For the audit log: the account may be gone later. */
function nameInstructor({ name, email }: UserDocument) {
  return { name, email };
}

/** Students plan with these. */
const PLANNED_WITH = [
  'camp_start',
  'camp_end',
  'days',
  'dailyStart',
  'dailyEnd',
  'place',
  'assign_room',
] as const;

/**
 * A change of what students plan with must name the number of enrolled students that the admin was shown. The spec's
 * form has only the room and no such number, so a change of the room alone may omit it. R68
 * @returns whether the change is valid only for exactly these students
 * @throws {ApiError} `students_affected`
 */
function checkAffected(
  before: ClassDocument,
  course: Partial<ClassDocument>,
  confirmed: number | undefined,
): boolean {
  const moved = PLANNED_WITH.filter(
    (field) =>
      course[field] !== undefined &&
      !isDeepStrictEqual(course[field] || null, before[field] || null),
  );
  const isOptional = moved.every((field) => field === 'assign_room');
  if (moved.length === 0 || (isOptional && confirmed === undefined)) return false;
  const enrolled = before.seats.filter(({ state }) => state === 'enrolled').length;
  if ((confirmed ?? 0) !== enrolled) throw new ApiError('students_affected');
  return true;
}

/** The old values of the changed fields. */
function pickChanged(before: object, changes: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(before).filter(([name]) => Object.hasOwn(changes, name)),
  );
}
