import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildClass,
  buildEnrolledSeat,
  buildUser,
  confirmPayment,
  holdSeatOf,
  proveSignIn,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { findTraces } from '../testing/find-traces.ts';
import { inDays, inWeek } from '../testing/today.ts';
import { readSeatNames } from '../testing/seats.ts';
import { startSecondServer, startTestApp, useTestApp } from '../testing/test-app.ts';
import { sendWebhook } from '../testing/webhooks.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

async function download(person: { email: string }) {
  const idToken = await proveSignIn(person);
  return app.as(person).call('POST /myData', { body: { email: person.email, idToken } });
}

async function deleteAccount(person: { email: string }, idToken?: string) {
  return app.as(person).call('DELETE /myAccount', {
    body: { email: person.email, idToken: idToken ?? (await proveSignIn(person)) },
  });
}

const readClass = ({ _id }: { _id: unknown }, { services } = app) =>
  services.database.collections.classes.findOne({ _id: _id as never });

// Rules: R35, R36, R60, R80, R97, R102.
describe('downloading your data', () => {
  it('returns profile, seats, payments and audit entries, and no one else’s data', async () => {
    const paid = await buildClass(app, { name: 'Kites' });
    const held = await buildClass(app, { name: 'Knots' });
    const { student, paymentId } = await buildEnrolledSeat(app, paid);
    const other = await buildEnrolledSeat(app, paid);
    const { cartId } = await holdSeatOf(app, student, held);
    const openId = await startPaymentOf(app, student, { cartId, price: held.price });
    await app
      .as(admin)
      .call('PATCH /userList/admin/:id', { params: { id: other.student._id.toHexString() } });

    await app.services.database.collections.users.updateOne(
      { _id: student._id },
      {
        $set: {
          agreedTerms: { of: '2027-01-15', at: new Date() },
          birthDate: '1989-04-12',
        },
      },
    );

    const { status, body } = await download(student);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      profile: {
        name: student.name,
        email: student.email,
        role: 'student',
        agreedTerms: { of: '2027-01-15' },
        birthDate: '1989-04-12',
      },
      heldSeats: [{ cartId, className: 'Knots', price: held.price }],
      recentHolds: [{ classId: held.id, cartId }],
      enrollments: [{ classData: { name: 'Kites' }, transactionId: paymentId }],
      payments: [
        { transactionId: paymentId, amount: paid.price * 100, status: 'enrolled' },
        { transactionId: openId, items: [{ cartId }], status: 'open', settledAt: null },
      ],
      teaches: [],
      teams: [],
      acts: [],
    });
    // It says nothing new.
    expect(body.enrollments[0]).not.toHaveProperty('calendar');
    expect(JSON.stringify(body)).not.toMatch(other.student.email);
    expect(JSON.stringify(body)).not.toMatch(admin.email);
  });

  it('shows an instructor what was done to them and an admin what they did, without naming the other', async () => {
    const person = await buildUser(app);
    const chief = await buildUser(app, 'admin');
    await app.as(chief).call('PATCH /makeInstructor', { query: { email: person.email } });
    const taught = await buildClass(app, {
      instructorId: person._id,
    });

    const own = (await download(person)).body;
    expect(own.teaches).toEqual([{ classId: taught.id, className: taught.name }]);
    expect(own.acts).toMatchObject([
      { action: 'make instructor', part: 'it was about them', after: { role: 'instructor' } },
    ]);
    const theirs = (await download(chief)).body;
    expect(theirs.acts).toMatchObject([
      { action: 'make instructor', part: 'did it', before: null, after: null },
    ]);
    expect(JSON.stringify(own)).not.toMatch(chief.email);
    expect(JSON.stringify(theirs)).not.toMatch(person.email);
  });
});

