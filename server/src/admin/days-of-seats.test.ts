import { expect, it } from 'vitest';
import { readAuditLog } from '../testing/audit-log.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { makeByDay } from '../testing/documents.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

/** What the office and instructors read of seats for some days of a class. */

const app = useTestApp();
const admin = useUser(app, 'admin');

const DAYS = [30, 31, 32].map(inDays) as [string, string, string];
const [MON, TUE, WED] = DAYS;

const buildByDay = (fields: Parameters<typeof buildClass>[1] = {}) =>
  buildClass(app, { ...makeByDay(DAYS), price: 120, sit: 2, ...fields });

// Rules: R650.
it('a reservation says the days in the audit log, on the class’s page and on the family’s', async () => {
  const { id } = await buildByDay();
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  const familyId = parent._id.toHexString();
  const body = { classId: id, childId: child.id, until: inDays(5), days: [WED, MON] };
  const answer = await app
    .as(admin)
    .call('POST /families/:id/seats', { params: { id: familyId }, body });
  expect(answer.status).toBe(200);
  const [line] = await readAuditLog(app, { action: 'reserve seat' });
  expect(line).toMatchObject({ after: { days: [MON, WED], price: 100 } });
  const people = await app.as(admin).call('GET /classPeople/:id', { params: { id } });
  expect(people.body.held).toMatchObject([{ days: [MON, WED], cost: 10_000 }]);
  const family = await app.as(admin).call('GET /families/:id', { params: { id: familyId } });
  expect(family.body.held).toMatchObject([
    {
      campClass: { camp_start: MON, camp_end: WED, days: [MON, WED] },
      person: { days: [MON, WED] },
    },
  ]);
});

// Rules: R647.
it('rosters say which days each person has', async () => {
  const teacher = await buildUser(app, 'instructor');
  const { id } = await buildByDay({ instructorId: teacher._id });
  for (const days of [[TUE], undefined]) {
    const student = await buildUser(app);
    const joining = { classId: id, email: student.email, ...(days && { days }) };
    const { cartId } = (await app.as(student).call('POST /addClass', { body: joining })).body;
    const price = days ? 50 : 120;
    const paymentId = await startPaymentOf(app, student, { cartId, price });
    expect(await confirmPayment(paymentId)).toBe('succeeded');
    await recordPayment(app, student, paymentId);
  }
  const roster = await app
    .as(teacher)
    .call('GET /enrolledStudents', { query: { email: teacher.email } });
  expect(roster.body.students.map(({ days }) => days)).toEqual([[TUE], undefined]);
  const people = await app.as(admin).call('GET /classPeople/:id', { params: { id } });
  expect(people.body.enrolled.map(({ days }) => days)).toEqual([[TUE], undefined]);
  // Accounting has one line for the class, whatever the first day of each seat is.
  const month = inDays(0).slice(0, 7);
  const { body } = await app.as(admin).call('GET /months/:month', { params: { month } });
  expect(body.classes).toMatchObject([{ camp_start: MON, kept: 17_000 }]);
});

// Rules: R588, R650.
it('the office sees the places of each day, and what clashes with the days of a seat', async () => {
  const byDay = { prices: [50], atLeast: 2, from: inDays(9) };
  const campClass = await buildByDay({ byDay });
  const [onMonday, onTuesday] = await Promise.all(
    [MON, TUE].map((day) => buildClass(app, { camp_start: day, camp_end: day, days: [day] })),
  );
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  const body = { classId: campClass.id, childId: child.id, until: inDays(5), days: [MON] };
  const params = { id: parent._id.toHexString() };
  await app.as(admin).call('POST /families/:id/seats', { params, body });
  const choices = await app.as(admin).call('GET /classChoices', { query: { childId: child.id } });
  const find = (wanted: { id: string } | undefined) =>
    choices.body.find(({ _id }) => _id === wanted?.id);
  // Families can't choose days yet.
  expect(find(campClass)).toMatchObject({ byDay: { left: [1, 2, 2] }, misfit: 'joined' });
  expect(find(onMonday)?.misfit).toBe('same time');
  expect(find(onTuesday)?.misfit).toBeNull();
});
