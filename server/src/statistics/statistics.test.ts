import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClass, buildPaidSeat, buildUser, holdSeatOf } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function enrol(campClass: { id: string; price: number }) {
  const { student, paymentId } = await buildPaidSeat(app, campClass);
  await app.as(student).call('POST /makepayment', {
    body: { transactionId: paymentId, email: student.email },
  });
  return student;
}

describe('the school’s figures', () => {
  it('count classes, enrolments, users and money, by day and by class', async () => {
    const admin = await buildUser(app, 'admin');
    const kites = await buildClass(app, { name: 'Kites', price: 89.1, sit: 4 });
    const chess = await buildClass(app, { name: 'Chess', price: 0.5, sit: 4 });
    await buildClass(app, { status: 'archived' });
    await enrol(kites);
    await enrol(kites);
    await enrol(chess);
    await holdSeatOf(app, await buildUser(app), chess);

    const { body } = await app.as(admin).call('GET /adminStats', { query: { email: admin.email } });
    expect(body).toMatchObject({
      adminInfo: { name: admin.name, email: admin.email, photo: '' },
      totalClasses: 2,
      totalEnrolledClass: 3,
      totalUser: 5,
      totalTransaction: 178.7,
    });
    expect(body.earningsByDay).toHaveLength(30);
    expect(body.earningsByDay.at(-1)?.amount).toBe(178.7);
    expect(body.fillByClass).toEqual([
      { name: 'Kites', enrolled: 2, held: 0, sit: 2 },
      { name: 'Chess', enrolled: 1, held: 1, sit: 2 },
    ]);
  });
});

describe('an instructor’s figures', () => {
  it('are those of their course', async () => {
    const instructor = await buildUser(app, 'instructor');
    const { name, email } = instructor;
    const campClass = await buildClass(app, {
      name: 'Stars',
      price: 20,
      sit: 3,
      instructor: { name, email },
    });
    const students = [await enrol(campClass), await enrol(campClass)];
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
      students: students.map((student, index) => ({
        entry_code: `${campClass.course_tag}-${101 + index}`,
        name: student.name,
        email: student.email,
      })),
    });
    const search = students[1]?.email ?? '';
    const found = await app
      .as(instructor)
      .call('GET /enrolledStudents', { query: { email, search, page: 1, size: 1 } });
    expect(found.body.students).toHaveLength(1);
    expect(found.headers['x-total-count']).toBe('1');
  });

  it('are zeros without a course, not an error', async () => {
    const instructor = await buildUser(app, 'instructor');
    const { email } = instructor;
    const stats = await app.as(instructor).call('GET /instructorStats', { query: { email } });
    expect(stats).toMatchObject({
      status: 200,
      body: { course: 'not-assigned', totalEnrolled: 0, earned: 0, sit: 0, image: '' },
    });
    const roster = await app.as(instructor).call('GET /enrolledStudents', { query: { email } });
    expect(roster.body).toEqual({ course: 'not-assigned', students: [] });
  });
});
