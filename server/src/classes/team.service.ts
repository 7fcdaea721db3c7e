import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { nameDays } from '@speakifyr/contract/format.ts';
import { MAX_TEAM } from '@speakifyr/contract/limits.ts';
import type { ClassTeam, MyTeam } from '@speakifyr/contract/team.ts';
import { ObjectId } from 'mongodb';
import { listClassDays, meetsBetween } from '@speakifyr/contract/class-days.ts';
import { findClass, updateClass, updateClasses } from '../database/class-store.ts';
import type { ClassDocument, TeamMember } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { AuditEvent } from '../database/event-document.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { presentFacts } from '../users/certificates.ts';
import { readInstructors } from '../users/class-instructors.ts';
import {
  findInstructorUser,
  findPeopleById,
  findUserWithId,
  listInstructorUsers,
} from '../users/find-users.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { byFirstDay, isOnTeam, listStays, listTeamClasses } from '../families/team-days.ts';
import { findBusy, findClash, findClashes } from './team-clashes.ts';

type Wish = ParsedInput<Contract['POST /classTeam/:classId']>['body'];
type NewDays = ParsedInput<Contract['PATCH /classTeam/:classId/:memberId']>['body'];
type Admin = Pick<UserDocument, '_id'>;
type Who = { classId: string; memberId: string };

/**
 * The team of a class with any status, for an admin.
 * @param classId 24 hexadecimal digits
 * @throws {ApiError} `not_found`
 */
export async function getClassTeam(classId: string, services: Services): Promise<ClassTeam> {
  const campClass = await readClass(classId, services);
  const today = readToday(services);
  const team = [...(campClass.team ?? [])].sort(byFirstDay);
  const [instructorOf, people, { items: instructors }, clashOf] = await Promise.all([
    readInstructors([campClass], services),
    findPeopleById(
      team.map(({ userId }) => userId),
      services,
    ),
    listInstructorUsers({}, services),
    findClashes(campClass, team, services),
  ]);
  const lead = instructorOf(campClass);
  const others = instructors.filter(({ _id }) => !campClass.instructorId?.equals(_id));
  const busyOf = await findBusy(
    campClass,
    others.map(({ _id }) => _id),
    services,
  );
  return {
    lead: lead ? { userId: lead._id.toHexString(), ...presentPerson(lead) } : null,
    days: listClassDays(campClass).filter((day) => day >= today),
    today,
    members: team.flatMap(({ _id, userId, role, from, to }) => {
      const person = people.get(userId.toHexString());
      if (!person) return [];
      const ids = { memberId: _id.toHexString(), userId: userId.toHexString() };
      return [{ ...ids, ...presentPerson(person), role, from, to, clash: clashOf(_id) }];
    }),
    people: others.map((person) => ({
      userId: person._id.toHexString(),
      ...presentPerson(person),
      busy: busyOf(person._id),
    })),
  };
}

function presentPerson(person: UserDocument) {
  return { name: person.name, email: person.email, certificates: presentFacts(person) };
}

/**
 * Puts an instructor on the team of an open class. Another class at the same time is only a warning: two groups may be
 * together for a day. R386
 * @param classId 24 hexadecimal digits
 * @throws {ApiError} `not_found`, `class_is_draft`, `leads_class`, `not_class_days`, `already_on_team`, `team_full`,
 * `member_busy` unless confirmed
 */
export async function addToTeam(
  classId: string,
  { userId, role, from, to, confirm_busy }: Wish,
  admin: Admin,
  services: Services,
): Promise<void> {
  const person = await findInstructorUser({ _id: new ObjectId(userId) }, services);
  if (!person) throw new ApiError('not_found', 'We could not find this instructor.');
  const member = { _id: new ObjectId(), userId: person._id, role, from, to };
  const decide = async (campClass: ClassDocument) => {
    const { team = [] } = campClass;
    checkMember(campClass, member, services);
    if (team.length >= MAX_TEAM) throw new ApiError('team_full');
    if (!confirm_busy) await checkBusy(campClass, member, services);
    const after = { course: campClass.name, role, from, to };
    const told = { type: 'add to team', target: person.email, before: null, after } as const;
    return { team: [...team, member], event: teamEvent(told, campClass, member, admin, services) };
  };
  await changeTeam(classId, decide, services);
}

/**
 * Changes the days of somebody on a team.
 * @throws {ApiError} `not_found`, `leads_class`, `not_class_days`, `already_on_team`, `member_busy` unless confirmed
 */
export async function changeTeamDays(
  { classId, memberId }: Who,
  { from, to, confirm_busy }: NewDays,
  admin: Admin,
  services: Services,
): Promise<void> {
  const decide = async (campClass: ClassDocument) => {
    const { member, person, others } = await findMember(campClass, memberId, services);
    const changed = { ...member, from, to };
    checkMember(campClass, changed, services);
    if (!confirm_busy) await checkBusy(campClass, changed, services);
    const before = { course: campClass.name, from: member.from, to: member.to };
    const told = { type: 'change team days', target: person.email, before } as const;
    const event = teamEvent({ ...told, after: { from, to } }, campClass, changed, admin, services);
    return { team: [...others, changed], event };
  };
  await changeTeam(classId, decide, services);
}

