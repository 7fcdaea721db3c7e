import { SCHOOL } from '@speakifyr/contract/school.ts';
import type {
  Instructor,
  InstructorPage,
  ListedInstructor,
} from '@speakifyr/contract/instructors.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { showCampDays } from '../class-days.ts';
import { deleteAccountIf } from '../account/delete-account.ts';
import { auditEvent } from '../events/audit-event.ts';
import {
  listClassesTaughtBy,
  listTaughtClasses,
  pickNext,
  type TaughtClass,
  unassignClassOf,
} from '../classes/classes.service.ts';
import { leaveTeams } from '../classes/team.service.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ListRequest, Page } from '../database/lists.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { readCertificates } from '../users/certificates.ts';
import { changeRole, changeUnless } from '../users/change-user.ts';
import { findInstructorUser, findUserWithId, listInstructorUsers } from '../users/find-users.ts';

/**
 * An instructor is a user with that role, and the class says who teaches it, so an instructor's courses are stored only
 * once. Two documents must agree: the user's role and the class's instructor. Code that changes one checks the other
 * afterwards and undoes its change if they don't agree; `repairAssignments` does this for a process that stopped in
 * between.
 */

type Search = ListRequest & { search?: string };

/** Instructors, by name. A search looks at their name, email and course. */
async function getInstructors(request: Search, services: Services): Promise<Page<Instructor>> {
  const { items, total, present } = await findInstructors(request, services);
  return { items: items.map(present), total };
}

/** Instructors with their certificates, for admins. R32 */
export async function getListedInstructors(
  request: Search,
  services: Services,
): Promise<Page<ListedInstructor>> {
  const { items, total, present } = await findInstructors(request, services);
  const certificatesOf = await readCertificates(items, services);
  return {
    items: items.map((user) => ({
      ...present(user),
      certificates: certificatesOf(user),
      ...(user.isUnclaimed && { isInvited: true }),
    })),
    total,
  };
}

/** @returns also a function that presents each of them */
async function findInstructors({ search, ...request }: Search, services: Services) {
  const classes = await listTaughtClasses(services);
  const found = classes
    .filter((taught) => search && hasText(taught, search))
    .flatMap(({ instructorId }) => instructorId ?? []);
  const { items, total } = await listInstructorUsers({ ...request, search, found }, services);
  const present = (user: UserDocument) => {
    const taught = classes.filter(({ instructorId }) => instructorId?.equals(user._id));
    return presentInstructor(user, taught, services);
  };
  return { items, total, present };
}

function hasText({ name, course_tag }: TaughtClass, search: string): boolean {
  return [name, course_tag].some((text) => text.toLowerCase().includes(search.toLowerCase()));
}

/**
 * All instructors as visitors see them, by name. Without a text of their own, they have a plain one. Who is only invited is
 * not there. R534, R631
 */
export async function getPublicInstructors(services: Services): Promise<Instructor[]> {
  const { items, present } = await findInstructors({}, services);
  return items
    .filter(({ isUnclaimed }) => !isUnclaimed)
    .map(present)
    .map((one) => ({ ...one, details: one.details || LABELS.noInstructorText }));
}

/** Instructors who can take a course, by name: those without one, or all if each may have several. */
export async function getFreeInstructors(services: Services): Promise<Instructor[]> {
  const { items } = await getInstructors({}, services);
  if (SCHOOL.booking.manyClasses) return items;
  return items.filter(({ courseID }) => courseID === NOT_ASSIGNED);
}

/** @returns an instructor as they see themselves; null for others */
export async function getInstructor(
  user: UserDocument,
  services: Services,
): Promise<Instructor | null> {
  if (user.role !== 'instructor') return null;
  return presentInstructor(user, await listClassesTaughtBy(user, services), services);
}

/**
 * Unassigns an instructor's course. R301
 * @param classId which one, if they have several
 * @throws {ApiError} `not_found`, `instructor_not_assigned`, `several_courses`
 */
export async function unassignInstructor(
  { id, classId }: { id: string; classId?: string },
  admin: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<void> {
  const user = await requireInstructor(id, services);
  const classes = await listClassesTaughtBy(user, services);
  const [taught, another] = classes.filter(
    ({ _id }) => classId === undefined || _id.toHexString() === classId,
  );
  if (!taught) throw new ApiError('instructor_not_assigned');
  if (another) throw new ApiError('several_courses');
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'unassign course',
    target: user.email,
    before: { course: taught.name, tag: taught.course_tag },
    after: { course: NOT_ASSIGNED },
    classId: taught._id,
  });
  if (!(await unassignClassOf(user._id, services, { classId: taught._id, event })))
    throw new ApiError('instructor_not_assigned');
}

