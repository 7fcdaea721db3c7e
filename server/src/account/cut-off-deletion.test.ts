import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { runJobs } from '../jobs/jobs.ts';
import { makeGuardian } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  holdSeatOf,
  proveSignIn,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { answerHealth, buildFamily, makeInvitation } from '../testing/families.ts';
import { findTraces } from '../testing/find-traces.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';

/** How many writes the database still accepts, and whether Stripe answers. */
const world = { writesLeft: Infinity, isStripeDown: false };

const app = useTestApp(({ database, cardPayments }: Services) => ({
  database: { ...database, collections: watchWrites(database.collections, countWrite) },
  cardPayments: {
    ...cardPayments,
    async cancelIntent(id) {
      if (world.isStripeDown) throw new ApiError('unavailable');
      await cardPayments.cancelIntent(id);
    },
  },
}));

/** As if the server were killed once `world.writesLeft` is used up. */
function countWrite(): void {
  if ((world.writesLeft -= 1) < 0) throw new Error('cut off');
}

async function deleteAccount(person: { email: string }) {
  const idToken = await proveSignIn(person);
  return () => app.as(person).call('DELETE /myAccount', { body: { email: person.email, idToken } });
}

/** Lets the next run take over what a killed server had claimed. */
async function runJobsLater(): Promise<void> {
  const { users } = app.services.database.collections;
  await users.updateMany({ status: 'deleting' }, { $set: { 'deletion.checkAfter': new Date(0) } });
  await runJobs(app.services);
}

/** A student with two children, a paid seat, a held seat with a started payment, and entries in the audit log. */
async function buildBusyStudent() {
  const student = await buildUser(app);
  const admin = await buildUser(app, 'admin');
  await app.as(admin).call('PATCH /makeInstructor', { query: { email: student.email } });
  const params = { id: student._id.toHexString() };
  await app.as(admin).call('DELETE /removeInstructor/:id', { params });
  const begin = async () => {
    const campClass = await buildClass(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    const paymentId = await startPaymentOf(app, student, { cartId, price: campClass.price });
    return { classId: campClass._id, paymentId };
  };
  const paid = await begin();
  await confirmPayment(paid.paymentId);
  await recordPayment(app, student, paid.paymentId);
  const alone = await buildChild(app, student);
  await answerHealth(app, alone, student);
  const { child: shared } = await buildFamily(app);
  const { children } = app.services.database.collections;
  const guardian = makeGuardian(student._id, { invitedBy: null });
  const invitation = makeInvitation(student.email, new ObjectId());
  await children.updateOne(
    { _id: shared._id },
    { $set: { guardians: [guardian, ...shared.guardians.slice(1)], invitations: [invitation] } },
  );
  return { student, paid, open: await begin(), alone, shared };
}

// Rules: R35, R110.
describe('an interrupted account deletion', () => {
  slowIt('is finished by the next run, no matter which write failed', async () => {
    for (let writes = 0; ; writes += 1) {
      const { student, paid, alone, shared } = await buildBusyStudent();
      const send = await deleteAccount(student);
      world.writesLeft = writes;
      const { status } = await send();
      const isCutOff = world.writesLeft < 0;
      world.writesLeft = Infinity;
      // Before the first write, nothing has happened. After it, nothing can stop the deletion.
      expect(status, `${writes} writes`).toBe(writes === 0 ? 500 : 200);
      if (writes > 0) {
        const { status: locked } = await app
          .as(student)
          .call('GET /myclass', { query: { email: student.email } });
        expect(locked).toBe(401);
        // Now the seat and the ledger may name two people. The payment still has its seat.
        await sendWebhook(app, { type: 'payment_intent.succeeded', paymentId: paid.paymentId });
        await runJobsLater();
        expect(await findTraces(app, student.email), `${writes} writes`).toEqual([]);
        const { classes, children, childHealth } = app.services.database.collections;
        expect(await children.findOne({ _id: alone._id }), `${writes} writes`).toBeNull();
        expect(await childHealth.findOne({ _id: alone._id }), `${writes} writes`).toBeNull();
        const kept = (await children.findOne({ _id: shared._id }))?.guardians ?? [];
        expect(kept.map(({ invitedBy }) => invitedBy === null)).toEqual([true, false, false]);
        const campClass = await classes.findOne({ _id: paid.classId });
        expect(campClass).toMatchObject({ sit: 4, seats: [{ paymentId: paid.paymentId }] });
      }
      if (isCutOff) continue;
      expect(writes).toBeGreaterThan(8);
      return;
    }
  });

  it('blocks a new sign-up with the e-mail until Stripe is back and the deletion is done', async () => {
    const { student, open } = await buildBusyStudent();
    const { email } = student;
    // A payment whose seat is gone must end, too.
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: open.classId }, { $set: { seats: [], sit: 5 } });
    const signUp = () =>
      app.as(student).call('POST /userList', { body: { name: 'Again', photo: '', email } });
    const send = await deleteAccount(student);
    world.isStripeDown = true;
    expect((await send()).status).toBe(200);
    expect(await signUp()).toMatchObject({ status: 401, body: { code: 'account_deleting' } });
    await runJobsLater();
    expect((await signUp()).status).toBe(401);

    world.isStripeDown = false;
    await runJobsLater();
    expect(await findTraces(app, email)).toEqual([]);
    app.passMinutes(1);
    expect((await signUp()).body.insertedId).toEqual(expect.any(String));
  });
});

