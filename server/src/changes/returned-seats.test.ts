import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { readProps } from '../messages/write-mail.ts';
import { runJobs } from '../jobs/jobs.ts';
import { buildClass, buildUser, holdSeatOf, useUser } from '../testing/factories.ts';
import { listMailsTo, readMailTo } from '../testing/mails.ts';
import { createMoves, type Place } from '../testing/moves.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { closeDispute, disputePayment } from '../testing/stripe-dashboard.ts';
import { useTestApp } from '../testing/test-app.ts';
import { createCutOff } from '../testing/watch-writes.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { readRefunds } from '../payments/read-refunds.ts';

const { world, cutOff } = createCutOff();
const app = useTestApp(cutOff);
const admin = useUser(app, 'admin');

const moves = createMoves(() => app);
const { buildMove, listPaid, moveAndPay, moveTo, readClass, readPayment, sumBack, runAllJobs } =
  moves;

/** The payer's bank takes a payment back. */
async function loseDispute(paymentId: string): Promise<void> {
  await disputePayment(paymentId);
  await sendWebhook(app, { type: 'charge.dispute.created', paymentId });
  await closeDispute(paymentId, 'lost');
  await sendWebhook(app, { type: 'charge.dispute.closed', paymentId });
}

/** The school returns all that is left of a payment in Stripe's dashboard. */
async function returnAll(paymentId: string): Promise<void> {
  await refundAtDashboard(paymentId);
  await sendWebhook(app, { type: 'charge.refunded', paymentId });
}

const readCancellation = (cartId: string) =>
  app.services.database.collections.seatChanges.findOne({ _id: new ObjectId(cartId) });

/** Nobody sits in any of these classes. */
async function expectNoSeat(...places: Place[]): Promise<void> {
  for (const place of places) expect((await readClass(place)).seats).toEqual([]);
}

