import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { SeatPlan } from '../database/class-document.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildClass,
  confirmPayment,
  getIntentId,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { readMailTo } from '../testing/mails.ts';
import { planFor } from '../testing/planned-seat.ts';
import { listAtStripe, refundAtDashboard } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { killAfter } from '../testing/watch-writes.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { bouncePayment } from './bounce-payment.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { inDays, record, buildPlanned, readOwed, readPayment, listPaymentsFor } = planFor(
  app,
  admin,
);

type Planned = Awaited<ReturnType<typeof buildPlanned>>;

const preview = ({ parent, cartId }: Planned) =>
  app.as(parent).call('GET /cancellation/:cartId', { params: { cartId } });
const cancel = ({ parent, cartId }: Planned, refund: number) =>
  app.as(parent).call('POST /cancellation/:cartId', { params: { cartId }, body: { refund } });

/** Records a payment of the balance. @returns its id */
async function payBalance(
  { id, cartId }: Planned,
  amount: number,
  method: 'cash' | 'cheque' = 'cash',
) {
  const answer = await record(id, { cartIds: [cartId], amount, method });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.transactionId;
}

function bounce(paymentId: string, until: string | null = null) {
  const body = { day: inDays(0), note: 'No funds.', until };
  return app.as(admin).call('POST /payments/:paymentId/bounce', { params: { paymentId }, body });
}

const listRefunds = (paymentId: string) =>
  app.services.database.collections.refunds.find({ paymentId }).toArray();

/** What the school keeps of a seat's payments once everything that waits was refunded by hand. */
async function sumKept(cartId: string) {
  let kept = 0;
  for (const payment of await listPaymentsFor(cartId)) {
    expect(payment.status).not.toBe('open');
    if (payment.status === 'canceled') continue;
    const waiting = (await listRefunds(payment._id)).filter(({ state }) => state === 'failed');
    kept += payment.kept - waiting.reduce((sum, { amount }) => sum + amount, 0);
  }
  return kept;
}

async function settleAll() {
  for (let run = 0; run < 3; run += 1) {
    app.passMinutes(2);
    await runJobs(app.services);
  }
}

