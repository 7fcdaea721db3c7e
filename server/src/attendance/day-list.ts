import { findAge } from '@speakifyr/contract/age.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { UserDocument } from '../database/collections.ts';
import { listEnrolledSeats } from '../enrollments/seats/find-seat.ts';
import { getRosterChildren } from '../families/care.ts';
import { findClassLookedAfter } from '../families/looks-after.ts';
import { listPhotoIds } from '../families/photo-store.ts';
import { readNames, readPeople } from '../people/users/participant-names.ts';
import { readToday } from '../school-time.ts';
import { listDaysOf } from '../class-days.ts';
import type { Services } from '../services.ts';
import { readAdults } from './adults.ts';
import { listTapsOfClass, presentTap } from './attendance-store.ts';
import { describeDay, personOf } from './class-day.ts';
import { openDayList } from './open-day-list.ts';

type DayList = Output<Contract['GET /dayList/:classId/:day']>;
type AttendanceSheet = Output<Contract['GET /attendanceSheet/:classId']>;

/**
 * Who is expected in a class on one of its days, and what the team needs at the door. Its reader is recorded: it names the
 * adults of the children.
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
  const seats = isMeeting ? listEnrolledSeats(campClass) : [];
  const childIds = seats.flatMap(({ childId }) => childId ?? []);
  const [nameOf, children, adults, photoIds, taps] = await Promise.all([
    readPeople(seats, services),
    getRosterChildren(childIds, services),
    readAdults(childIds, day, services),
    listPhotoIds(childIds, services),
    listTapsOfClass(services.database.collections, { classId: campClass._id, day }),
  ]);
  const people = seats.map((seat) => {
    const personId = personOf(seat).toHexString();
    const child = seat.childId && children.get(personId);
    return {
      ...{ personId, name: nameOf(seat).name, isChild: seat.childId !== undefined },
      age: child ? findAge(child.birthDate, campClass.camp_start) : null,
      hasSevereAllergy: child?.hasSevereAllergy ?? false,
      photoId: photoIds.get(personId) ?? null,
      adults: adults.get(personId)?.adults ?? [],
      mustNotCollect: adults.get(personId)?.blocked ?? [],
      taps: taps.filter((tap) => tap.personId.toHexString() === personId).map(presentTap),
    };
  });
  return {
    ...{ classId, className: campClass.name, day, days },
    dailyStart: campClass.dailyStart ?? null,
    dailyEnd: campClass.dailyEnd ?? null,
    now: services.now().toISOString(),
    people: people.sort((a, b) => a.name.localeCompare(b.name)),
  };
}

/**
 * Who was in a class on each of its days so far, also those whose seat has ended since.
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
  const days = listDaysOf(campClass).filter((day) => day <= readToday(services));
  const taps = await listTapsOfClass(services.database.collections, { classId: _id });
  const seats = listEnrolledSeats(campClass);
  const gone = new Map(taps.map(({ personId }) => [personId.toHexString(), personId]));
  for (const seat of seats) gone.delete(personOf(seat).toHexString());
  const [nameOf, nameLeft] = await Promise.all([
    readPeople(seats, services),
    readNames([...gone.values()], services),
  ]);
  const names = [
    ...seats.map((seat) => [personOf(seat).toHexString(), nameOf(seat).name] as const),
    ...[...gone].map(([id, personId]) => [id, nameLeft(personId)] as const),
  ];
  const people = names.map(([personId, name]) => {
    const own = taps.filter((tap) => tap.personId.toHexString() === personId);
    const onDay = (day: string) => own.filter((tap) => tap.day === day);
    return { personId, name, days: days.map((day) => describeDay(day, onDay(day))) };
  });
  return {
    ...{ classId, className, days },
    people: people.sort((a, b) => a.name.localeCompare(b.name)),
  };
}
