import type { ObjectId } from 'mongodb';
import type { EnrolledSeat, HeldSeat } from '../../database/collections.ts';
import { addDays, findDayStart } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import {
  type ClassWithPeople,
  type ClassWithWaiting,
  findClassWithCode,
  findClassWithPeople,
  findLastDay,
  listClassesEndingFrom,
  listClassesStartingOn,
  listClassesWithHoldsEnding,
  listClassesWithWaiting,
} from './people-of-classes.repo.ts';

export type { ClassWithPeople, ClassWithWaiting };

/** @returns a class with any status and all its seats, or null */
export async function getClassWithPeople(
  id: ObjectId,
  { database }: Services,
): Promise<ClassWithPeople | null> {
  return findClassWithPeople(database.collections, id);
}

/** Some classes with any status, with all their seats and waiting lists, by their first day. */
export async function getClassesWithWaiting(
  ids: ObjectId[],
  { database }: Services,
): Promise<ClassWithWaiting[]> {
  return listClassesWithWaiting(database.collections, ids);
}

/** The paid seats of a class. */
export function listEnrolledSeats({ seats }: Pick<ClassWithPeople, 'seats'>): EnrolledSeat[] {
  return seats.filter((seat) => seat.state === 'enrolled');
}

/** A paid seat and its class. */
export type SeatWithCode = { campClass: ClassWithPeople; seat: EnrolledSeat };

/** The paid seat with this entry code, such as EXM-101, in a class with any status, or null. */
export async function getSeatWithCode(
  code: string,
  { database }: Pick<Services, 'database'>,
): Promise<SeatWithCode | null> {
  const campClass = await findClassWithCode(database.collections, code);
  const seat = campClass && listEnrolledSeats(campClass).find((one) => one.entry_code === code);
  return seat ? { campClass, seat } : null;
}

/** Open classes that start on one of these days (yyyy-mm-dd), with all their seats. */
export async function getClassesStartingOn(
  days: string[],
  { database }: Services,
): Promise<ClassWithPeople[]> {
  return listClassesStartingOn(database.collections, days);
}

/** Open classes that are not over on this day (yyyy-mm-dd), with all their seats. */
export async function getClassesEndingFrom(
  day: string,
  { database }: Services,
): Promise<ClassWithPeople[]> {
  return listClassesEndingFrom(database.collections, day);
}

/** The holds that end after `from`, but not after `until`. */
export async function getHoldsEnding(
  from: Date,
  until: Date,
  { database }: Services,
): Promise<{ classId: ObjectId; seat: HeldSeat }[]> {
  const found = await listClassesWithHoldsEnding(database.collections, from, until);
  return found.flatMap(({ _id: classId, seats }) =>
    seats.flatMap((seat) =>
      seat.state === 'held' && seat.heldUntil > from && seat.heldUntil <= until
        ? [{ classId, seat }]
        : [],
    ),
  );
}

/**
 * The last day (yyyy-mm-dd) of the classes in which a child has a seat, held or paid, or null. Classes that an admin
 * removed count too.
 */
export async function findLastDayOf(
  childId: ObjectId,
  { database }: Pick<Services, 'database'>,
): Promise<string | null> {
  return findLastDay(database.collections, childId);
}

/** The first moment after a class's last day, in the school's time zone. */
export function findClassEnd(
  { camp_end }: Pick<ClassWithPeople, 'camp_end'>,
  { environment }: Pick<Services, 'environment'>,
): Date {
  return findDayStart(addDays(camp_end, 1), environment.SCHOOL_TIME_ZONE);
}