// Rules: R352, R353.
describe('canceling a seat that is paid in parts', () => {
  it('counts the whole price: what is still to pay falls first, and the parent reads both before', async () => {
    // Of $100, the policy gives half back: $50 is no longer owed, or is refunded.
    const days = { camp_start: inDays(10), camp_end: inDays(12) };
    const plan = [{ due: inDays(9) }];
    const little = await buildPlanned({ plan }, days);
    expect((await preview(little)).body).toMatchObject({
      ...{ owed: 7_000, paid: 3_000, refund: 0, kept: 3_000, isForResale: null },
    });
    expect(await cancel(little, 0)).toMatchObject({
      status: 200,
      body: { refund: 0, kept: 3_000 },
    });
    const most = await buildPlanned({ plan }, days);
    await payBalance(most, 5_000);
    expect((await preview(most)).body).toMatchObject({
      ...{ owed: 2_000, paid: 8_000, refund: 3_000, kept: 5_000 },
    });
    expect(await cancel(most, 3_000)).toMatchObject({ status: 200 });
    expect(await sumKept(most.cartId)).toBe(5_000);
    // Nothing is owed for a seat that has ended.
    expect(await record(most.id, { cartIds: [most.cartId], amount: 1 })).toMatchObject({
      ...{ status: 409, body: { code: 'seat_not_held' } },
    });
  });

  it('gives everything back while the policy does, of each payment', async () => {
    const seat = await buildPlanned();
    await payBalance(seat, 2_500);
    expect(await cancel(seat, 5_500)).toMatchObject({ status: 200, body: { kept: 0 } });
    expect(await sumKept(seat.cartId)).toBe(0);
  });

  it('gives nothing back of a part that was returned before and did not reach the card: it waits in the admins’ list', async () => {
    const seat = await buildPlanned();
    const body = { cartIds: [seat.cartId], price: 70 };
    const begun = await app.as(seat.parent).call('POST /createPayment-intent', { body });
    const paymentId = getIntentId(begun.body.clientSecret);
    await confirmPayment(paymentId, 'pm_card_refundFail');
    await recordPayment(app, seat.parent, paymentId);
    await refundAtDashboard(paymentId);
    await readRefunds(paymentId, app.services);
    await settleAll();
    expect(await readOwed(seat.parent, seat.cartId)).toMatchObject([
      { amount: 2_000 },
      { amount: 5_000 },
    ]);
    await expect.poll(() => listAtStripe(paymentId)).toMatchObject([{ status: 'failed' }]);
    await readRefunds(paymentId, app.services);
    expect(await readPayment(paymentId)).toMatchObject({ kept: 7_000 });
    await payBalance(seat, 7_000);
    expect((await preview(seat)).body).toMatchObject({ paid: 10_000, refund: 10_000 });
    await cancel(seat, 10_000);
    expect(await listRefunds(paymentId)).toMatchObject([{ amount: 7_000, needsAdmin: true }]);
  });

  it('gives everything back if the school cancels the class, and nothing is owed anymore', async () => {
    const seat = await buildPlanned();
    await payBalance(seat, 2_500);
    const [campClass] = seat.classes;
    const canceled = await app.as(admin).call('POST /cancelClass/:id', {
      params: { id: campClass?.id ?? '' },
      body: { confirm_affected: 1, note: 'Storm.' },
    });
    expect(canceled).toMatchObject({ status: 200 });
    expect((await record(seat.id, { cartIds: [seat.cartId], amount: 100 })).status).toBe(409);
    await settleAll();
    expect(await sumKept(seat.cartId)).toBe(0);
  });

  slowIt(
    'at the same moment as the balance is paid: the money is kept for a seat, or goes back',
    async () => {
      for (let run = 0; run < 4; run += 1) {
        const seat = await buildPlanned();
        const { parent, cartId } = seat;
        const body = { cartIds: [cartId], price: 70 };
        const begun = await app.as(parent).call('POST /createPayment-intent', { body });
        const paymentId = getIntentId(begun.body.clientSecret);
        await confirmPayment(paymentId);
        await Promise.all([recordPayment(app, parent, paymentId), cancel(seat, 3_000)]);
        await settleAll();
        const owed = await readOwed(parent, cartId);
        expect(await sumKept(cartId)).toBe(owed ? 10_000 : 0);
        if (owed) expect(owed).toEqual([]);
      }
    },
  );
});

