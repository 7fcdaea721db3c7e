import { SCHOOL } from '@speakifyr/contract/school.ts';
import { NO_FACTS, SOME_FACTS } from '@speakifyr/contract/class-facts.ts';
import { ObjectId } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatTime } from '@speakifyr/contract/format.ts';
import { buildClass, buildEnrolledSeat, buildUser, holdSeatOf } from '../testing/factories.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import {
  makeDatabaseName,
  startTestApp,
  type TestApp,
  testVariables,
  useTestApp,
} from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { setUpSchool } from '../testing/school.ts';
import { sendWebhook } from '../testing/webhooks.ts';

const app = useTestApp();
beforeAll(async () => {
  passToNoon(app);
});

/** Sets the clocks to noon: just before midnight, a few minutes later would be another day. */
function passToNoon(...servers: [TestApp, ...TestApp[]]) {
  const [{ services }] = servers;
  const isNoon = () => /^12:.. PM/.test(formatTime(services.now(), SCHOOL.timeZone));
  while (!isNoon()) for (const server of servers) server.passMinutes(30);
}

// Rules: R20, R155.
describe('the school’s figures', () => {
  it('count classes, enrollments, users and money, by day and by class', async () => {
    const admin = await buildUser(app, 'admin');
    const kites = await buildClass(app, { name: 'Kites', price: 89.1, sit: 4 });
    const entry = {
      userId: admin._id,
      together: true,
      priority: 0,
      joinedAt: new Date(),
      lapses: 0,
    };
    const people = [{}, { childId: new ObjectId() }];
    const waiting = [{ ...entry, waitId: new ObjectId(), people }];
    const demand = { asked: 5, offered: 3, enrolled: 2 };
    const chess = await buildClass(app, { name: 'Chess', price: 0.5, sit: 4, waiting, demand });
    await buildClass(app, { status: 'archived', waiting, demand });
    for (const campClass of [kites, kites, chess]) await buildEnrolledSeat(app, campClass);
    await holdSeatOf(app, await buildUser(app), chess);

    const { body } = await app.as(admin).call('GET /adminStats', { query: { email: admin.email } });
    expect(body).toMatchObject({
      adminInfo: { name: admin.name, email: admin.email, photo: '' },
      totalClasses: 2,
      totalEnrolledClass: 3,
      totalUser: 5,
      totalTransaction: 178.7,
      // Of open classes only.
      waiting: { people: 2, lost: 3 },
    });
    expect(body.earningsByDay).toHaveLength(30);
    expect(body.earningsByDay.at(-1)?.amount).toBe(178.7);
    expect(body.fillByClass).toEqual([
      { _id: kites.id, name: 'Kites', enrolled: 2, held: 0, sit: 2 },
      { _id: chess.id, name: 'Chess', enrolled: 1, held: 1, sit: 2 },
    ]);
  });
});

describe('the school’s earnings', () => {
  const DAY = 24 * 60;

  async function readFigures(at: TestApp) {
    const admin = await buildUser(at, 'admin');
    const { email } = admin;
    const { body } = await at.as(admin).call('GET /adminStats', { query: { email } });
    const amounts = body.earningsByDay.map(({ amount }) => amount);
    return { all: body.totalTransaction, enrolled: body.totalEnrolledClass, amounts };
  }

  it('match the ledger, whichever server took the payment, and drop on the day of a refund', async () => {
    const variables = testVariables(makeDatabaseName());
    const [here, there] = [
      await startTestApp(undefined, variables),
      await startTestApp(undefined, variables),
    ];
    try {
      passToNoon(here, there);
      const campClass = await buildClass(here, { price: 30, sit: 9 });
      expect(await readFigures(here)).toMatchObject({ all: 0, enrolled: 0 });
      expect(await readFigures(there)).toMatchObject({ all: 0, enrolled: 0 });
      const { paymentId: first } = await buildEnrolledSeat(here, campClass);
      await buildEnrolledSeat(there, campClass);
      for (const at of [here, there]) {
        const { all, enrolled, amounts } = await readFigures(at);
        expect({ all, enrolled, today: amounts.at(-1) }).toEqual({
          all: 60,
          enrolled: 2,
          today: 60,
        });
      }

      // Days later, after the server has looked at a day without events.
      for (const at of [here, there]) at.passMinutes(2 * DAY);
      expect((await readFigures(here)).amounts.slice(-3)).toEqual([60, 0, 0]);
      await buildEnrolledSeat(here, campClass);
      here.passMinutes(10);
      there.passMinutes(10);
      expect((await readFigures(there)).amounts.slice(-3)).toEqual([60, 0, 30]);
      await refundAtDashboard(first);
      const event = { type: 'charge.refunded', paymentId: first };
      await Promise.all([1, 2, 3].map(() => sendWebhook(there, event)));
      for (const at of [here, there]) {
        const { all, enrolled, amounts } = await readFigures(at);
        expect({ all, enrolled, amounts: amounts.slice(-3) }).toEqual({
          all: 60,
          enrolled: 2,
          // What went back counts today: what was read about the first day stays true.
          amounts: [60, 0, 0],
        });
      }
    } finally {
      await here.close();
      await there.close();
    }
  });
});

