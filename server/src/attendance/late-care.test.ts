import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { useSchoolClock } from '../testing/school-clock.ts';
import { listMissing } from './missing-people.ts';

/** A Monday. */
const DAY = '2033-07-11';

const { app, goTo, sayNow } = useSchoolClock(DAY);

// Rules: R384, R652.
it('a child with late care today is at camp until it ends: on all lists, and for the office', async () => {
  goTo('09:00');
  const [parent, teacher] = [await buildUser(app), await buildUser(app, 'instructor')];
  const children = [await buildChild(app, parent), await buildChild(app, parent)];
  const care = {
    ...{ extraId: 'a', label: 'Late care', option: null, price: 900, capacity: null },
    ...{ isRefundable: true, until: '17:30', days: 1 },
  };
  const lunch = { ...care, extraId: 'b', label: 'Lunch', until: undefined, days: 2 };
  const [first, second] = children.map((child, place) =>
    makeEnrolledSeat({
      ...{ userId: parent._id, childId: child._id, entry_code: `LAT-10${place}` },
      extras: [{ ...care, on: [place === 0 ? DAY : '2033-07-12'] }, lunch] as never,
    }),
  );
  const days = [DAY, '2033-07-12'];
  const campClass = await buildClass(app, {
    ...{ days, camp_start: DAY, camp_end: days[1]!, dailyStart: '09:00', dailyEnd: '15:00' },
    ...{ instructorId: teacher._id, seats: [first!, second!] },
  });
  const taps = children.map(({ id }) => ({
    ...{ _id: randomUUID(), personId: id, kind: 'in' as const, at: sayNow() },
  }));
  const body = { classId: campClass.id, day: DAY, taps };
  expect((await app.as(teacher).call('POST /attendance', { body })).body.problems).toEqual([
    null,
    null,
  ]);
  const missing = async () =>
    (await listMissing(app.services)).notCollected.first.find(({ _id }) => _id === campClass.id)
      ?.people;
  goTo('15:20');
  expect(await missing()).toBeUndefined();
  goTo('15:30');
  expect(await missing()).toBe(1);
  goTo('17:59');
  expect(await missing()).toBe(1);
  goTo('18:00');
  expect(await missing()).toBe(2);

  const { body: now } = await app.as(teacher).call('GET /emergencyList');
  const extrasOf = (id: string, people: { personId: string; extras?: unknown }[]) =>
    people.find(({ personId }) => personId === id)?.extras;
  const today = now.classes.find(({ classId }) => classId === campClass.id)!.people;
  const late = { label: 'Late care', option: null, until: '17:30' };
  expect(extrasOf(children[0]!.id, today)).toEqual([late]);
  expect(extrasOf(children[1]!.id, today)).toBeUndefined();
  const params = { classId: campClass.id, day: DAY };
  const { people } = (await app.as(teacher).call('GET /dayList/:classId/:day', { params })).body;
  const plain = { label: 'Lunch', option: null };
  expect(extrasOf(children[0]!.id, people)).toEqual([late, plain]);
  expect(extrasOf(children[1]!.id, people)).toEqual([plain]);
});
