import { findTime } from '../school-time.ts';
import { useTestApp } from './test-app.ts';

/**
 * A test app whose clock the tests of a file set.
 * @param day - the default day, as yyyy-mm-dd; far enough from the real today that the clock only moves forward
 * @param variables - settings that differ from the usual ones
 */
export function useSchoolClock(day: string, variables: Record<string, string> = {}) {
  const clock = { now: new Date() };
  const app = useTestApp(() => ({ now: () => clock.now }), variables);
  const findMoment = (time: string, on: string) =>
    findTime(on, time, app.services.environment.SCHOOL_TIME_ZONE);
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