describe('moving a seat that is paid in parts', () => {
  async function move(
    seat: Planned,
    price: number,
    days = { camp_start: inDays(60), camp_end: inDays(65) },
  ) {
    const { id: classId } = await buildClass(app, { price, ...days });
    return app
      .as(seat.parent)
      .call('POST /moves', { body: { cartId: seat.cartId, classId, price } });
  }

  it('to a cheaper class lowers what is owed, what is due last first; only then money goes back', async () => {
    const seat = await buildPlanned();
    expect(await move(seat, 60)).toMatchObject({ body: { state: 'moved', refund: 0 } });
    expect(await readOwed(seat.parent, seat.cartId)).toEqual([
      { due: inDays(10), amount: 2_000 },
      { due: inDays(30), amount: 1_000 },
    ]);
    await payBalance(seat, 2_500);
    expect(await move(seat, 50)).toMatchObject({ body: { state: 'moved', refund: 500 } });
    expect(await readOwed(seat.parent, seat.cartId)).toEqual([]);
    expect(await sumKept(seat.cartId)).toBe(5_000);
    const payments = await listPaymentsFor(seat.cartId);
    expect(payments.map(({ items }) => items[0]?.classId.toHexString())).toEqual(
      payments.map(() => payments[0]?.items[0]?.classId.toHexString()),
    );
  });

  it('to a dearer class is paid at once, and the plan stays', async () => {
    const seat = await buildPlanned();
    const answer = await move(seat, 120);
    expect(answer).toMatchObject({ body: { state: 'pay', difference: 2_000 } });
    const body = { cartId: answer.body.cartId, price: 20 };
    const begun = await app.as(seat.parent).call('POST /createPayment-intent', { body });
    const paymentId = getIntentId(begun.body.clientSecret);
    // The balance can be paid while the move waits.
    await payBalance(seat, 2_000);
    await confirmPayment(paymentId);
    await recordPayment(app, seat.parent, paymentId);
    expect(await readOwed(seat.parent, seat.cartId)).toEqual([{ due: inDays(30), amount: 5_000 }]);
    await payBalance(seat, 5_000);
    expect(await readOwed(seat.parent, seat.cartId)).toEqual([]);
    expect(await sumKept(seat.cartId)).toBe(12_000);
  });

  // Rules: R698.
  it('to an earlier class is due before its first day, and no longer by the saved card', async () => {
    const seat = await buildPlanned();
    const { classes } = app.services.database.collections;
    const seatId = new ObjectId(seat.cartId);
    const byCard = { text: 'agreed' } as NonNullable<SeatPlan['byCard']>;
    await classes.updateOne(
      { 'seats.seatId': seatId },
      { $set: { 'seats.0.plan.byCard': byCard } },
    );
    expect(await move(seat, 100, { camp_start: inDays(20), camp_end: inDays(22) })).toMatchObject({
      body: { state: 'moved' },
    });
    expect(await readOwed(seat.parent, seat.cartId)).toEqual([
      { due: inDays(10), amount: 2_000 },
      { due: inDays(19), amount: 5_000 },
    ]);
    const moved = await classes.findOne({ 'seats.seatId': seatId });
    expect(moved?.seats).toMatchObject([{ plan: { due: inDays(10) } }]);
    expect(JSON.stringify(moved?.seats)).not.toContain('byCard');
    await move(seat, 100, { camp_start: inDays(3), camp_end: inDays(4) });
    expect(await readOwed(seat.parent, seat.cartId)).toEqual([
      { due: inDays(2), amount: 2_000 },
      { due: inDays(2), amount: 5_000 },
    ]);
    const late = await buildPlanned();
    const next = await move(late, 100, { camp_start: inDays(1), camp_end: inDays(4) });
    expect(next).toMatchObject({ body: { state: 'moved' } });
    const today = { due: inDays(0) };
    expect(await readOwed(late.parent, late.cartId)).toMatchObject([today, today]);
  });

  it('to a dearer class and the balance are never paid with one payment, which could not end', async () => {
    const seat = await buildPlanned();
    const { body } = await move(seat, 120);
    const both = [seat.cartId, body.cartId];
    expect(await record(seat.id, { cartIds: both, amount: 9_000 })).toMatchObject({ status: 409 });
    expect(await record(seat.id, { cartIds: [body.cartId], amount: 2_000 })).toMatchObject({
      status: 200,
    });
    await payBalance(seat, 7_000);
    expect(await readOwed(seat.parent, seat.cartId)).toEqual([]);
    expect(await sumKept(seat.cartId)).toBe(12_000);
  });

  slowIt('at the same moment as the balance is paid loses no money', async () => {
    for (let run = 0; run < 4; run += 1) {
      const seat = await buildPlanned();
      await Promise.all([
        record(seat.id, { cartIds: [seat.cartId], amount: 7_000 }),
        move(seat, 60),
      ]);
      await settleAll();
      const owed = (await readOwed(seat.parent, seat.cartId)) ?? [];
      const left = owed.reduce((sum, { amount }) => sum + amount, 0);
      const { body } = await app
        .as(seat.parent)
        .call('GET /myEnrolledClass', { query: { email: seat.parent.email } });
      expect(await sumKept(seat.cartId)).toBe(100 * (body[0]?.price ?? 0) - left);
    }
  });
});

