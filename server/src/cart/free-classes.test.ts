import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { settleMissedRefunds } from '../payments/settle-due.ts';
import { runJobs } from '../jobs/jobs.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { makePayment } from '../testing/documents.ts';

let app: TestApp;
const asked: string[] = [];
beforeAll(async () => {
  // Notes each payment id that Stripe is asked about.
  app = await startTestApp(({ cardPayments }) => ({
    cardPayments: {
      ...cardPayments,
      retrieveIntent: (id) => (asked.push(id), cardPayments.retrieveIntent(id)),
      cancelIntent: (id) => (asked.push(id), cardPayments.cancelIntent(id)),
      createRefund: (refund) => (asked.push(refund.paymentId), cardPayments.createRefund(refund)),
    },
  }));
});
afterAll(() => app.close());
beforeEach(() => void asked.splice(0));

const join = (student: { email: string }, { id }: { id: string }, price?: number) =>
  app.as(student).call('POST /addClass', { body: { classId: id, email: student.email, price } });
const readSeats = async ({ _id }: { _id: ObjectId }) =>
  (await app.services.database.collections.classes.findOne({ _id }))?.seats ?? [];
const listLedger = ({ email }: { email: string }) =>
  app.services.database.collections.payments.find({ email }).toArray();

async function buildUnverified(): Promise<UserDocument> {
  const student = await buildUser(app);
  const { users } = app.services.database.collections;
  await users.updateOne({ _id: student._id }, { $set: { isVerified: false } });
  return student;
}

/** The state that a crash leaves after the hold and, if wanted, after the line in the ledger. */
async function cutOffJoin(student: UserDocument, isInLedger: boolean) {
  const campClass = await buildClass(app, { sit: 3, price: 20 });
  const { body } = await join(student, campClass);
  const { classes, payments } = app.services.database.collections;
  await classes.updateOne({ _id: campClass._id }, { $set: { price: 0 } });
  const at = new Date();
  if (isInLedger)
    await payments.insertOne(
      makePayment(
        { seatId: new ObjectId(body.cartId), classId: campClass._id, name: student.name },
        {
          _id: `free_${body.cartId}`,
          email: student.email,
          amount: 0,
          status: 'open',
          createdAt: at,
          checkAfter: at,
        },
      ),
    );
  return { campClass, cartId: body.cartId };
}

// Rules: R34, R55, R135.
describe('joining a free class', () => {
  it.each([[0], [undefined]])('enrolls at once, without Stripe (price sent: %s)', async (price) => {
    const student = await buildUser(app);
    const instructor = await buildUser(app, 'instructor');
    const { email } = instructor;
    const campClass = await buildClass(app, { sit: 2, price: 0, instructorId: instructor._id });
    const joined = await join(student, campClass, price);
    expect(joined.body).toMatchObject({ status: true, enrolled: true });

    const query = { email: student.email };
    const mine = await app.as(student).call('GET /myEnrolledClass', { query });
    expect(mine.body).toMatchObject([
      {
        entry_code: `${campClass.course_tag}-101`,
        price: 0,
        transactionId: `free_${joined.body.cartId}`,
      },
    ]);
    expect((await app.as(student).call('GET /myclass', { query })).body).toEqual([]);
    expect(await listLedger(student)).toMatchObject([{ amount: 0, status: 'enrolled' }]);
    const stats = await app.as(student).call('GET /userStats', { query });
    expect(stats.body).toMatchObject({ cartData: 0, totalEnrolled: 1, totalSpend: 0 });
    const taught = await app.as(instructor).call('GET /instructorStats', { query: { email } });
    expect(taught.body).toMatchObject({ sit: 1, totalEnrolled: 1, earned: 0 });
    app.passMinutes(10);
    await settleMissedRefunds(app.services);
    await runJobs(app.services);
    expect(asked).toEqual([]);
  });

  it('gives one account six seats for children, however many it adds and however many joins come at once', async () => {
    const parent = await buildUser(app);
    const children = [];
    for (let count = 0; count < 12; count += 1) children.push(await buildChild(app, parent));
    const campClass = await buildClass(app, { sit: 20, price: 0 });
    const joinFor = ({ id: childId }: { id: string }, { id: classId } = campClass) =>
      app.as(parent).call('POST /addClass', { body: { classId, email: parent.email, childId } });
    const answers = await Promise.all(children.map((child) => joinFor(child)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(
      FIRST_SCHOOL.booking.maxHeldOfClass,
    );
    expect(await readSeats(campClass)).toHaveLength(FIRST_SCHOOL.booking.maxHeldOfClass);
    const refused = children[answers.findIndex(({ status }) => status !== 200)];
    if (!refused) throw new Error('Nobody was refused');
    expect((await joinFor(refused)).body).toMatchObject({
      code: 'too_many_holds',
      message: expect.stringMatching('free class') as string,
    });
    expect((await joinFor(refused, await buildClass(app, { price: 0 }))).status).toBe(200);
  });

  it('gives one seat, one entry code and one line in the ledger, even for 20 clicks', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { sit: 5, price: 0 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => join(student, campClass, 0)),
    );
    expect(answers.some(({ body }) => body.enrolled)).toBe(true);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['already_joined']));
    expect(await readSeats(campClass)).toMatchObject([{ state: 'enrolled' }]);
    expect(await listLedger(student)).toHaveLength(1);
  });

  it('is refused like any other join: full, started, another price', async () => {
    const student = await buildUser(app);
    const full = await buildClass(app, { price: 0, sit: 0 });
    const started = await buildClass(app, { price: 0, camp_start: '2020-06-01' });
    expect((await join(student, full)).body.code).toBe('class_full');
    expect((await join(student, started)).body.code).toBe('class_started');
    expect((await join(student, await buildClass(app, { price: 20 }), 0)).body.code).toBe(
      'price_changed',
    );
    expect((await join(student, await buildClass(app, { price: 0 }), 20)).body.code).toBe(
      'price_changed',
    );
    expect(await listLedger(student)).toEqual([]);
  });

  it('does not count as a hold, but nobody takes the seats of all free classes', async () => {
    const student = await buildUser(app);
    const classes = await Promise.all(
      Array.from({ length: FIRST_SCHOOL.booking.maxHeld + 6 + 1 }, () =>
        buildClass(app, { price: 0 }),
      ),
    );
    for (const campClass of classes.slice(0, -1))
      expect((await join(student, campClass)).status).toBe(200);
    expect((await join(student, classes.at(-1)!)).body.code).toBe('held_too_often');
  });
});

