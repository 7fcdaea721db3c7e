import { SCHOOL } from '@speakifyr/contract/school.ts';
import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import { findAge } from '@speakifyr/contract/age.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { FormFact } from '@speakifyr/contract/form-facts.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { TapDocument } from '../database/family-documents.ts';
import { listEnrolledOn, listEnrolledSeats } from '../seats/find-seat.ts';
import { nameGroup } from '../seats/groups.ts';
import { listCarried } from '../seats/seat-extras.ts';
import { findChildren } from '../families/booking.ts';
import { readSevereAllergies } from '../families/health.ts';
import { readLeavingAlone } from '../families/leave-alone.ts';
import { findClassLookedAfter } from '../families/looks-after.ts';
import { findKeptFrom, listLeftToColleagues } from '../families/own-family.ts';
import { readFormFacts } from '../forms/roster-facts.ts';
import { listPhotoIds } from '../families/photo-store.ts';
import { listTeamOn } from '../families/team-days.ts';
import { readNames, readPeople } from '../users/participant-names.ts';
import { readToday } from '../school-time.ts';
import { listClassDays } from '@speakifyr/contract/class-days.ts';
import type { Services } from '../services.ts';
import { leaveOutKept, readAdults } from './adults.ts';
import {
  listSayers,
  listTapsOfClass,
  noteSeen,
  presentTap,
  presentTapToTeam,
} from './attendance-store.ts';
import { describeDay, personOf } from './class-day.ts';
import { openDayList } from './open-day-list.ts';
import { listCameWithoutSeat, listEverEnrolled } from './class-people.ts';
import { presentTeam } from './present-team.ts';

type DayList = Output<Contract['GET /dayList/:classId/:day']>;
type AttendanceSheet = Output<Contract['GET /attendanceSheet/:classId']>;

/**
 * Who is expected in a class on one of its days or came, and what the team needs at the door. Its reader is recorded,
 * because it names the children's adults. R414
 * @param which.classId 24 hexadecimal digits
 * @param which.day yyyy-mm-dd
 * @returns nobody if the class does not meet on that day
 * @throws {ApiError} as `findClassLookedAfter`
 */
export async function getDayList(
  { classId, day }: { classId: string; day: string },
  reader: UserDocument,
  services: Services,
): Promise<DayList> {
  const { campClass, days, isMeeting } = await openDayList({ classId, day }, reader, services);
  const taps = isMeeting
    ? await listTapsOfClass(services.database.collections, { classId: campClass._id, day })
    : [];
  // What follows says in red what should not have happened.
  if (reader.role === 'admin') {
    const left = await listLeftToColleagues(reader, services);
    await noteSeen(services.database.collections, { classId: campClass._id, day }, left);
  }
  const listed = isMeeting ? await listOnDay({ campClass, day }, taps, services) : [];
  const childIds = listed.flatMap(({ childId }) => childId ?? []);
  const seated = listed.flatMap(({ childId, hasNoSeat }) => (hasNoSeat ? [] : (childId ?? [])));
  const team = isMeeting ? listTeamOn(campClass, day) : [];
  const [nameOf, teamNameOf, found, severe, adults, alone, photoIds, factsOf, isKept] =
    await Promise.all([
      readPeople(listed, services),
      readNames([...team.map(({ userId }) => userId), ...listSayers(taps)], services),
      findChildren(childIds, services),
      readSevereAllergies(childIds, services),
      readAdults(childIds, day, services),
      readLeavingAlone(childIds, services),
      listPhotoIds(seated, services),
      readFormFacts(campClass, listed, services),
      findKeptFrom(reader, services),
    ]);
  const children = new Map(found.map((child) => [child._id.toHexString(), child]));
  const people = listed.map((one) => {
    const personId = personOf(one).toHexString();
    const child = one.childId && children.get(personId);
    const known = adults.get(personId);
    const isOwn = isKept(personOf(one), known?.blocks);
    const shown = known && isOwn ? leaveOutKept(known) : known;
    return {
      personId,
      name: nameOf(one).name,
      isChild: one.childId !== undefined,
      age: child ? findAge(child.birthDate, campClass.camp_start) : null,
      severeAllergies: severe.get(personId) ?? [],
      entryCode: one.entry_code ?? null,
      photoId: photoIds.get(personId) ?? null,
      ...listCarried(one, [day]),
      ...nameGroup(campClass, one),
      ...(one.hasNoSeat && { hasNoSeat: one.hasNoSeat }),
      adults: shown?.adults ?? [],
      mustNotCollect: shown?.blocked ?? [],
      ...(isOwn && { isKept: true as const }),
      mayLeaveAloneFrom: alone.get(personId)?.from ?? null,
      ...addFacts(factsOf(one)),
      taps: taps
        .filter((tap) => tap.personId.toHexString() === personId)
        .map((tap) => presentTapToTeam(tap, teamNameOf)),
    };
  });
  return {
    classId,
    className: campClass.name,
    room: campClass.assign_room,
    day,
    days,
    dailyStart: campClass.dailyStart ?? null,
    dailyEnd: campClass.dailyEnd ?? null,
    now: services.now().toISOString(),
    mostPerAdult: SCHOOL.booking.childrenPerAdult,
    team: presentTeam(team, teamNameOf),
    ...presentDayGroups(campClass, team, reader, teamNameOf),
    people: people.sort((a, b) => a.name.localeCompare(b.name)),
  };
}

