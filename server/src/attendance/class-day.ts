import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { LATE_MINUTES, readAttendance } from '@speakifyr/contract/attendance-state.ts';
import type { AttendedDay } from '@speakifyr/contract/attendance.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/collections.ts';
import type { TapDocument } from '../database/family-documents.ts';
import { findTime } from '../school-time.ts';
import type { Services } from '../services.ts';
import { presentTap } from './attendance-store.ts';

/** Who has a seat: the child, or the account that joined for itself. */
export function personOf({ userId, childId }: { userId: ObjectId; childId?: ObjectId }): ObjectId {
  return childId ?? userId;
}

/** The days on which a class meets, yyyy-mm-dd. */
export function listDaysOf(campClass: Pick<ClassDocument, 'camp_start' | 'camp_end'>): string[] {
  return listClassDays(campClass, SCHOOL.daysOff);
}

/** @param taps all of one person on this day */
export function describeDay(day: string, taps: TapDocument[]): AttendedDay {
  const { state, in: arrived, out } = readAttendance(taps.map(presentTap));
  const taken = out?.collectedBy;
  return {
    ...{ day, state, in: arrived?.at ?? null, out: out?.at ?? null },
    collectedBy: taken && taken.how !== 'self' ? taken.name : null,
  };
}

/**
 * Until when a class expects people on a day, and from when on nobody should still be there: LATE_MINUTES after its start and
 * its end. Without hours, nobody is late.
 */
export function findLateTimes(
  day: string,
  { dailyStart, dailyEnd }: Pick<ClassDocument, 'dailyStart' | 'dailyEnd'>,
  { environment }: Pick<Services, 'environment'>,
): { arriveBy: Date | null; leaveBy: Date | null } {
  const after = (time: string | null | undefined) =>
    time
      ? new Date(
          findTime(day, time, environment.SCHOOL_TIME_ZONE).getTime() + LATE_MINUTES * 60_000,
        )
      : null;
  return { arriveBy: after(dailyStart), leaveBy: after(dailyEnd) };
}
