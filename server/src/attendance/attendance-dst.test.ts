import { randomUUID } from 'node:crypto';
import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import { expect, it } from 'vitest';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { useSchoolClock } from '../testing/school-clock.ts';

/** In Jerusalem, the clocks go from 2:00 to 3:00 on a Friday, on which the camp meets. */
const THURSDAY = '2032-03-25';
const FRIDAY = '2032-03-26';

const { app, goTo, sayNow } = useSchoolClock(THURSDAY, { timeZone: 'Asia/Jerusalem' });
const admin = useUser(app, 'admin');

// Rules: R380.
it('on the day on which the clocks change, taps are of their day, and who is late is late by the clock on the wall', async () => {
  goTo('09:00');
  const parent = await buildUser(app);
  const [mia, tom] = [await buildChild(app, parent), await buildChild(app, parent)];
  const campClass = await buildClass(app, {
    ...{ camp_start: THURSDAY, camp_end: FRIDAY, dailyStart: '09:00', dailyEnd: '15:00' },
    seats: [mia, tom].map(({ _id: childId }) => makeEnrolledSeat({ userId: parent._id, childId })),
  });
  const send = async (kind: 'in' | 'absent', day: string) => {
    const taps = [{ _id: randomUUID(), personId: mia.id, kind, at: sayNow() }];
    const body = { classId: campClass.id, day, taps };
    return (await app.as(admin).call('POST /attendance', { body })).body.problems;
  };
  const readState = async (day: string) => {
    const params = { classId: campClass.id, day };
    const { body } = await app.as(admin).call('GET /dayList/:classId/:day', { params });
    const { taps = [] } = body.people.find(({ personId }) => personId === mia.id) ?? {};
    return readAttendance(taps).state;
  };
  const countLate = async () => {
    const { notArrived } = (await app.as(admin).call('GET /dayList')).body;
    return notArrived.first.find(({ _id }) => _id === campClass.id)?.people ?? 0;
  };
  goTo('23:59');
  expect(await send('in', THURSDAY)).toEqual([null]);
  goTo('00:01', FRIDAY);
  expect(await send('in', THURSDAY)).toEqual(['wrong_time']);
  expect(await send('absent', FRIDAY)).toEqual([null]);
  // A minute after 1:59.
  goTo('03:00', FRIDAY);
  expect(await send('in', FRIDAY)).toEqual([null]);
  expect([await readState(THURSDAY), await readState(FRIDAY)]).toEqual(['here', 'here']);
  goTo('09:29', FRIDAY);
  expect(await countLate()).toBe(0);
  goTo('09:30', FRIDAY);
  expect(await countLate()).toBe(1);
  goTo('23:59', FRIDAY);
  expect(await send('absent', FRIDAY)).toEqual([null]);
  expect(await readState(FRIDAY)).toBe('absent');
});
