import { randomUUID } from 'node:crypto';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import fc from 'fast-check';
import {
  type CampDays,
  listClassDays,
  listUsualDays,
  readWeekday,
} from '@speakifyr/contract/class-days.ts';
import { nameClassDays } from '@speakifyr/contract/say-class-days.ts';
import { toCampDays } from '@speakifyr/contract/new-class-days.ts';
import { addDays } from '@speakifyr/contract/days.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { makeNewCourse, makeTag } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildUser,
  useUser,
} from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays, nextYear } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

/** A Monday of next summer. */
const MONDAY = (() => {
  const first = nextYear('07-01');
  return addDays(first, (8 - readWeekday(first)) % 7);
})();
const day = (week: number, weekday: number) => addDays(MONDAY, week * 7 + weekday - 1);
const TWO_WEEKS = { camp_start: day(0, 1), camp_end: day(1, 5) };
const MON_WED_FRI = [0, 1].flatMap((week) => [1, 3, 5].map((weekday) => day(week, weekday)));

/** A draft has no instructor. */
const NOBODY = { email: NOT_ASSIGNED, name: '' };

type Course = Input<Contract['POST /addCourse']>['body'];

let tags = 0;
async function add(fields: Partial<Course>) {
  tags += 1;
  // A copy takes the next tag.
  const course_tag = makeTag(tags * 2);
  const body = makeNewCourse(NOBODY, { ...TWO_WEEKS, course_tag, ...fields });
  const answer = await app.as(admin).call('POST /addCourse', { body });
  return { ...answer, id: answer.body.insertedId };
}
const findManaged = async (id: string) => {
  const { body } = await app.as(admin).call('GET /adminClasses', { query: { id } });
  return body[0]!;
};

const { holidays } = SCHOOL;
afterEach(() => void Object.assign(SCHOOL, { holidays }));
const setHoliday = (from: string, name = 'Founders’ Day') =>
  void Object.assign(SCHOOL, { holidays: [{ from, to: from, name }] });

