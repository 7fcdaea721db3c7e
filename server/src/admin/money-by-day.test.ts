import { describe, expect, it } from 'vitest';
import { settlePayment } from '../changes/settle-payment.ts';
import { addDays, readToday } from '../school-time.ts';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { closeDispute, disputePayment } from '../testing/stripe-dashboard.ts';
import { startTestApp, useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { sendWebhook } from '../testing/webhooks.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const DAY = 24 * 60;

const today = () => readToday(app.services);
const readTotal = async (query: { from?: string; to?: string; search?: string } = {}) =>
  (await app.as(admin).call('GET /paymentTotals', { query })).body[0];
const listPayments = async (query: object) =>
  (await app.as(admin).call('GET /payments', { query })).body;
const readPayment = async (search: string) => {
  const [payment] = await listPayments({ search });
  if (!payment) throw new Error(`There is no payment ${search}`);
  return payment;
};
const readPeople = async (id: string) =>
  (await app.as(admin).call('GET /classPeople/:id', { params: { id } })).body;
const readStats = async () =>
  (await app.as(admin).call('GET /adminStats', { query: { email: admin.email } })).body;
const give = (wish: { paymentId: string; cartId?: string; keepsSeat?: boolean; amount: number }) =>
  app.as(admin).call('POST /refunds', { body: { note: 'As promised.', ...wish } });
const refundThere = async (paymentId: string, amount?: number) => {
  await refundAtDashboard(paymentId, amount);
  await sendWebhook(app, { type: 'charge.refunded', paymentId });
};

/** A paid seat whose refund fails a moment after it was made. */
async function buildFailing(price: number) {
  const campClass = await buildClass(app, { price });
  const student = await buildUser(app);
  const { cartId } = await holdSeatOf(app, student, campClass);
  const paymentId = await startPaymentOf(app, student, { cartId, price });
  await confirmPayment(paymentId, 'pm_card_refundFail');
  await recordPayment(app, student, paymentId);
  return { campClass, student, cartId, paymentId };
}

/** Waits until Stripe says that the refund has failed. @returns its id */
async function awaitFailure(paymentId: string): Promise<string> {
  await expect
    .poll(async () => {
      await sendWebhook(app, { type: 'refund.failed', paymentId });
      return (await readPayment(paymentId)).refunds[0]?.state;
    })
    .toBe('failed');
  const { body } = await app.as(admin).call('GET /openRefunds');
  return body.find((refund) => refund.paymentId === paymentId)?._id ?? '';
}

const payOtherwise = (refundId: string, paidOtherwise: number) =>
  app.as(admin).call('POST /openRefunds/:refundId/answer', {
    params: { refundId },
    body: { cartId: null, paidOtherwise, note: 'Paid in cash.' },
  });

// Rules: R20, R123, R200, R201, R202, R260.
describe('what the school keeps', () => {
  it('is nothing until the money has arrived', async () => {
    const campClass = await buildClass(app, { price: 40 });
    const begin = async () => {
      const student = await buildUser(app);
      const { cartId } = await holdSeatOf(app, student, campClass);
      const paymentId = await startPaymentOf(app, student, { cartId, price: 40 });
      return { student, cartId, paymentId };
    };
    const [open, abandoned, paid] = [await begin(), await begin(), await begin()];
    await app.as(abandoned.student).call('DELETE /addClass/:cartId', {
      params: { cartId: abandoned.cartId },
      query: { classId: campClass.id },
    });
    await confirmPayment(paid.paymentId);
    await recordPayment(app, paid.student, paid.paymentId);

    expect(await readPayment(open.paymentId)).toMatchObject({ state: 'open', kept: 0 });
    expect(await readPayment(abandoned.paymentId)).toMatchObject({ state: 'canceled', kept: 0 });
    expect(await readPayment(paid.paymentId)).toMatchObject({ state: 'enrolled', kept: 4_000 });
    const none = { paid: { count: 0, amount: 0 }, refunded: { count: 0, amount: 0 }, kept: 0 };
    const one = { count: 1, amount: 4_000 };
    expect(await readTotal({ search: open.paymentId })).toMatchObject({ ...none, open: one });
    expect(await readTotal({ search: abandoned.paymentId })).toMatchObject({
      ...none,
      neverPaid: one,
    });
    expect(await readTotal({ search: paid.paymentId })).toMatchObject({ paid: one, kept: 4_000 });
  });

  it('is less once a failed refund was paid in another way, which is not paid again', async () => {
    const { campClass, student, cartId, paymentId } = await buildFailing(40);
    expect((await give({ paymentId, cartId, keepsSeat: true, amount: 1_500 })).status).toBe(200);
    const refundId = await awaitFailure(paymentId);
    // What is promised is set aside. R480
    expect((await readPeople(campClass.id)).enrolled).toMatchObject([{ left: 2_500 }]);
    expect(await readPayment(paymentId)).toMatchObject({ kept: 4_000 });

    const answers = await Promise.all([
      payOtherwise(refundId, 1_500),
      payOtherwise(refundId, 1_500),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readPayment(paymentId)).toMatchObject({
      kept: 2_500,
      refunds: [{ amount: 1_500, state: 'paid otherwise' }],
    });
    expect(await readTotal({ search: paymentId })).toMatchObject({ kept: 2_500 });
    expect((await readPeople(campClass.id)).enrolled).toMatchObject([{ left: 2_500 }]);
    expect((await give({ paymentId, cartId, keepsSeat: true, amount: 2_501 })).body.code).toBe(
      'refund_too_high',
    );
    // Stripe still says that it failed, and a job rereads that.
    await sendWebhook(app, { type: 'refund.failed', paymentId });
    app.passMinutes(61);
    await runJobs(app.services);
    expect(await readPayment(paymentId)).toMatchObject({ kept: 2_500 });
    const receipt = await app
      .as(student)
      .call('GET /receipts/:paymentId', { params: { paymentId } });
    expect(receipt.body.refunds).toMatchObject([{ state: 'paid otherwise', creditNote: 1 }]);
    const note = await app.as(student).call('GET /creditNotes/:no', { params: { no: '1' } });
    expect(note.body).toMatchObject({ amount: 1_500, state: 'paid otherwise' });
  });

  it('is never less than nothing, whatever an admin says was paid in another way', async () => {
    const { cartId, paymentId } = await buildFailing(40);
    await give({ paymentId, cartId, keepsSeat: true, amount: 3_000 });
    const refundId = await awaitFailure(paymentId);
    const { refunds, payments } = app.services.database.collections;
    // Only for a failed refund.
    const { id } = await refundAtDashboard(paymentId, 100);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    expect((await payOtherwise(id, 100)).body.code).toBe('refund_answered');
    expect(await payments.findOne({ _id: paymentId })).toMatchObject({ kept: 3_900 });
    expect((await give({ paymentId, cartId, keepsSeat: true, amount: 2_800 })).body.code).toBe(
      'refund_too_high',
    );
    // Somebody gave back most of it in the dashboard since then.
    await refundAtDashboard(paymentId, 2_800);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    expect((await payOtherwise(refundId, 3_000)).body.code).toBe('refund_changed');
    const { body: listed } = await app.as(admin).call('GET /openRefunds');
    expect(listed.find(({ _id }) => _id === refundId)).toMatchObject({ amount: 1_100 });
    expect((await payOtherwise(refundId, 1_100)).status).toBe(200);
    expect(await payments.findOne({ _id: paymentId })).toMatchObject({ kept: 0 });
    expect(await refunds.findOne({ _id: refundId })).toMatchObject({ amount: 1_100 });
  });
});

it('money arrives once, also if a restored backup opens its payment again', async () => {
  const { paymentId } = await buildEnrolledSeat(app, await buildClass(app, { price: 20 }));
  const before = await readPayment(paymentId);
  const { payments } = app.services.database.collections;
  await payments.updateOne(
    { _id: paymentId },
    { $set: { status: 'open' }, $unset: { settledAt: '' } },
  );
  app.passMinutes(2 * DAY);
  await settlePayment(paymentId, app.services);
  const after = await readPayment(paymentId);
  expect(after).toMatchObject({ state: 'enrolled', kept: 2_000, movements: before.movements });
});

describe('parts that went back', () => {
  it('are in the totals, and in what a class was paid, an instructor earned and a student paid', async () => {
    const instructor = await buildUser(app, 'instructor');
    const { email } = instructor;
    const campClass = await buildClass(app, { price: 40, instructorId: instructor._id });
    const { student, cartId, paymentId } = await buildEnrolledSeat(app, campClass);
    await buildEnrolledSeat(app, campClass);
    await give({ paymentId, cartId, keepsSeat: true, amount: 1_025 });

    expect(await readTotal({ search: paymentId })).toMatchObject({
      paid: { count: 1, amount: 4_000 },
      refunded: { count: 1, amount: 1_025 },
      kept: 2_975,
    });
    expect(await listPayments({ state: 'refunded', search: paymentId })).toHaveLength(1);
    const stats = await app.as(instructor).call('GET /instructorStats', { query: { email } });
    expect(stats.body).toMatchObject({ totalEnrolled: 2, earned: 69.75 });
    const managed = await app.as(admin).call('GET /adminClasses');
    expect(managed.body.find(({ _id }) => _id === campClass.id)?.paid).toBe(69.75);
    const query = { email: student.email };
    const own = await app.as(student).call('GET /userStats', { query });
    expect(own.body).toMatchObject({ totalEnrolled: 1, totalSpend: 29.75 });
  });

  it('each have a row on the class’s page, with their state, their own day and their own amount', async () => {
    const { campClass, student, cartId, paymentId } = await buildFailing(40);
    app.passMinutes(3 * DAY);
    await give({ paymentId, cartId, keepsSeat: true, amount: 1_500 });
    await awaitFailure(paymentId);
    app.passMinutes(2 * DAY);
    await refundThere(paymentId, 500);

    const { refunded } = await readPeople(campClass.id);
    const day = ({ at }: { at: string }) => at.slice(0, 10);
    const who = { _id: paymentId, name: student.name, email: student.email, currency: 'USD' };
    expect(refunded).toMatchObject([
      { ...who, cartId: null, amount: 500, state: 'succeeded', reason: 'by the school' },
      { ...who, cartId, amount: 1_500, state: 'failed', reason: 'by admin' },
    ]);
    const now = app.services.now().getTime();
    const daysAgo = (days: number) =>
      new Date(now - days * DAY * 60_000).toISOString().slice(0, 10);
    expect(refunded.map(day)).toEqual([daysAgo(0), daysAgo(2)]);
  });
});

describe('a movement of money', () => {
  it('counts on its own day, so what was read about a day stays true', async () => {
    const before = (await readStats()).totalTransaction;
    const { paymentId, cartId } = await buildFailing(90);
    const disputed = await buildEnrolledSeat(app, await buildClass(app, { price: 30 }));
    const first = today();
    const read = async (day: string) => {
      const total = await readTotal({ from: day, to: day });
      const { earningsByDay } = await readStats();
      const ofDay = earningsByDay.find((one) => one.day === day)?.amount ?? 0;
      expect(ofDay, day).toBe((total?.kept ?? 0) / 100);
      return total;
    };
    const firstDay = await read(first);

    app.passMinutes(2 * DAY);
    const second = today();
    await give({ paymentId, cartId, keepsSeat: true, amount: 2_000 });
    await refundThere(paymentId, 1_000);
    await disputePayment(disputed.paymentId);
    await closeDispute(disputed.paymentId, 'lost');
    await sendWebhook(app, { type: 'charge.dispute.closed', paymentId: disputed.paymentId });
    const secondDay = await read(second);
    expect(secondDay).toMatchObject({
      paid: { count: 0, amount: 0 },
      refunded: { count: 3, amount: 6_000 },
      kept: -6_000,
    });

    app.passMinutes(2 * DAY);
    const third = today();
    const refundId = await awaitFailure(paymentId);
    const thirdDay = await read(third);
    expect(thirdDay?.cameBack.amount).toBeGreaterThanOrEqual(2_000);

    app.passMinutes(2 * DAY);
    expect((await payOtherwise(refundId, 2_000)).status).toBe(200);
    expect(await read(today())).toMatchObject({ refunded: { count: 1, amount: 2_000 } });

    // Earlier readings have not changed.
    expect(await read(first)).toEqual(firstDay);
    expect(await read(second)).toEqual(secondDay);
    expect(await read(third)).toEqual(thirdDay);
    const whole = await readPayment(paymentId);
    const sum = whole.movements.reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBe(whole.kept);
    const kept = whole.kept + (await readPayment(disputed.paymentId)).kept;
    expect((await readStats()).totalTransaction).toBeCloseTo(before + kept / 100, 6);
    // The list of a day has the payments whose money moved on it.
    const listed = await listPayments({ from: second, to: second });
    expect(listed.map(({ _id }) => _id)).toEqual(
      expect.arrayContaining([paymentId, disputed.paymentId]),
    );
    expect(await listPayments({ from: addDays(second, 1), to: addDays(second, 1) })).toEqual([]);
  });
});

describe('Enrolled Students', () => {
  it('are different people with a seat in a class that is not over', async () => {
    const school = await startTestApp();
    try {
      const office = await buildUser(school, 'admin');
      const parent = await buildUser(school);
      const [mia, tom] = [await buildChild(school, parent), await buildChild(school, parent)];
      const [kites, chess] = [
        await buildClass(school, { price: 0 }),
        await buildClass(school, { price: 0 }),
      ];
      const over = await buildClass(school, {
        price: 0,
        camp_start: inDays(1),
        camp_end: inDays(1),
      });
      const join = async ({ id: classId }: { id: string }, childId?: string) => {
        const body = { classId, email: parent.email, ...(childId && { childId }) };
        expect((await school.as(parent).call('POST /addClass', { body })).status).toBe(200);
      };
      for (const childId of [mia.id, tom.id, undefined]) await join(kites, childId);
      await join(chess, mia.id);
      const other = await buildUser(school);
      const { email } = other;
      await school.as(other).call('POST /addClass', { body: { classId: over.id, email } });
      const count = async () => {
        const { body } = await school
          .as(office)
          .call('GET /adminStats', { query: { email: office.email } });
        return body.totalEnrolledClass;
      };
      expect(await count()).toBe(4);
      school.passMinutes(2 * DAY);
      expect(await count()).toBe(3);
    } finally {
      await school.close();
    }
  });
});