// Rules: R182.
describe('if the money of a price difference comes back', () => {
  it.each([
    ['because the school lost a dispute', loseDispute],
    ['in Stripe’s dashboard', returnAll],
  ])('%s, the seat is free and the rest of its price goes back', async (_how, comeBack) => {
    const moving = await buildMove(150);
    const difference = await moveAndPay(moving, moving.to);
    await comeBack(difference);
    await runJobs(app.services);
    await expectNoSeat(moving.from, moving.to);
    expect(await readClass(moving.to)).toMatchObject({ sit: 2 });
    expect(await sumBack(moving.paymentId)).toBe(6_000);
    expect(await readPayment(moving.paymentId)).toMatchObject({
      ...{ kept: 0, items: [{ state: 'refunded' }] },
    });
    expect(await readPayment(difference)).toMatchObject({ status: 'refunded', kept: 0 });
    expect(await readCancellation(moving.cartId)).toMatchObject({
      ...{ state: 'done', reason: 'payment returned', by: 'system', kept: 0 },
      refunds: [{ paymentId: moving.paymentId, amount: 6_000 }],
    });
  });

  it('the parent and the admins read why the seat is gone, and what else goes back', async () => {
    const moving = await buildMove(150);
    const difference = await moveAndPay(moving, moving.to);
    await returnAll(difference);
    const parent = await app.services.database.collections.users.findOne(moving.student);
    if (!parent) throw new Error('There is no such user');
    expect(await readMailTo(app, parent, 'seat canceled')).toMatchObject({
      props: { by: 'returned', money: { refund: { amount: 6_000 }, kept: { amount: 0 } } },
    });
    const lines = await listMailsTo(app, admin);
    const ended = lines.find(({ _id }) => _id.startsWith(`seatended-${moving.cartId}-`));
    expect(ended && (await readProps(ended, app.services))).toMatchObject({
      props: { payer: parent.email, refund: { amount: 6_000 }, kept: { amount: 0 } },
    });
    const canceled = await app.as(parent).call('GET /myCancellations');
    expect(canceled.body).toMatchObject([
      {
        ...{ by: 'returned', refund: 6_000, state: 'refunded' },
        ...{ paymentId: moving.paymentId, differences: [difference] },
      },
    ]);
  });

  it('for a seat that was free before, nothing is left of it', async () => {
    const from = await buildClass(app, { price: 0, sit: 3 });
    const to = await buildClass(app, { price: 90, sit: 2 });
    const student = await buildUser(app);
    const { cartId } = await holdSeatOf(app, student, from);
    const seat = { student, cartId, paymentId: `free_${cartId}` };
    await loseDispute(await moveAndPay(seat, to));
    await expectNoSeat(from, to);
    expect(await readPayment(seat.paymentId)).toMatchObject({ items: [{ state: 'canceled' }] });
    expect(await readCancellation(cartId)).toMatchObject({ refunds: [], kept: 0 });
  });

  it('for a seat that has moved on since, it ends there, and all other payments go back', async () => {
    const moving = await buildMove(80);
    const third = await buildClass(app, { price: 100, sit: 1 });
    const first = await moveAndPay(moving, moving.to);
    const second = await moveAndPay(moving, third);
    await returnAll(first);
    await runJobs(app.services);
    await expectNoSeat(moving.from, moving.to, third);
    expect(await Promise.all([moving.paymentId, first, second].map(sumBack))).toEqual([
      6_000, 2_000, 2_000,
    ]);
  });

  it('but the seat is canceled already, nothing more goes back', async () => {
    const moving = await buildMove(80);
    const difference = await moveAndPay(moving, moving.to);
    const { payments, seatChanges } = app.services.database.collections;
    const terms = { version: 1, steps: [{ daysBefore: 1, percent: 50, fee: 0 }] };
    await payments.updateOne({ _id: moving.paymentId }, { $set: { terms } });
    await moves.cancel(moving);
    await seatChanges.updateMany({}, { $unset: { events: true } });
    const before = await sumBack(moving.paymentId);
    await refundAtDashboard(difference).catch(() => undefined);
    await readRefunds(difference, app.services);
    await runJobs(app.services);
    expect(await sumBack(moving.paymentId)).toBe(before);
  });

  it('in part, and an admin says that it was for this seat, the other payments go back', async () => {
    const moving = await buildMove(150);
    const difference = await moveAndPay(moving, moving.to);
    const { id: refundId } = await refundAtDashboard(difference, 4_000);
    await sendWebhook(app, { type: 'refund.created', paymentId: difference });
    expect(await listPaid(moving.to)).toEqual([moving.cartId]);
    const held = (await readPayment(difference))?.items[0]?.seatId.toHexString() ?? '';
    const answer = await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params: { refundId },
      body: { cartId: held, note: 'Rosa called.' },
    });
    expect(answer.status).toBe(200);
    await runJobs(app.services);
    await expectNoSeat(moving.from, moving.to);
    // The school returned 40 of the 90 on purpose. What was paid before the move is not part of that.
    expect([await sumBack(moving.paymentId), await sumBack(difference)]).toEqual([6_000, 4_000]);
    expect(await readCancellation(moving.cartId)).toMatchObject({ kept: 5_000 });
  });

  it.each([1, 2, 3, 4])(
    'in part, and the server stops %i writes after an admin said that it was for this seat, it ends even if the rest goes back first',
    async (writes) => {
      const moving = await buildMove(150);
      const paymentId = await moveAndPay(moving, moving.to);
      const { id: refundId } = await refundAtDashboard(paymentId, 4_000);
      await sendWebhook(app, { type: 'refund.created', paymentId });
      const cartId = (await readPayment(paymentId))?.items[0]?.seatId.toHexString() ?? '';
      world.writesLeft = writes;
      const params = { refundId };
      await app.as(admin).call('POST /openRefunds/:refundId/answer', { params, body: { cartId } });
      world.writesLeft = Infinity;
      const rest = { paymentId, amount: 5_000, note: 'They asked for it.' };
      await app.as(admin).call('POST /refunds', { body: rest });
      await readRefunds(paymentId, app.services);
      await runAllJobs();
      await expectNoSeat(moving.from, moving.to);
    },
  );

  it('in part, a later move to a cheaper class does not return it again', async () => {
    const moving = await buildMove(150);
    const difference = await moveAndPay(moving, moving.to);
    await refundAtDashboard(difference, 8_900);
    await sendWebhook(app, { type: 'refund.created', paymentId: difference });
    // 61 dollars are left of the 150. The first class costs 60.
    expect(await moveTo(moving, moving.from)).toMatchObject({ state: 'moved', refund: 100 });
    expect(await listPaid(moving.from)).toEqual([moving.cartId]);
  });

  slowIt(
    'wherever a server stops, no seat is left and everything is back once',
    async () => {
      for (let writes = 0, isCutOff = true; isCutOff; writes += 2) {
        const moving = await buildMove(150);
        const difference = await moveAndPay(moving, moving.to);
        await refundAtDashboard(difference);
        world.writesLeft = writes;
        await readRefunds(difference, app.services).catch(() => undefined);
        isCutOff = world.writesLeft < 0;
        world.writesLeft = Infinity;
        app.passMinutes(6);
        await runAllJobs();
        const why = `after ${writes} writes`;
        expect((await readClass(moving.to)).seats, why).toEqual([]);
        expect((await readClass(moving.from)).seats, why).toEqual([]);
        expect(await sumBack(moving.paymentId), why).toBe(6_000);
        expect(await readPayment(difference), why).toMatchObject({ status: 'refunded' });
      }
    },
    120_000,
  );
});
