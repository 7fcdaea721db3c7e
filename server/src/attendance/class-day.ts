import { SCHOOL } from '@speakifyr/contract/school.ts';
import { LATE_MINUTES, readAttendance } from '@speakifyr/contract/attendance-state.ts';
import type { AttendedDay } from '@speakifyr/contract/attendance.ts';
import type { ObjectId } from 'mongodb';
import type { TapDocument } from '../database/family-documents.ts';
import { type CampDays, meetsOn } from '@speakifyr/contract/class-days.ts';
import { findTime, formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';
import { presentTap } from './attendance-store.ts';

/** Who has a seat: the child, or the account that joined for itself. */
export function personOf({ userId, childId }: { userId: ObjectId; childId?: ObjectId }): ObjectId {
  return childId ?? userId;
}

/** A phone's clock may be this much ahead. */
const MAX_AHEAD_MS = 5 * 60_000;

/** Whether something can have happened at this moment, on this day (yyyy-mm-dd) of a class. */
export function isOnDay(
  moment: Date,
  day: string,
  campClass: CampDays,
  { now }: Pick<Services, 'now'>,
): boolean {
  const isAhead = moment.getTime() > now().getTime() + MAX_AHEAD_MS;
  const isThatDay = formatIsoDay(moment, SCHOOL.timeZone) === day;
  return !isAhead && isThatDay && meetsOn(campClass, day);
}

/** @param taps all of one person's on this day */
export function describeDay(day: string, taps: TapDocument[]): AttendedDay {
  const { state, in: arrived, out } = readAttendance(taps.map(presentTap));
  const taken = out?.collectedBy;
  return {
    day,
    state,
    in: arrived?.at ?? null,
    out: out?.at ?? null,
    collectedBy: taken && 'name' in taken ? taken.name : null,
    leftAlone: taken?.how === 'alone',
  };
}

/**
 * LATE_MINUTES after a time of day. From then on, anyone still expected is late, and anyone still there after the end
 * was forgotten.
 * @returns null for a class without hours: nobody is late
 */
export function findLateTime(day: string, time: string | null | undefined): Date | null {
  if (!time) return null;
  return new Date(findTime(day, time, SCHOOL.timeZone).getTime() + LATE_MINUTES * 60_000);
}