describe('a student who has not confirmed their address', () => {
  it('can’t take a seat of a free class: nobody pays for it, so it would be gone for good', async () => {
    const student = await buildUnverified();
    const campClass = await buildClass(app, { price: 0 });
    for (const price of [0, undefined])
      expect((await join(student, campClass, price)).body).toMatchObject({
        code: 'verify_email_first',
        message: 'Confirm your email address to join a free class.',
      });
    expect(await readSeats(campClass)).toEqual([]);
    // They may still hold and pay for a class, and a class that can't be joined says why.
    expect((await join(student, await buildClass(app, { price: 20 }), 20)).status).toBe(200);
    const full = await buildClass(app, { price: 0, sit: 0 });
    expect((await join(student, full, 0)).body.code).toBe('class_full');
  });

  it('keeps the hold of a class that becomes free, and gets the seat by confirming the address', async () => {
    const student = await buildUnverified();
    const campClass = await buildClass(app, { price: 20 });
    const held = await join(student, campClass, 20);
    const { classes, users } = app.services.database.collections;
    await classes.updateOne({ _id: campClass._id }, { $set: { price: 0 } });
    expect((await join(student, campClass, 0)).body.code).toBe('verify_email_first');
    expect(await readSeats(campClass)).toMatchObject([{ state: 'held' }]);
    await users.updateOne({ _id: student._id }, { $set: { isVerified: true } });
    const { cartId } = held.body;
    expect((await join(student, campClass, 0)).body).toMatchObject({ enrolled: true, cartId });
  });
});

it('a removed user gives back the seats of free classes that others can still join', async () => {
  const student = await buildUser(app);
  const [next, started] = [
    await buildClass(app, { price: 0 }),
    await buildClass(app, { price: 0 }),
  ];
  const { body } = await join(student, next, 0);
  await join(student, started, 0);
  const { classes, payments } = app.services.database.collections;
  await classes.updateOne({ _id: started._id }, { $set: { camp_start: '2020-06-01' } });

  const admin = await buildUser(app, 'admin');
  const query = { email: student.email };
  expect((await app.as(admin).call('DELETE /removeuser', { query })).status).toBe(200);
  expect(await classes.findOne({ _id: next._id })).toMatchObject({ sit: 5, seats: [] });
  expect(await readSeats(started)).toMatchObject([{ state: 'enrolled' }]);
  const line = await payments.findOne({ _id: `free_${body.cartId}` });
  expect(line).toMatchObject({ status: 'refunded' });
  expect(asked).toEqual([]);
});

describe('a join of a free class that was cut off', () => {
  it('after the hold leaves a held seat, and joining again finishes it', async () => {
    const student = await buildUser(app);
    const { campClass, cartId } = await cutOffJoin(student, false);
    const again = await join(student, campClass, 0);
    expect(again.body).toMatchObject({ enrolled: true, cartId });
    expect((await join(student, campClass, 0)).body.code).toBe('already_joined');
  });

  it('after the line in the ledger is finished by a job', async () => {
    const student = await buildUser(app);
    const { campClass } = await cutOffJoin(student, true);
    await runJobs(app.services);
    expect(await readSeats(campClass)).toMatchObject([{ state: 'enrolled', price: 0 }]);
    expect(await listLedger(student)).toMatchObject([{ status: 'enrolled' }]);
  });

  it('never seats anyone for nothing once the class costs something', async () => {
    const student = await buildUser(app);
    const { campClass } = await cutOffJoin(student, true);
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: campClass._id }, { $set: { price: 50 } });
    await runJobs(app.services);
    expect(await readSeats(campClass)).toMatchObject([{ state: 'held' }]);
    expect(await listLedger(student)).toMatchObject([{ status: 'canceled' }]);
  });

  it('can be removed from the cart', async () => {
    const student = await buildUser(app);
    const { campClass, cartId } = await cutOffJoin(student, true);
    const removed = await app.as(student).call('DELETE /addClass/:cartId', {
      params: { cartId },
      query: { classId: campClass.id },
    });
    expect(removed.status).toBe(200);
    await runJobs(app.services);
    expect(await readSeats(campClass)).toEqual([]);
    expect(asked).toEqual([]);
  });
});