const ROUNDS = 12;

describe('during an account deletion', () => {
  slowIt(
    'a payment that succeeds buys a seat or is refunded',
    async () => {
      const { classes, payments } = app.services.database.collections;
      const ends = new Set<string>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const campClass = await buildClass(app);
        const student = await buildUser(app);
        const { email } = student;
        const { cartId } = await holdSeatOf(app, student, campClass);
        const transactionId = await startPaymentOf(app, student, {
          cartId,
          price: campClass.price,
        });
        const send = await deleteAccount(student);
        await Promise.all([
          send(),
          confirmPayment(transactionId).then(() => recordPayment(app, student, transactionId)),
        ]);
        await runJobsLater();

        const intent = await app.services.cardPayments.retrieveIntent(transactionId);
        const isPaid = intent?.status === 'succeeded' && !intent.isRefunded;
        const line = await payments.findOne({ _id: transactionId });
        const { seats = [], sit } = (await classes.findOne({ _id: campClass._id })) ?? {};
        expect(seats.map((seat) => 'paymentId' in seat && seat.paymentId)).toEqual(
          isPaid ? [transactionId] : [],
        );
        expect(sit).toBe(isPaid ? 4 : 5);
        expect(line?.status).toBe(isPaid ? 'enrolled' : 'canceled');
        if (isPaid) expect(line?.userId).toEqual(seats[0]?.userId);
        expect(await findTraces(app, email)).toEqual([]);
        ends.add(line?.status ?? '');
      }
      expect([...ends]).not.toContain('open');
    },
    60_000,
  );

  slowIt(
    'a new hold still expires, and its payment can’t be made',
    async () => {
      const { classes, payments } = app.services.database.collections;
      const emails: string[] = [];
      const rooms = await Promise.all(
        Array.from({ length: ROUNDS }, async () => {
          const [first, second] = [await buildClass(app), await buildClass(app)];
          const student = await buildUser(app);
          const { email } = student;
          emails.push(email);
          const { cartId } = await holdSeatOf(app, student, first);
          const send = await deleteAccount(student);
          const api = app.as(student);
          await Promise.all([
            api.call('POST /addClass', { body: { classId: second.id, email } }),
            api.call('POST /createPayment-intent', { body: { cartId, price: first.price } }),
            send(),
          ]);
          return [first, second];
        }),
      );
      app.passMinutes(31);
      await runJobsLater();
      for (const { _id } of rooms.flat())
        expect(await classes.findOne({ _id })).toMatchObject({ sit: 5, seats: [] });
      for (const email of emails) expect(await findTraces(app, email)).toEqual([]);
      expect(await payments.countDocuments({ status: 'open' })).toBe(0);
    },
    60_000,
  );
});