describe('deleting your account', () => {
  it('frees held seats, cancels their payments and removes the e-mail everywhere', async () => {
    const held = await buildClass(app, { sit: 3 });
    const paid = await buildClass(app, { sit: 3 });
    const over = await buildClass(app, inWeek(2));
    const { student, paymentId } = await buildEnrolledSeat(app, paid);
    await app.as(admin).call('PATCH /makeInstructor', { query: { email: student.email } });
    await app.as(admin).call('DELETE /removeInstructor/:id', {
      params: { id: student._id.toHexString() },
    });
    const { cartId } = await holdSeatOf(app, student, held);
    const openId = await startPaymentOf(app, student, { cartId, price: held.price });
    const joined = await holdSeatOf(app, student, over);
    const oldId = await startPaymentOf(app, student, { ...joined, price: over.price });
    await confirmPayment(oldId);
    await sendWebhook(app, { type: 'payment_intent.succeeded', paymentId: oldId });
    await app.services.database.collections.classes.updateOne(
      { _id: over._id },
      { $set: { camp_start: inDays(-11), camp_end: inDays(-7) } },
    );
    expect(await findTraces(app, student.email)).not.toEqual([]);

    expect((await deleteAccount(student)).body).toEqual({ status: true });

    expect(await findTraces(app, student.email)).toEqual([]);
    expect(await readClass(held)).toMatchObject({ sit: 3, seats: [] });
    expect(await app.services.cardPayments.retrieveIntent(openId)).toMatchObject({
      status: 'canceled',
    });
    // The instructor still needs the name for a future camp, but not once all are over.
    const [seat] = (await readClass(paid))?.seats ?? [];
    expect(seat).toMatchObject({ state: 'enrolled', paymentId });
    expect(await readSeatNames(app, paid)).toEqual([student.name]);
    // Bookkeeping needs the amount, the time, Stripe's id and the seat.
    const { payments, users } = app.services.database.collections;
    const stranger = await users.findOne({ _id: student._id });
    const nameUntil = (await readClass(paid))?.camp_end;
    expect(stranger).toMatchObject({ nameUntil, searchWords: [], status: 'deleted' });
    const payment = await payments.findOne({ _id: paymentId });
    expect(payment).not.toHaveProperty('last4');
    expect(payment).toMatchObject({
      userId: seat?.userId,
      email: stranger?.email,
      studentName: 'Deleted student',
      amount: paid.price * 100,
      status: 'enrolled',
      settledAt: expect.any(Date),
    });
    // The camp was moved to earlier days, and is over.
    const days = { camp_start: inDays(-11), camp_end: inDays(-7) };
    await app.services.database.collections.classes.updateOne({ _id: paid._id }, { $set: days });
    await users.updateOne({ _id: student._id }, { $set: { nameUntil: inDays(-1) } });
    await runJobs(app.services);
    expect(await readSeatNames(app, paid)).toEqual(['Deleted student']);
    expect(await readSeatNames(app, over)).toEqual(['Deleted student']);
    expect(await findTraces(app, student.name)).toEqual([]);
  });

  it('locks you out at once, and a new sign-up starts with nothing from before', async () => {
    const campClass = await buildClass(app, { sit: 3 });
    const { student } = await buildEnrolledSeat(app, campClass);
    await deleteAccount(student);

    const query = { email: student.email };
    expect((await app.as(student).call('GET /myclass', { query })).status).toBe(401);
    app.passMinutes(1);
    const again = await app.as(student).call('POST /userList', {
      body: { name: 'Once More', photo: '', email: student.email },
    });
    expect(again.body.insertedId).toEqual(expect.any(String));
    expect((await app.as(student).call('GET /myEnrolledClass', { query })).body).toEqual([]);
    expect((await download(student)).body).toMatchObject({ payments: [], acts: [] });
    await holdSeatOf(app, student, campClass);
    expect(await readClass(campClass)).toMatchObject({ sit: 1 });
  });

  it('gives back seats of free classes, so that nobody fills one by deleting and signing up again', async () => {
    const student = await buildUser(app);
    const next = await buildClass(app, { price: 0 });
    const started = await buildClass(app, { price: 0 });
    await holdSeatOf(app, student, next);
    await holdSeatOf(app, student, started);
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: started._id }, { $set: { camp_start: inDays(-2) } });
    expect((await deleteAccount(student)).status).toBe(200);
    expect(await readClass(next)).toMatchObject({ sit: 5, seats: [] });
    // Nobody else can join that one anymore, and the instructor must know who comes.
    expect(await readClass(started)).toMatchObject({ sit: 4 });
    expect(await readSeatNames(app, started)).toEqual([student.name]);
    expect(await findTraces(app, student.email)).toEqual([]);
  });

  it('keeps the paid seat when webhooks repeat, and frees it after a refund', async () => {
    const campClass = await buildClass(app, { sit: 5 });
    const { student, paymentId } = await buildEnrolledSeat(app, campClass);
    await deleteAccount(student);
    for (const type of ['payment_intent.succeeded', 'charge.refunded'])
      expect(await sendWebhook(app, { type, paymentId })).toBe(200);
    const kept = await readClass(campClass);
    expect(kept).toMatchObject({ sit: 4, nextEntryNumber: 102 });
    expect(kept?.seats).toHaveLength(1);

    await refundAtDashboard(paymentId);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    expect(await readClass(campClass)).toMatchObject({ sit: 5, seats: [] });
  });

  it('needs your own recent sign-in', async () => {
    const [student, other] = [await buildUser(app), await buildUser(app)];
    const stale = await proveSignIn(student);
    const strangers = await proveSignIn(other);
    for (const idToken of ['', 'nonsense', strangers])
      expect((await deleteAccount(student, idToken)).body.code).toBe('sign_in_again');
    const later = await startSecondServer(app);
    later.passMinutes(6);
    const body = { email: student.email, idToken: stale };
    const late = await later.as(student).call('DELETE /myAccount', { body });
    await later.close();
    expect(late).toMatchObject({ status: 409, body: { code: 'sign_in_again' } });
    expect((await download(student)).status).toBe(200);
    expect((await deleteAccount(student, stale)).status).toBe(200);
  });

  it('is refused for instructors and admins, with what to do first', async () => {
    for (const [role, sentence] of [
      ['instructor', /ask an admin to unassign your class/],
      ['admin', /the last admin has to stay/],
    ] as const) {
      const person = await buildUser(app, role);
      const answer = await deleteAccount(person);
      expect(answer).toMatchObject({ status: 409, body: { code: 'staff_account' } });
      expect(answer.body.message).toMatch(sentence);
      expect((await download(person)).status).toBe(200);
    }
  });

  it('removes the name from the roster after the camp ends', async () => {
    const own = await startTestApp();
    try {
      const teacher = await buildUser(own, 'instructor');
      const campClass = await buildClass(own, {
        camp_start: inDays(7),
        camp_end: inDays(7),
        instructorId: teacher._id,
      });
      const { student } = await buildEnrolledSeat(own, campClass);
      const idToken = await proveSignIn(student);
      await own.as(student).call('DELETE /myAccount', { body: { email: student.email, idToken } });
      const readRoster = async () =>
        (await own.as(teacher).call('GET /enrolledStudents', { query: { email: teacher.email } }))
          .body.students;

      await runJobs(own.services);
      expect(await readRoster()).toMatchObject([{ name: student.name }]);
      expect(await findTraces(own, student.email)).toEqual([]);
      own.passMinutes(9 * 24 * 60);
      await runJobs(own.services);
      expect(await readRoster()).toMatchObject([{ name: 'Deleted student' }]);
      expect(await findTraces(own, student.name)).toEqual([]);
    } finally {
      await own.close();
    }
  });
});