/** The groups of a class, with the leaders who are there on this day. R684 */
function presentDayGroups(
  { groups = [] }: ClassDocument,
  team: { userId: ObjectId }[],
  reader: UserDocument,
  nameOf: (id: ObjectId) => string,
): Pick<DayList, 'groups'> {
  if (groups.length === 0) return {};
  return {
    groups: groups.map(({ name, leaders }) => {
      const there = leaders.filter((one) => team.some(({ userId }) => userId.equals(one)));
      return {
        name,
        leaders: there.map(nameOf),
        isOwn: there.some((one) => one.equals(reader._id)),
      };
    }),
  };
}

const addFacts = (facts: FormFact[] | undefined) => facts && { facts };

type OnDay = Pick<EnrolledSeat, 'userId' | 'childId' | 'extras' | 'plan' | 'grouping'> & {
  entry_code?: string;
  hasNoSeat?: true;
};

/** Who has a seat, and who came but lost it: a child at camp is on the list until somebody collects it. R428 */
async function listOnDay(
  { campClass, day }: { campClass: ClassDocument; day: string },
  taps: TapDocument[],
  services: Services,
): Promise<OnDay[]> {
  const seats: OnDay[] = listEnrolledOn(campClass, day);
  const came = listCameWithoutSeat(seats, taps).map(({ personId }) => personId);
  const ids = came.map((personId) => personId.toHexString());
  const known = await listEverEnrolled(campClass, ids, services);
  const others = came.map((personId) => {
    // An unknown person counts as a child, who leaves only with an adult.
    const isChild = known.get(personId.toHexString())?.isChild ?? true;
    return { userId: personId, ...(isChild && { childId: personId }), hasNoSeat: true as const };
  });
  return [...seats, ...others];
}

/**
 * Who was in a class on each of its days so far, including those whose seat has ended since.
 * @param classId 24 hexadecimal digits
 * @throws {ApiError} as `findClassLookedAfter`
 */
export async function getAttendanceSheet(
  classId: string,
  reader: UserDocument,
  services: Services,
): Promise<AttendanceSheet> {
  const campClass = await findClassLookedAfter(classId, reader, 'attendance', services);
  const { _id, name: className } = campClass;
  const days = listClassDays(campClass).filter((day) => day <= readToday(services));
  const taps = await listTapsOfClass(services.database.collections, { classId: _id });
  const seats = listEnrolledSeats(campClass);
  const gone = new Map(taps.map(({ personId }) => [personId.toHexString(), personId]));
  for (const seat of seats) gone.delete(personOf(seat).toHexString());
  const [nameOf, nameLeft] = await Promise.all([
    readPeople(seats, services),
    readNames([...gone.values()], services),
  ]);
  const names = [
    ...seats.map((seat) => [personOf(seat).toHexString(), nameOf(seat).name, seat] as const),
    ...[...gone].map(([id, personId]) => [id, nameLeft(personId), undefined] as const),
  ];
  const people = names.map(([personId, name, seat]) => {
    const chosen = seat?.days;
    const own = taps.filter((tap) => tap.personId.toHexString() === personId);
    const onDay = (day: string) => own.filter((tap) => tap.day === day);
    return {
      personId,
      name,
      ...(seat && nameGroup(campClass, seat)),
      // Who has chosen days comes on those, and maybe by mistake on another one.
      days: days
        .filter((day) => !chosen || chosen.includes(day) || onDay(day).length > 0)
        .map((day) => ({
          ...describeDay(day, onDay(day)),
          notAllowed: readAttendance(onDay(day).map(presentTap)).out?.notAllowed ?? null,
        })),
    };
  });
  return {
    classId,
    className,
    days,
    people: people.sort((a, b) => a.name.localeCompare(b.name)),
  };
}