/**
 * Takes somebody off a team. From now on, they can't read anything of the class.
 * @throws {ApiError} `not_found`
 */
export async function takeOffTeam(
  { classId, memberId }: Who,
  admin: Admin,
  services: Services,
): Promise<void> {
  const decide = async (campClass: ClassDocument) => {
    const { member, person, others } = await findMember(campClass, memberId, services);
    const { role, from, to } = member;
    const before = { course: campClass.name, role, from, to };
    const told = { type: 'remove from team', target: person.email, before, after: null } as const;
    return { team: others, event: teamEvent(told, campClass, member, admin, services) };
  };
  await changeTeam(classId, decide, services);
}

/** Writes a new team, if the class has not changed since this was decided. Otherwise, decides again. */
async function changeTeam(
  classId: string,
  decide: (campClass: ClassDocument) => Promise<{ team: TeamMember[]; event: AuditEvent }>,
  services: Services,
): Promise<void> {
  for (;;) {
    const campClass = await readClass(classId, services);
    const { _id, version } = campClass;
    const { team, event } = await decide(campClass);
    const change = { $set: { team }, $push: { events: event } };
    if (await updateClass(services.database.collections, { _id, version }, change)) return;
  }
}

type TeamAct = 'add to team' | 'change team days' | 'remove from team';

function teamEvent(
  told: { type: TeamAct; target: string } & Pick<AuditEvent['data'], 'before' | 'after'>,
  { _id: classId }: ClassDocument,
  { _id: memberId, userId }: TeamMember,
  admin: Admin,
  { now }: Services,
): AuditEvent {
  return auditEvent({ ...told, at: now(), by: admin._id, classId, memberId, userId });
}

/** Takes a person off all teams, because they are no longer an instructor. R388 */
export async function leaveTeams(
  { _id: userId }: Pick<UserDocument, '_id'>,
  { database }: Pick<Services, 'database'>,
): Promise<void> {
  await updateClasses(
    database.collections,
    { 'team.userId': userId },
    { $pull: { team: { userId } } },
  );
}

/** An instructor's days on the teams of other classes, today and later, by first day. */
export async function getMyTeams(user: UserDocument, services: Services): Promise<MyTeam[]> {
  const today = readToday(services);
  const classes = await listTeamClasses(user, services);
  return classes
    .flatMap((campClass) => listStays(campClass, user._id).map((stay) => ({ campClass, stay })))
    .filter(({ stay }) => stay.to >= today)
    .sort((a, b) => byFirstDay(a.stay, b.stay))
    .map(({ campClass, stay: { _id, role, from, to } }) => ({
      memberId: _id.toHexString(),
      classId: campClass._id.toHexString(),
      className: campClass.name,
      role,
      from,
      to,
      isToday: from <= today && isOnTeam(campClass, user._id, today),
      dailyStart: campClass.dailyStart ?? null,
      dailyEnd: campClass.dailyEnd ?? null,
      assign_room: campClass.assign_room,
    }));
}

async function readClass(classId: string, { database }: Services): Promise<ClassDocument> {
  const found = await findClass(database.collections, { _id: new ObjectId(classId) });
  if (!found) throw classNotFoundError();
  return found;
}

async function findMember({ team = [] }: ClassDocument, memberId: string, services: Services) {
  const member = team.find(({ _id }) => _id.toHexString() === memberId);
  const person = member && (await findUserWithId(member.userId, services));
  if (!person) throw memberNotFoundError();
  return { member, person, others: team.filter((one) => one !== member) };
}

function memberNotFoundError(): ApiError {
  return new ApiError(
    'not_found',
    'This person is not on the team anymore. Please reload the page.',
  );
}

/** Throws if the class, as it was read, can't have this member. */
function checkMember(campClass: ClassDocument, member: TeamMember, services: Services): void {
  const { status, instructorId, camp_start, camp_end } = campClass;
  const { _id, userId, from, to } = member;
  if (status === 'draft')
    throw new ApiError('class_is_draft', 'This class is a draft. Publish it first.');
  if (status === 'archived') throw new ApiError('not_found', 'This class is not open anymore.');
  if (instructorId?.equals(userId)) throw new ApiError('leads_class');
  const isInside = camp_start <= from && to <= camp_end && to >= readToday(services);
  if (!isInside || !meetsBetween(campClass, member))
    throw new ApiError(
      'not_class_days',
      `The class meets ${nameDays(camp_start, camp_end)}. Please choose from these days, from today on.`,
    );
  const others = listStays(campClass, userId).filter((other) => !other._id.equals(_id));
  if (others.some((other) => other.from <= to && from <= other.to))
    throw new ApiError('already_on_team');
}

async function checkBusy(
  campClass: ClassDocument,
  member: TeamMember,
  services: Services,
): Promise<void> {
  const clash = await findClash(campClass, member, services);
  if (!clash) return;
  throw new ApiError(
    'member_busy',
    `This person has ${clash} at the same time. Somebody else must be with that class then.`,
  );
}
