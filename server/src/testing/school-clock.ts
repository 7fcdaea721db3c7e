import { findTime } from '../school-time.ts';
import { useTestApp } from './test-app.ts';

/**
 * A test app whose clock the tests of a file set.
 * @param day - the day that is meant where none is named, as yyyy-mm-dd; far enough from the real today that the clock
 *   only moves forward
 * @param variables - settings that differ from the usual ones
 */
export function useSchoolClock(day: string, variables: Record<string, string> = {}) {
  const clock = { now: new Date() };
  const app = useTestApp(() => ({ now: () => clock.now }), variables);
  const findMoment = (time: string, on: string) =>
    findTime(on, time, app.services.environment.SCHOOL_TIME_ZONE);
  return {
    app,
    /** @returns a moment of a day of the school, as it stands on the wire */
    at: (time: string, on = day) => findMoment(time, on).toISOString(),
    goTo(time: string, on = day) {
      clock.now = findMoment(time, on);
    },
    /** @returns what time it is now, as it stands on the wire */
    sayNow: () => clock.now.toISOString(),
  };
}
