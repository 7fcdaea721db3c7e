import { randomUUID } from 'node:crypto';
import type { SentHandOver, SentTap, TapProblem } from '@speakifyr/contract/attendance.ts';
import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays } from '../school-time.ts';
import { makeEnrolledSeat } from './care.ts';
import { buildClass, buildUser } from './factories.ts';
import { buildFamily } from './families.ts';
import { useSchoolClock } from './school-clock.ts';

/** A Monday. */
export const CAMP_DAY = '2032-07-05';

/**
 * The server with a clock, and a class on CAMP_DAY with the child of a family of four guardians (`buildFamily`). It is
 * 9 o'clock.
 */
export function useCampDay() {
  const { app, at, goTo, sayNow } = useSchoolClock(CAMP_DAY);

  async function build() {
    goTo('09:00');
    const family = await buildFamily(app);
    const instructor = await buildUser(app, 'instructor');
    const campClass = await buildClass(app, {
      ...{ camp_start: CAMP_DAY, camp_end: addDays(CAMP_DAY, 4) },
      ...{ dailyStart: '09:00', dailyEnd: '15:00', instructorId: instructor._id },
      seats: [makeEnrolledSeat({ userId: family.parent._id, childId: family.child._id })],
    });
    return { ...family, instructor, campClass };
  }

  const makeOut = (personId: string, collectedBy: SentHandOver, more: Partial<SentTap> = {}) => ({
    ...{ _id: randomUUID(), personId, kind: 'out' as const, at: sayNow() },
    ...{ collectedBy, ...more },
  });

  /** An arrival, an absence, or the undo of another tap. */
  const makeTap = (
    personId: string,
    kind: 'in' | 'absent' | 'undo',
    more: Partial<SentTap> = {},
  ): SentTap => ({ _id: randomUUID(), personId, kind, at: sayNow(), ...more });

  type Day = Awaited<ReturnType<typeof build>>;
  return {
    ...{ app, at, goTo, sayNow, build, makeOut, makeTap },
    /** @returns for each tap why it is not recorded, or null */
    async send(
      by: UserDocument,
      { campClass }: Day,
      taps: SentTap[],
    ): Promise<(TapProblem | null)[]> {
      const body = { classId: campClass.id, day: CAMP_DAY, taps };
      return (await app.as(by).call('POST /attendance', { body })).body.problems;
    },
    /** The child on the day list. */
    async readChild(by: UserDocument, { campClass, child }: Day) {
      const params = { classId: campClass.id, day: CAMP_DAY };
      const { body } = await app.as(by).call('GET /dayList/:classId/:day', { params });
      const found = body.people.find(({ personId }) => personId === child.id);
      if (!found) throw new Error('The child is not on the list');
      return { ...found, attendance: readAttendance(found.taps) };
    },
  };
}