// Rules: R645.
describe('the days of a class', () => {
  it('are the school’s weekdays, and no call says more about a plain class than before', async () => {
    const { id } = await add({});
    const found = await findManaged(id);
    expect(found).toMatchObject(TWO_WEEKS);
    expect(found).not.toHaveProperty('days');
    expect(listClassDays(found)).toHaveLength(10);
  });

  it('are those that the director chooses: every call tells them, the first and the last one too', async () => {
    const { id } = await add({ camp_end: day(1, 5), days: MON_WED_FRI.toReversed() });
    expect(await findManaged(id)).toMatchObject({ ...TWO_WEEKS, days: MON_WED_FRI });
  });

  it('leave out a day off of the school, and begin after it', async () => {
    setHoliday(day(0, 1));
    const found = await findManaged((await add({})).id);
    expect(found).toMatchObject({ camp_start: day(0, 2), camp_end: day(1, 5) });
    setHoliday(day(0, 3));
    const other = await findManaged((await add({})).id);
    expect(other.days).toEqual(listUsualDays(TWO_WEEKS).filter((one) => one !== day(0, 3)));
    // Whoever chooses the day has it.
    const chosen = await add({ days: listUsualDays(TWO_WEEKS) });
    expect(listClassDays(await findManaged(chosen.id))).toContain(day(0, 3));
  });

  it.each<[string, string[]]>([
    ['none', []],
    ['one twice', [day(0, 1), day(0, 1), day(1, 5)]],
    ['one before the first', [day(-1, 5), day(1, 5)]],
    ['one after the last', [day(0, 1), day(1, 5), day(2, 1)]],
    ['one that is none', [day(0, 1), '2027-02-30', day(1, 5)]],
    ['not the first', [day(0, 2), day(1, 5)]],
    [
      'more than a year of them',
      Array.from({ length: 367 }, (_none, count) => addDays(MONDAY, count)),
    ],
  ])('are refused: %s', async (_what, days) => {
    expect((await add({ days })).status).toBe(400);
  });

  it('change for people in it only if the director has read how many, and they hear of it', async () => {
    const campClass = await buildClass(app, { ...TWO_WEEKS, name: 'Kites' });
    const { student } = await buildEnrolledSeat(app, campClass);
    const { name, price, assign_room, course_tag } = campClass;
    const form = { name, price, assign_room, course_tag, sit: 4, ...TWO_WEEKS };
    const save = (changes: object) =>
      app.as(admin).call('PATCH /updateClass/:id', {
        params: { id: campClass.id },
        body: { ...form, ...changes },
      });
    expect((await save({ days: MON_WED_FRI })).body).toMatchObject({ code: 'students_affected' });
    expect((await save({ days: MON_WED_FRI, confirm_affected: 1 })).status).toBe(200);
    const own = await app
      .as(student)
      .call('GET /myEnrolledClass', { query: { email: student.email } });
    expect(own.body[0]).toMatchObject({ ...TWO_WEEKS, days: MON_WED_FRI });
    // The spec's form, without days, leaves them alone.
    expect((await save({})).status).toBe(200);
    expect((await findManaged(campClass.id)).days).toEqual(MON_WED_FRI);
    // Other ends bring the usual days.
    const ends = { camp_start: day(2, 1), camp_end: day(2, 5) };
    expect((await save({ ...ends, confirm_affected: 1 })).status).toBe(200);
    expect(await findManaged(campClass.id)).not.toHaveProperty('days');
  });

  it('stay where somebody was checked in; a past day on which nobody came may go', async () => {
    const days = [-3, -2, -1, 3].map(inDays);
    const campClass = await buildClass(app, {
      ...{ camp_start: days[0]!, camp_end: days[3]!, days },
      name: 'Rowing',
    });
    const { collections } = app.services.database;
    const at = app.services.now();
    await collections.attendance.insertOne({
      ...{ _id: randomUUID(), kind: 'in', at, receivedAt: at, day: days[1]! },
      ...{ classId: campClass._id, personId: admin._id, by: admin._id },
    });
    const { name, price, assign_room, course_tag } = campClass;
    const save = (kept: string[]) =>
      app.as(admin).call('PATCH /updateClass/:id', {
        params: { id: campClass.id },
        body: {
          ...{ name, price, assign_room, course_tag, sit: 5 },
          ...{ camp_start: kept[0]!, camp_end: kept.at(-1)!, days: kept, confirm_past: true },
        },
      });
    const refused = await save(days.filter((one) => one !== days[1]));
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(JSON.stringify(refused.body)).toContain('this day stays');
    expect((await save(days.filter((one) => one !== days[2]))).status).toBe(200);
    expect((await findManaged(campClass.id)).days).toEqual([days[0], days[1], days[3]]);
  });

  it('of a copy are on the same weekdays, with last year’s day off back and next year’s out', async () => {
    setHoliday(day(0, 3));
    const { id } = await add({ days: MON_WED_FRI.filter((one) => one !== day(0, 3)) });
    const later = (one: string) => addDays(one, 364);
    Object.assign(SCHOOL, {
      holidays: [day(0, 3), later(day(1, 5))].map((one) => ({ from: one, to: one, name: '' })),
    });
    const { body } = await app
      .as(admin)
      .call('POST /duplicateCourse/:id', { params: { id }, query: { to: 'year' } });
    const copy = await findManaged(body.insertedId);
    const expected = MON_WED_FRI.map(later).slice(0, -1);
    expect(listClassDays(copy)).toEqual(expected);
    expect([copy.camp_start, copy.camp_end]).toEqual([expected[0], expected.at(-1)]);
  });

  it('decide which weeks find it', async () => {
    const name = 'Every other week';
    const instructor = await buildUser(app, 'instructor');
    const added = await add({
      name,
      instructor_email: instructor.email,
      camp_start: day(0, 1),
      camp_end: day(2, 1),
      days: [day(0, 1), day(2, 1)],
    });
    expect(added.body).toMatchObject({ status: true });
    const findIn = async (week: number) =>
      (await app.call('GET /classes', { query: { week: day(week, 1) } })).body.filter(
        (one) => one.name === name,
      ).length;
    expect([await findIn(0), await findIn(1), await findIn(2)]).toEqual([1, 0, 1]);
  });

  it('decide who is free: an instructor on the other days, and a child', async () => {
    const instructor_email = (await buildUser(app, 'instructor')).email;
    const tueThu = [0, 1].flatMap((week) => [2, 4].map((weekday) => day(week, weekday)));
    const other = { camp_start: day(0, 2), camp_end: day(1, 4), days: tueThu, instructor_email };
    SCHOOL.booking.manyClasses = true;
    const first = await add({ days: MON_WED_FRI, instructor_email });
    const second = await add(other);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await add({ ...other, days: [...tueThu, day(0, 5)] })).body).toMatchObject({
      code: 'instructor_busy',
    });
    SCHOOL.booking.manyClasses = false;

    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const join = (classId: string) =>
      app.as(parent).call('POST /addClass', {
        body: { classId, email: parent.email, childId: child.id },
      });
    expect((await join(first.id)).status).toBe(200);
    expect((await join(second.id)).status).toBe(200);
    const clash = await buildClass(app, TWO_WEEKS);
    expect((await join(clash.id)).body).toMatchObject({ code: 'too_many_holds' });
  });

  it('are the days of the day list, and of the family’s page', async () => {
    const days = [day(0, 1), day(0, 3)];
    const campClass = await buildClass(app, {
      ...{ camp_start: days[0]!, camp_end: days[1]!, days },
      ...{ dailyStart: '09:00', dailyEnd: '12:00' },
    });
    const { student } = await buildEnrolledSeat(app, campClass);
    const own = await app
      .as(student)
      .call('GET /myEnrolledClass', { query: { email: student.email } });
    expect(own.body[0]).toMatchObject({ days });
    const countOn = async (on: string) => {
      const params = { classId: campClass.id, day: on };
      const { body } = await app.as(admin).call('GET /dayList/:classId/:day', { params });
      expect(body.days).toEqual(days);
      return body.people.length;
    };
    expect([await countOn(day(0, 2)), await countOn(day(0, 3))]).toEqual([0, 1]);
  });
});