/**
 * Changes an instructor back to a student, unless they have a course.
 * @throws {ApiError} `not_found`, `instructor_assigned`
 */
export async function removeInstructor(
  id: string,
  admin: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<void> {
  const user = await requireInstructor(id, services);
  const findProblem = async () =>
    (await hasClasses(user, services)) ? 'instructor_assigned' : undefined;
  const problem =
    (await findProblem()) ??
    (await changeUnless(
      user._id,
      { change: changeRole('instructor', 'student'), undo: changeRole('student', 'instructor') },
      auditEvent({
        at: services.now(),
        by: admin._id,
        type: 'remove instructor',
        target: user.email,
        before: { role: 'instructor' },
        after: { role: 'student' },
      }),
      findProblem,
      services,
    ));
  if (problem === 'changed')
    throw new ApiError('not_found', 'This instructor has changed. Please reload the list.');
  if (problem) throw new ApiError(problem);
  await leaveTeams(user, services);
  // Who was only invited has nothing here: without the account, the right address can be invited.
  if (!user.isUnclaimed) return;
  const former = await findUserWithId(user._id, services);
  if (former) await deleteAccountIf(former, isNobody, services);
}

/**
 * Unassigns classes whose instructor is no longer an instructor. A process that stops between changing the role and the
 * class leaves such a class. Runs when a server starts.
 */
export async function repairAssignments(services: Services): Promise<void> {
  for (const { instructorId: _id } of await listTaughtClasses(services)) {
    // Read each user after the class: somebody who is just getting role and class has the role by now.
    if (!_id || (await findInstructorUser({ _id }, services))) continue;
    services.log.warn(
      { user: _id },
      'the instructor of a class is not an instructor anymore: unassigned',
    );
    await unassignClassOf(_id, services);
  }
}

/** An account that nobody has taken up, after its role has ended. */
function isNobody({ role, isUnclaimed }: UserDocument): Promise<boolean> {
  return Promise.resolve(role === 'student' && isUnclaimed === true);
}

async function hasClasses(user: UserDocument, services: Services): Promise<boolean> {
  return (await listClassesTaughtBy(user, services)).length > 0;
}

async function requireInstructor(id: string, services: Services): Promise<UserDocument> {
  const user = await findInstructorUser({ _id: new ObjectId(id) }, services);
  if (!user) throw new ApiError('not_found', 'We could not find this instructor.');
  return user;
}

function presentInstructor(
  user: UserDocument,
  taught: TaughtClass[],
  services: Services,
): Instructor {
  const next = pickNext(taught, services);
  return {
    _id: user._id.toHexString(),
    name: user.name,
    email: user.email,
    image: user.photo,
    courseID: next?._id.toHexString() ?? NOT_ASSIGNED,
    course: next?.name ?? NOT_ASSIGNED,
    tag: next?.course_tag ?? NOT_ASSIGNED,
    details: user.details,
    courses: taught.map(({ _id, name, course_tag, dailyStart, dailyEnd, ...camp }) => ({
      _id: _id.toHexString(),
      name,
      tag: course_tag,
      ...showCampDays(camp),
      dailyStart: dailyStart ?? null,
      dailyEnd: dailyEnd ?? null,
    })),
  };
}

/** What an instructor shows of themselves. */
export function presentPage({ photo, details, isNamed = false }: UserDocument): InstructorPage {
  return { photo, details, isNamed };
}

type PageChange = { [K in 'details' | 'photo']?: string } & {
  isNamed?: boolean;
};

/**
 * Changes what an instructor shows of themselves. Missing fields stay.
 * @param change at least one field
 * @returns the page as it is now
 * @throws {ApiError} `not_found` if the person is not an instructor anymore
 */
export async function changePage(
  { _id }: UserDocument,
  { details, photo, isNamed }: PageChange,
  { database }: Services,
): Promise<InstructorPage> {
  const $set = {
    ...(details !== undefined && { details }),
    ...(photo !== undefined && { photo }),
    ...(isNamed !== undefined && { isNamed }),
  };
  const changed = await database.collections.users.findOneAndUpdate(
    { _id, role: 'instructor', status: 'active' },
    { $set },
    { returnDocument: 'after' },
  );
  if (!changed) throw new ApiError('not_found', 'You are not an instructor anymore.');
  return presentPage(changed);
}