describe('the chart of how full classes are', () => {
  it('shows the next 24 classes, then the latest classes that have already started', async () => {
    const school = await startTestApp();
    try {
      const add = (offset: number) =>
        buildClass(school, { name: `day ${offset}`, camp_start: inDays(offset) });
      const admin = await buildUser(school, 'admin');
      const readNames = async () => {
        const query = { email: admin.email };
        const { body } = await school.as(admin).call('GET /adminStats', { query });
        return body.fillByClass.map(({ name }) => name);
      };
      for (const offset of [-30, -20, -10, 10]) await add(offset);
      expect(await readNames()).toEqual(['day -30', 'day -20', 'day -10', 'day 10']);
      for (let offset = 11; offset < 32; offset += 1) await add(offset);
      expect((await readNames()).slice(0, 4)).toEqual(['day -20', 'day -10', 'day 10', 'day 11']);
      for (let offset = 32; offset < 40; offset += 1) await add(offset);
      const names = await readNames();
      expect([names.length, names[0], names.at(-1)]).toEqual([24, 'day 10', 'day 33']);
    } finally {
      await school.close();
    }
  });
});

describe('an instructor’s figures', () => {
  it('describe their course', async () => {
    const instructor = await buildUser(app, 'instructor');
    const { name, email } = instructor;
    const campClass = await buildClass(app, {
      name: 'Stars',
      price: 20,
      sit: 3,
      instructorId: instructor._id,
    });
    const { student: first } = await buildEnrolledSeat(app, campClass);
    const { student: second } = await buildEnrolledSeat(app, campClass);
    await holdSeatOf(app, await buildUser(app), campClass);

    const stats = await app.as(instructor).call('GET /instructorStats', { query: { email } });
    expect(stats.body).toMatchObject({
      name,
      email,
      course: 'Stars',
      sit: 0,
      camp_start: campClass.camp_start,
      assign_room: 12,
      totalEnrolled: 2,
      earned: 40,
    });
    const roster = await app.as(instructor).call('GET /enrolledStudents', { query: { email } });
    expect(roster.body).toEqual({
      course: 'Stars',
      camp: {
        classId: expect.any(String),
        camp_start: campClass.camp_start,
        camp_end: campClass.camp_end,
        assign_room: 12,
        // The class predates these fields.
        ...NO_FACTS,
      },
      students: [first, second].map((student, index) => ({
        entry_code: `${campClass.course_tag}-${101 + index}`,
        name: student.name,
        email: student.email,
        // They joined for themselves, so nobody is asked about health.
        childId: null,
        age: null,
        hasSevereAllergy: false,
        isHealthMissing: false,
      })),
    });
    const query = { email, search: second.email, page: 1, size: 1 };
    const found = await app.as(instructor).call('GET /enrolledStudents', { query });
    expect(found.body.students).toHaveLength(1);
    expect(found.headers['x-total-count']).toBe('1');
  });

  // Rules: R613.
  it('have no earnings if a director keeps them, of one course and of all', async () => {
    setUpSchool({ booking: { instructorsSeeEarnings: false } });
    try {
      const instructor = await buildUser(app, 'instructor');
      const campClass = await buildClass(app, { price: 20, instructorId: instructor._id });
      await buildEnrolledSeat(app, campClass);
      const { email } = instructor;
      for (const query of [{ email }, { email, classId: String(campClass._id) }]) {
        const { body } = await app.as(instructor).call('GET /instructorStats', { query });
        expect(body).toMatchObject({ course: campClass.name, totalEnrolled: 1 });
        expect(body).not.toHaveProperty('earned');
      }
    } finally {
      setUpSchool();
    }
  });

  it('say when, where and for which ages the course is', async () => {
    const instructor = await buildUser(app, 'instructor');
    const { email } = instructor;
    await buildClass(app, { ...SOME_FACTS, instructorId: instructor._id });
    const roster = await app.as(instructor).call('GET /enrolledStudents', { query: { email } });
    expect(roster.body.camp).toMatchObject(SOME_FACTS);
  });

  it('are zero without a course', async () => {
    const instructor = await buildUser(app, 'instructor');
    const { email } = instructor;
    const stats = await app.as(instructor).call('GET /instructorStats', { query: { email } });
    expect(stats).toMatchObject({
      status: 200,
      body: { course: 'not-assigned', totalEnrolled: 0, earned: 0, sit: 0, image: '' },
    });
    const roster = await app.as(instructor).call('GET /enrolledStudents', { query: { email } });
    expect(roster.body).toEqual({ course: 'not-assigned', camp: null, students: [] });
  });
});