// Rules: R645.
describe('in words', () => {
  const say = (days: string[]) => nameClassDays(toCampDays(days)!, MONDAY.slice(0, 4));

  it('a plain class has its first and last day only', () => {
    expect(say(listUsualDays(TWO_WEEKS))).not.toContain(',');
  });

  it('some weekdays are named; a day that is missing, and one more, besides', () => {
    expect(say(MON_WED_FRI)).toMatch(/, on Mondays, Wednesdays, and Fridays$/);
    expect(say(MON_WED_FRI.filter((one) => one !== day(1, 3)))).toMatch(
      /, on Mondays, Wednesdays, and Fridays, not on Wed \d+ July$/,
    );
    const week = listUsualDays({ camp_start: day(0, 1), camp_end: day(1, 5) });
    expect(say([...week, day(0, 6)].toSorted())).toMatch(/, also on Sat \d+ July$/);
  });

  it('a day off of the school takes no weekday away', () => {
    setHoliday(day(0, 3));
    expect(say([1, 2, 4, 5].map((weekday) => day(0, weekday)))).toMatch(
      /, not on Wed \d+ July \(Founders’ Day\)$/,
    );
  });

  it('any days are told so that they can be read again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 60 }), { minLength: 1 }), (numbers) => {
        const days = numbers.map((number) => addDays(MONDAY, number)).toSorted();
        const camp: CampDays = toCampDays(days)!;
        expect(listClassDays(camp)).toEqual(days);
        expect([camp.camp_start, camp.camp_end]).toEqual([days[0], days.at(-1)]);
      }),
    );
  });
});
