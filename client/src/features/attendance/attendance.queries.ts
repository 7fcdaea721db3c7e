import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/read.ts';
import { isRefused } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { readToday } from '../../lib/format.ts';
import { forgetKept } from './device-store.ts';
import { type Kept, KEPT_DAYS, loadOrRead, nameKeptPhotos } from './kept-lists.ts';

type DayAnswer = Output<Contract['GET /dayList/:classId/:day']>;

export type ClassDay = Kept<
  DayAnswer & {
    /** How many milliseconds the server's clock is ahead of the phone's. */
    clockOffset: number;
  }
>;
export type AttendanceSheet = Output<Contract['GET /attendanceSheet/:classId']>;

/** How often a day's list loads again, in milliseconds, so that two phones see each other. */
const LOOK_AGAIN_MS = 30_000;

/** The name under which the phone keeps a day's list. */
export const nameKeptDay = (classId: string, day: string) => `${KEPT_DAYS}${classId}/${day}`;

/**
 * Who is expected in a class on a day, and who came. The app forgets it when the page closes, because it is about
 * children; today's is kept on the phone, encrypted.
 */
export function classDayOptions(classId: string, day: string) {
  return queryOptions({
    queryKey: [...read('GET /dayList/:classId/:day', { params: { classId, day } }).queryKey],
    queryFn: (): Promise<ClassDay> =>
      loadOrRead(
        nameKeptDay(classId, day),
        () => loadDay(classId, day),
        (list) => list.day === readToday() && list.days.includes(day),
      ),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Somebody who is refused the list does not keep its photos, either. */
async function loadDay(classId: string, day: string): Promise<ClassDay> {
  try {
    const list = await call('GET /dayList/:classId/:day', { params: { classId, day } });
    return { ...list, clockOffset: Date.parse(list.now) - Date.now() };
  } catch (error) {
    if (isRefused(error)) await forgetKept(nameKeptPhotos(classId, day));
    throw error;
  }
}
