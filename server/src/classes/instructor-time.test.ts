import { listNewDays } from '@speakifyr/contract/new-class-days.ts';
import { setUpSchool } from '../testing/school.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { makeNewCourse, makeTag } from '../testing/documents.ts';
import { buildClass, buildEnrolledSeat, buildUser } from '../testing/factories.ts';
import { startSecondServer, startTestApp, type TestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

// Two servers of a school whose instructors have several classes.
const SEVERAL = { booking: { manyClasses: true } };
let app: TestApp;
let twin: TestApp;
let admin: UserDocument;
beforeAll(async () => {
  app = await startTestApp(undefined, {}, SEVERAL);
  twin = await startSecondServer(app);
  admin = await buildUser(app, 'admin');
});
afterAll(async () => {
  await twin.close();
  await app.close();
});

const WEEK = { camp_start: inDays(30), camp_end: inDays(34) };
const NEXT_WEEK = { camp_start: inDays(37), camp_end: inDays(41) };
const MORNING = { dailyStart: '09:00', dailyEnd: '12:00' };
const AFTERNOON = { dailyStart: '12:00', dailyEnd: '15:00' };

/** SAA: the factories' tags go down from ZZZ. */
let tags = 18 * 26 * 26;
const add = (instructor: UserDocument, changes: object, server = app) =>
  server.as(admin).call('POST /addCourse', {
    body: makeNewCourse(instructor, { course_tag: makeTag(tags++), ...changes }),
  });
type Built = Awaited<ReturnType<typeof buildClass>>;
const update = ({ id, name, sit, price, course_tag }: Built, changes: object, server = app) =>
  server.as(admin).call('PATCH /updateClass/:id', {
    params: { id },
    body: { name, sit, price, assign_room: 12, course_tag, ...changes },
  });
const coursesOf = async ({ email }: UserDocument) => {
  const { body } = await app.as(admin).call('GET /getInstructors', { query: { search: email } });
  return body[0]?.courses.map(({ name }) => name);
};

// Rules: R24, R300, R301.
describe('with several classes per instructor', () => {
  it('an instructor leads classes at different hours or on different days', async () => {
    const rosa = await buildUser(app, 'instructor');
    await buildClass(app, { name: 'Kayaks', instructorId: rosa._id, ...WEEK, ...MORNING });
    expect((await add(rosa, { name: 'Masks', ...WEEK, ...AFTERNOON })).status).toBe(200);
    expect((await add(rosa, { name: 'Knots', ...NEXT_WEEK })).status).toBe(200);
    expect(await coursesOf(rosa)).toEqual(['Kayaks', 'Masks', 'Knots']);
  });

  it('a new class at the same hours is refused, with the name and the time of the other one', async () => {
    const rosa = await buildUser(app, 'instructor');
    await buildClass(app, { name: 'Kayaks', instructorId: rosa._id, ...WEEK, ...MORNING });
    const { status, body } = await add(rosa, { ...WEEK, dailyStart: '11:30', dailyEnd: '13:00' });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'instructor_busy' });
    expect(body.message).toMatch(
      /^This instructor leads Kayaks at this time: .*9:00 AM – 12:00 PM/,
    );
    // A class without hours may take all day.
    expect((await add(rosa, WEEK)).body.code).toBe('instructor_busy');
  });

  it('a class cannot move to the hours of another one of its instructor', async () => {
    const rosa = await buildUser(app, 'instructor');
    await buildClass(app, { instructorId: rosa._id, ...WEEK, ...MORNING });
    const masks = await buildClass(app, { instructorId: rosa._id, ...WEEK, ...AFTERNOON });
    const move = (changes: object) => update(masks, changes);
    expect((await move({ dailyStart: '11:00', dailyEnd: '14:00' })).body.code).toBe(
      'instructor_busy',
    );
    expect((await move({ dailyStart: '13:00', dailyEnd: '16:00' })).status).toBe(200);
    expect((await move({ ...NEXT_WEEK, dailyStart: '09:00', dailyEnd: '16:00' })).status).toBe(200);
  });

  it('an instructor who has no time cannot replace another one', async () => {
    const [rosa, ivo] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
    const [one, two] = [await buildClass(app, WEEK), await buildClass(app, WEEK)];
    expect((await update(one, { inst_email: rosa.email })).status).toBe(200);
    expect((await update(two, { inst_email: ivo.email })).status).toBe(200);
    const replaced = await update(two, { inst_email: rosa.email, revision: 1 });
    expect(replaced.body.code).toBe('instructor_busy');
  });

  it('of two admins on two servers at the same moment, exactly one gets the instructor', async () => {
    for (let round = 0; round < 25; round += 1) {
      const rosa = await buildUser(app, 'instructor');
      const hours = { ...WEEK, ...MORNING };
      const [one, two] = [await buildClass(app, hours), await buildClass(app, hours)];
      const answers = await Promise.all([
        update(one, { inst_email: rosa.email }, app),
        update(two, { inst_email: rosa.email }, twin),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await coursesOf(rosa)).toHaveLength(1);
    }
  });

  it('of a class that moves and one that is assigned at the same moment, one is refused', async () => {
    for (let round = 0; round < 25; round += 1) {
      const rosa = await buildUser(app, 'instructor');
      const moved = await buildClass(app, { instructorId: rosa._id, ...WEEK, ...MORNING });
      const other = await buildClass(app, { ...WEEK, ...AFTERNOON });
      const answers = await Promise.all([
        update(moved, { dailyStart: '12:00', dailyEnd: '15:00' }, app),
        update(other, { inst_email: rosa.email }, twin),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('an admin whose server stopped in between keeps nobody out for longer than a request', async () => {
    const rosa = await buildUser(app, 'instructor');
    const { users } = app.services.database.collections;
    const claimAt = (at: Date) =>
      users.updateOne(
        { _id: rosa._id },
        {
          $set: {
            timeClaims: [
              {
                ...{
                  _id: admin._id,
                  classId: admin._id,
                  name: 'Kayaks',
                  ...WEEK,
                  days: listNewDays(WEEK),
                  at,
                },
                ...{ dailyStart: null, dailyEnd: null },
              },
            ],
          },
        },
      );
    await claimAt(new Date());
    expect((await add(rosa, WEEK)).body.code).toBe('instructor_busy');
    await claimAt(new Date(Date.now() - 60_000));
    expect((await add(rosa, WEEK)).status).toBe(200);
  });

  it('the wire names the next class that is not over, and all of them', async () => {
    const rosa = await buildUser(app, 'instructor');
    const past = { camp_start: inDays(-9), camp_end: inDays(-5) };
    await buildClass(app, { name: 'Past', instructorId: rosa._id, ...past });
    await buildClass(app, { name: 'Later', instructorId: rosa._id, ...NEXT_WEEK });
    const next = await buildClass(app, { name: 'Next', instructorId: rosa._id, ...WEEK });
    const { body } = await app
      .as(rosa)
      .call('GET /userList/instructorInfo', { query: { email: rosa.email } });
    expect(body).toMatchObject({ courseID: next.id, course: 'Next', tag: next.course_tag });
    expect(body?.courses.map(({ name }) => name)).toEqual(['Past', 'Next', 'Later']);
    const free = await app.as(admin).call('GET /newInstructor');
    expect(free.body.map(({ email }) => email)).toContain(rosa.email);
  });

  it('an instructor reads each class, and all of them together', async () => {
    const [rosa, ivo] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
    const one = await buildClass(app, { name: 'One', instructorId: rosa._id, ...WEEK });
    const two = await buildClass(app, { name: 'Two', instructorId: rosa._id, ...NEXT_WEEK });
    const foreign = await buildClass(app, { instructorId: ivo._id });
    await buildEnrolledSeat(app, one);
    await buildEnrolledSeat(app, two);
    await buildEnrolledSeat(app, two);
    const query = { email: rosa.email };
    const stats = async (classId?: string) =>
      (await app.as(rosa).call('GET /instructorStats', { query: { ...query, classId } })).body;
    expect(await stats()).toMatchObject({ course: 'One', totalEnrolled: 3 });
    expect(await stats(two.id)).toMatchObject({ course: 'Two', totalEnrolled: 2 });
    const students = (classId?: string) =>
      app.as(rosa).call('GET /enrolledStudents', { query: { ...query, classId } });
    expect((await students()).body).toMatchObject({ course: 'One', students: [{}] });
    expect((await students(two.id)).body).toMatchObject({ course: 'Two', students: [{}, {}] });
    expect((await students(foreign.id)).status).toBe(404);
  });

  it('unassigning names the class, and the last one may go without', async () => {
    const rosa = await buildUser(app, 'instructor');
    const one = await buildClass(app, { name: 'One', instructorId: rosa._id, ...WEEK });
    await buildClass(app, { name: 'Two', instructorId: rosa._id, ...NEXT_WEEK });
    const params = { id: rosa._id.toHexString() };
    const unassign = (classId?: string) =>
      app.as(admin).call('PATCH /unassignCourse/:id', { params, query: { classId } });
    expect((await unassign()).body.code).toBe('several_courses');
    expect((await unassign(one.id)).status).toBe(200);
    expect((await unassign(one.id)).body.code).toBe('instructor_not_assigned');
    expect(await coursesOf(rosa)).toEqual(['Two']);
    const remove = () => app.as(admin).call('DELETE /removeInstructor/:id', { params });
    expect((await remove()).body.code).toBe('instructor_assigned');
    expect((await unassign()).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });
});

describe('with one class per instructor', () => {
  beforeAll(() => setUpSchool());

  it('a second class is refused at any time, and of two at the same moment one', async () => {
    const [rosa, ivo] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
    await buildClass(app, { instructorId: rosa._id, ...WEEK });
    expect((await add(rosa, NEXT_WEEK)).body.code).toBe('instructor_taken');
    const answers = await Promise.all([add(ivo, WEEK), add(ivo, NEXT_WEEK)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('a school that had several can still change and unassign them', async () => {
    const rosa = await buildUser(app, 'instructor');
    await buildClass(app, { instructorId: rosa._id, ...WEEK, ...MORNING });
    const two = await buildClass(app, { instructorId: rosa._id, ...NEXT_WEEK, ...MORNING });
    expect((await update(two, AFTERNOON)).status).toBe(200);
    expect((await update(two, { ...WEEK, ...MORNING })).body.code).toBe('instructor_busy');
  });
});
