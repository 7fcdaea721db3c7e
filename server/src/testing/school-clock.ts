import { SCHOOL } from '@speakifyr/contract/school.ts';
import { findTime } from '../school-time.ts';
import type { SchoolChange } from './school.ts';
import { useTestApp } from './test-app.ts';

/**
 * A test app whose clock the tests of a file set.
 * @param day - the default day, as yyyy-mm-dd; far enough from the real today that the clock only moves forward
 * @param school - what the school has decided otherwise than school.json says
 */
export function useSchoolClock(day: string, school: SchoolChange = {}) {
  const clock = { now: new Date() };
  const app = useTestApp(() => ({ now: () => clock.now }), {}, school);
  const findMoment = (time: string, on: string) => findTime(on, time, SCHOOL.timeZone);
  return {
    app,
    /** @returns a moment of a school day, in wire format */
    at: (time: string, on = day) => findMoment(time, on).toISOString(),
    goTo(time: string, on = day) {
      clock.now = findMoment(time, on);
    },
    /** @returns the current time, in wire format */
    sayNow: () => clock.now.toISOString(),
  };
}
