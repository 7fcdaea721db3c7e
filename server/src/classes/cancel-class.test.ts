import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectId } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import type { Services } from '../services.ts';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildClass,
  buildEnrolledSeat,
  buildPaidSeat,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { listNews } from '../testing/mails.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { startProgram } from '../testing/programs.ts';
import { listAtStripe } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { closeDispute, disputePayment, setBalance } from '../testing/stripe-dashboard.ts';
import { startSecondServer, useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { cancelClass, workOff } from './manage-classes.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

type Body = { confirm_affected: number; note: string; message?: string };
const wish = (confirm_affected: number, more: Partial<Body> = {}): Body => ({
  confirm_affected,
  note: 'The boathouse has burned down.',
  ...more,
});

const cancel = (id: string, body: Body, server = app) =>
  server.as(admin).call('POST /cancelClass/:id', { params: { id }, body });
const readClass = async (id: string) =>
  (await app.as(admin).call('GET /classPeople/:id', { params: { id } })).body;
const findStored = ({ _id }: { _id: UserDocument['_id'] }) =>
  app.services.database.collections.classes.findOne({ _id });
const findPayment = (paymentId: string) =>
  app.services.database.collections.payments.findOne({ _id: paymentId });

/** Only a busy machine needs it. */
const PATIENCE = { timeout: 90_000 };

/** Waits until everybody's seat is canceled, which was started right away. */
async function waitUntilEmpty(id: string, refundsOpen = 0): Promise<void> {
  await vi.waitFor(
    async () => expect((await readClass(id)).canceled).toMatchObject({ left: 0, refundsOpen }),
    PATIENCE,
  );
}

/** An admin who looks again whenever somebody has just enrolled or left. */
async function cancelAsSeen(id: string): Promise<void> {
  for (;;) {
    const { enrolled } = await readClass(id);
    const { status } = await cancel(id, wish(enrolled.length));
    if (status === 200) return;
  }
}

/** What came back of a payment, in cents, one number for each refund at Stripe. */
const listBack = async (paymentId: string) =>
  (await listAtStripe(paymentId)).map(({ amount }) => amount);

// Rules: R169, R170, R171, R173.
describe('a class that the school cancels', { timeout: 60_000 }, () => {
  it('gives everybody all their money back, at once and whatever the refund policy says', async () => {
    const instructor = await buildUser(app, 'instructor');
    const campClass = await buildClass(app, {
      instructorId: instructor._id,
      camp_start: inDays(2),
      sit: 4,
    });
    const enrolled = [
      await buildEnrolledSeat(app, campClass),
      await buildEnrolledSeat(app, campClass),
    ];
    const holder = await buildUser(app);
    const { cartId } = await holdSeatOf(app, holder, campClass);
    const begun = await startPaymentOf(app, holder, { cartId, price: campClass.price });

    expect((await cancel(campClass.id, wish(2, { message: 'We are so sorry.' }))).status).toBe(200);
    await waitUntilEmpty(campClass.id);
    for (const { student, paymentId } of enrolled) {
      expect(await listBack(paymentId)).toEqual([4_950]);
      const { body } = await app.as(student).call('GET /myCancellations');
      expect(body).toMatchObject([
        { refund: 4_950, kept: 0, by: 'school', state: 'refunded', paymentId },
      ]);
    }
    expect(await confirmPayment(begun)).toBe('payment_intent_unexpected_state');
    const stored = await findStored(campClass);
    expect(stored).toMatchObject({ status: 'archived', instructorId: null, seats: [] });
    expect(stored?.canceled).toMatchObject({ by: admin._id, message: 'We are so sorry.' });
    const free = (await app.as(admin).call('GET /newInstructor')).body.map(({ email }) => email);
    expect(free).toContain(instructor.email);
    const query = { search: campClass.course_tag, status: 'archived' as const };
    expect((await app.as(admin).call('GET /classList', { query })).body).toMatchObject([
      { canceled: { seats: 2, left: 0, refundsOpen: 0, refundsFailed: 0 } },
    ]);
  });

  it('is canceled only as the admin saw it, and only if it is open', async () => {
    const campClass = await buildClass(app);
    const { student, paymentId } = await buildEnrolledSeat(app, campClass);
    expect((await cancel(campClass.id, wish(0))).body.code).toBe('students_affected');
    expect(await findStored(campClass)).toMatchObject({ status: 'open' });
    expect(await listBack(paymentId)).toEqual([]);
    const draft = await buildClass(app, { status: 'draft' });
    expect((await cancel(draft.id, wish(0))).body.code).toBe('not_found');
    expect((await cancel('f'.repeat(24), wish(0))).body.code).toBe('not_found');
    const removed = await buildClass(app);
    await app.as(admin).call('DELETE /removeCourse/:id', { params: { id: removed.id } });
    expect((await cancel(removed.id, wish(0))).body.code).toBe('not_found');
    const params = { id: campClass.id };
    const byStudent = app.as(student).call('POST /cancelClass/:id', { params, body: wish(1) });
    expect((await byStudent).status).toBe(403);
  });

  it('empties its waiting list, and nobody gets a seat that opens up', async () => {
    const { _id: userId } = await buildUser(app);
    const campClass = await buildClass(app, {
      waiting: [
        {
          waitId: new ObjectId(),
          userId,
          people: [{}],
          together: true,
          priority: 0,
          joinedAt: app.services.now(),
          lapses: 0,
        },
      ],
    });
    await buildEnrolledSeat(app, campClass);
    await cancel(campClass.id, wish(1));
    await waitUntilEmpty(campClass.id);
    expect(await findStored(campClass)).toMatchObject({
      waiting: [],
      seats: [],
    });
    expect(await listNews(app, 'waiting ended')).toMatchObject([{ userId }]);
  });

  it('takes a disputed payment’s seat as well, and its money waits for the bank', async () => {
    const campClass = await buildClass(app);
    const { paymentId } = await buildEnrolledSeat(app, campClass);
    await disputePayment(paymentId);
    await sendWebhook(app, { type: 'charge.dispute.created', paymentId });
    await cancel(campClass.id, wish(1));
    await waitUntilEmpty(campClass.id, 1);
    await closeDispute(paymentId, 'won');
    await sendWebhook(app, { type: 'charge.dispute.closed', paymentId });
    await runJobs(app.services);
    expect(await listBack(paymentId)).toEqual([4_950]);
    expect((await readClass(campClass.id)).canceled).toMatchObject({ refundsOpen: 0 });
  });

  it('is canceled once, however many admins and servers do it at the same time', async () => {
    const campClass = await buildClass(app, { sit: 5 });
    const enrolled = [];
    for (let i = 0; i < 4; i += 1) enrolled.push(await buildEnrolledSeat(app, campClass));
    const other = await startSecondServer(app);
    try {
      const answers = await Promise.all([
        ...[app, other, app, other].map((server) => cancel(campClass.id, wish(4), server)),
        runJobs(app.services),
        runJobs(other.services),
      ]);
      expect(answers.slice(0, 4)).toMatchObject(Array(4).fill({ status: 200 }));
      expect((await cancel(campClass.id, wish(0))).status).toBe(200);
      await waitUntilEmpty(campClass.id);
      app.passMinutes(2);
      await runJobs(app.services);
      for (const { paymentId } of enrolled) expect(await listBack(paymentId)).toEqual([4_950]);
      const filter = { action: 'cancel class', classId: campClass._id };
      expect(await readAuditLog(app, filter)).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it('gives all money back to those who pay while it is canceled', async () => {
    const campClass = await buildClass(app, { sit: 10 });
    const paid = [];
    for (let i = 0; i < 8; i += 1) paid.push(await buildPaidSeat(app, campClass));
    await Promise.all([
      cancelAsSeen(campClass.id),
      ...paid.map(({ student, paymentId }) => recordPayment(app, student, paymentId)),
    ]);
    await waitUntilEmpty(campClass.id);
    app.passMinutes(2);
    await runJobs(app.services);
    for (const { paymentId } of paid) {
      expect(await listBack(paymentId)).toEqual([4_950]);
      expect(await findPayment(paymentId)).toMatchObject({ kept: 0 });
    }
  });

  it('leaves those who move to another class at that moment with that seat or with their money', async () => {
    const [campClass, other] = [
      await buildClass(app, { sit: 4 }),
      await buildClass(app, { sit: 4 }),
    ];
    const enrolled: Awaited<ReturnType<typeof buildEnrolledSeat>>[] = [];
    for (let i = 0; i < 4; i += 1) enrolled.push(await buildEnrolledSeat(app, campClass));
    const move = ({ student, cartId }: (typeof enrolled)[number]) =>
      app.as(student).call('POST /moves', { body: { cartId, classId: other.id } });
    const [first, ...others] = enrolled;
    if (first) expect((await move(first)).status).toBe(200);
    await Promise.all([cancelAsSeen(campClass.id), ...others.map(move)]);
    for (let i = 0; i < 2; i += 1) {
      app.passMinutes(2);
      await runJobs(app.services);
    }
    await waitUntilEmpty(campClass.id);
    const seats = (await findStored(other))?.seats.map(({ seatId }) => seatId.toHexString()) ?? [];
    expect(seats).toContain(first?.cartId);
    for (const { cartId, paymentId } of enrolled)
      expect(await listBack(paymentId)).toEqual(seats.includes(cartId) ? [] : [4_950]);
  });

  it('leaves a seat alone that is on its way to another class, unless it doesn’t get there', async () => {
    const campClass = await buildClass(app);
    const { student, cartId, paymentId } = await buildEnrolledSeat(app, campClass);
    const { seatChanges } = app.services.database.collections;
    const place = { classId: campClass._id, name: student.name };
    const _id = new ObjectId();
    await seatChanges.insertOne({
      kind: 'move',
      ...{ _id, seatId: new ObjectId(cartId), openSeatId: new ObjectId(cartId), paymentId },
      ...{ userId: student._id, currency: 'usd', createdAt: app.services.now() },
      from: { ...place, entryCode: 'KTS-101' },
      to: { ...place, classId: new ObjectId(), price: 49.5 },
      ...{ heldSeatId: new ObjectId(), difference: 0, refunds: [], state: 'decided' },
      ...{ isQueueFirst: true, by: student._id },
    });
    const seats = await cancelClass(campClass.id, wish(1), admin, app.services);
    await workOff(seats, app.services);
    expect((await readClass(campClass.id)).canceled).toMatchObject({ left: 1 });
    expect(await listBack(paymentId)).toEqual([]);
    await seatChanges.updateOne(
      { _id },
      { $set: { state: 'rejected' }, $unset: { openSeatId: true } },
    );
    await runJobs(app.services);
    await waitUntilEmpty(campClass.id);
    expect(await listBack(paymentId)).toEqual([4_950]);
  });

  slowIt('ends the same, no matter after which write the server was killed', async () => {
    for (let step = 0; ; step += 1) {
      const campClass = await buildClass(app, { sit: 3 });
      const enrolled = [
        await buildEnrolledSeat(app, campClass),
        await buildEnrolledSeat(app, campClass),
      ];
      const holder = await buildUser(app);
      const { cartId } = await holdSeatOf(app, holder, campClass);
      const begun = await startPaymentOf(app, holder, { cartId, price: campClass.price });

      const killed = killAfter(step);
      const isDecided = await cancelClass(campClass.id, wish(2), admin, killed.services).then(
        async (seats) => {
          await workOff(seats, killed.services);
          return true;
        },
        () => false,
      );
      if (!isDecided) expect((await cancel(campClass.id, wish(2))).status).toBe(200);
      for (let i = 0; i < 2; i += 1) {
        app.passMinutes(70);
        await runJobs(app.services);
      }
      await waitUntilEmpty(campClass.id);

      expect(await findStored(campClass)).toMatchObject({ status: 'archived', seats: [] });
      for (const { paymentId } of enrolled) {
        expect(await listBack(paymentId)).toEqual([4_950]);
        expect(await findPayment(paymentId)).toMatchObject({ kept: 0 });
      }
      expect(await findPayment(begun)).toMatchObject({ status: 'canceled' });
      const { seatChanges } = app.services.database.collections;
      const filter = { classId: campClass._id, state: 'done' as const };
      expect(await seatChanges.countDocuments(filter)).toBe(2);
      const acts = { action: 'cancel class', classId: campClass._id };
      expect(await readAuditLog(app, acts)).toHaveLength(1);
      if (!killed.isDead()) return expect(step).toBeGreaterThan(15);
    }
  });
});

/** A server that is killed after some writes to the database. */
function killAfter(writes: number): { services: Services; isDead: () => boolean } {
  const { database } = app.services;
  let left = writes;
  let isDead = false;
  const collections = watchWrites(database.collections, () => {
    isDead ||= left === 0;
    if (isDead) throw new Error('killed');
    left -= 1;
  });
  return {
    services: { ...app.services, database: { ...database, collections } },
    isDead: () => isDead,
  };
}

slowIt(
  'a class of 20 with money for 5: 15 refunds wait at Stripe, none is lost, and all arrive later',
  async () => {
    // Its own sandbox, because money is short for everybody in it.
    const dataDir = await mkdtemp(join(tmpdir(), 'speakifyr-balance-'));
    const sandbox = await startProgram('dev/sandbox/src/main.ts', {
      DATA_DIR: dataDir,
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9/api/stripe/webhook',
    });
    const sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
    const poor = await startSecondServer(app, { STRIPE_API_URL: sandboxUrl });
    try {
      const campClass = await buildClass(poor, { sit: 20, price: 100 });
      const payments: string[] = [];
      for (let i = 0; i < 20; i += 1) {
        const student = await buildUser(poor);
        const { cartId } = await holdSeatOf(poor, student, campClass);
        const paymentId = await startPaymentOf(poor, student, { cartId, price: 100 });
        await confirmPayment(paymentId, 'pm_card_visa', sandboxUrl);
        await recordPayment(poor, student, paymentId);
        payments.push(paymentId);
      }
      await setBalance('500', sandboxUrl);
      expect((await cancel(campClass.id, wish(20), poor)).status).toBe(200);
      const readProgress = async () => (await readClass(campClass.id)).canceled;
      await waitUntilEmpty(campClass.id, 15);
      const { refunds } = app.services.database.collections;
      const countPending = () =>
        refunds.countDocuments({ paymentId: { $in: payments }, state: 'pending' });
      await vi.waitFor(async () => expect(await countPending()).toBe(15), PATIENCE);
      expect(await readProgress()).toMatchObject({ seats: 20, refundsOpen: 15, refundsFailed: 0 });

      await setBalance('1500', sandboxUrl);
      poor.passMinutes(61);
      await runJobs(poor.services);
      expect(await countPending()).toBe(0);
      expect(await readProgress()).toMatchObject({ left: 0, refundsOpen: 0, refundsFailed: 0 });
      for (const paymentId of payments) {
        const listed = await poor.services.cardPayments.listRefunds(paymentId);
        expect(listed).toMatchObject([{ amount: 10_000, status: 'succeeded' }]);
      }
    } finally {
      await poor.close();
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