describe('a part that the school returns in Stripe’s dashboard', () => {
  it('is owed again, and the seat stays', async () => {
    const seat = await buildPlanned();
    const body = { cartIds: [seat.cartId], price: 70 };
    const begun = await app.as(seat.parent).call('POST /createPayment-intent', { body });
    const paymentId = getIntentId(begun.body.clientSecret);
    await confirmPayment(paymentId);
    await recordPayment(app, seat.parent, paymentId);
    await refundAtDashboard(paymentId);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    await settleAll();
    expect(await readOwed(seat.parent, seat.cartId)).toHaveLength(2);
    expect(await sumKept(seat.cartId)).toBe(3_000);
    expect(await readMailTo(app, seat.parent, 'refunded')).toMatchObject({
      props: { lost: [], charge: { amount: 7_000 } },
    });
    const canceled = await app.as(seat.parent).call('GET /myCancellations');
    expect(canceled.body).toEqual([]);
  });
});

describe('a check for a part that bounced', () => {
  it('is owed again, and the seat stays with its entry code', async () => {
    const seat = await buildPlanned();
    const paymentId = await payBalance(seat, 4_000, 'cheque');
    expect(await bounce(paymentId)).toMatchObject({ status: 200 });
    expect(await readOwed(seat.parent, seat.cartId)).toEqual([
      { due: inDays(10), amount: 2_000 },
      { due: inDays(30), amount: 5_000 },
    ]);
    expect(await readPayment(paymentId)).toMatchObject({ status: 'enrolled', kept: 0 });
    expect(await sumKept(seat.cartId)).toBe(3_000);
    await payBalance(seat, 7_000);
    expect(await sumKept(seat.cartId)).toBe(10_000);
    expect(await cancel(seat, 10_000)).toMatchObject({ status: 200 });
  });

  it('is owed again also if it was the deposit, once other money has come; else the seat ends', async () => {
    const seat = await buildPlanned({ method: 'cheque' });
    await payBalance(seat, 2_000);
    expect(await bounce(seat.deposit)).toMatchObject({ status: 200 });
    // What came in is for the oldest part.
    expect(await readOwed(seat.parent, seat.cartId)).toEqual([
      { due: inDays(0), amount: 1_000 },
      { due: inDays(10), amount: 2_000 },
      { due: inDays(30), amount: 5_000 },
    ]);
    const alone = await buildPlanned({ method: 'cheque' });
    expect(await bounce(alone.deposit)).toMatchObject({ status: 200 });
    expect(await readOwed(alone.parent, alone.cartId)).toBeUndefined();
  });

  slowIt(
    'at the same moment as the balance is paid, canceled or moved: the sums agree',
    async () => {
      for (const act of ['pay', 'cancel'] as const) {
        const seat = await buildPlanned();
        const paymentId = await payBalance(seat, 2_000, 'cheque');
        await Promise.all([
          bounce(paymentId),
          act === 'pay'
            ? record(seat.id, { cartIds: [seat.cartId], amount: 5_000 })
            : cancel(seat, 5_000),
        ]);
        await settleAll();
        const owed = await readOwed(seat.parent, seat.cartId);
        const left = owed?.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
        expect(await sumKept(seat.cartId)).toBe(owed ? 10_000 - left : 0);
      }
    },
  );

  slowIt('is owed again once, wherever the server stops', async () => {
    for (let writes = 0, isOver = false; !isOver; writes += 1) {
      const seat = await buildPlanned();
      const paymentId = await payBalance(seat, 4_000, 'cheque');
      const wish = { day: inDays(0), note: 'No funds.', until: null };
      const dying = killAfter(app.services, writes);
      await bouncePayment(paymentId, wish, admin, dying).then(
        () => (isOver = true),
        () => undefined,
      );
      await settleAll();
      await bouncePayment(paymentId, { ...wish, day: inDays(0) }, admin, app.services);
      expect(await readOwed(seat.parent, seat.cartId)).toHaveLength(2);
      expect(await sumKept(seat.cartId)).toBe(3_000);
      // Nothing stays locked.
      await payBalance(seat, 7_000);
    }
  });
});
