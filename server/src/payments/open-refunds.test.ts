import { describe, expect, it } from 'vitest';
import type { PaymentItem } from '../database/payment-documents.ts';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { useUser } from '../testing/factories.ts';
import { buildPaidSeats, listAtStripe, refundAtDashboard } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { answerRefund } from './open-refunds.ts';
import { carryOutRefund, decideRefund, settleRefund } from '../ledger/refunds.ts';
import { findRefund } from '../ledger/refund-store.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

/** What admins see about one payment. */
const list = async (paymentId: string) =>
  (await app.as(admin).call('GET /openRefunds')).body.filter((one) => one.paymentId === paymentId);
const answer = (refundId: string, cartId: string | null, more: { paidOtherwise?: number } = {}) =>
  app.as(admin).call('POST /openRefunds/:refundId/answer', {
    params: { refundId },
    body: { cartId, ...more, note: 'Rosa called.' },
  });
const retry = (refundId: string) =>
  app.as(admin).call('POST /openRefunds/:refundId/retry', { params: { refundId } });
const listEvents = (target: string) =>
  readAuditLog(app, { target }).then((acts) => acts.map(({ who, action }) => [who, action]));

/** How many seats of a payment's classes are taken. */
async function countSeats(items: PaymentItem[]): Promise<number> {
  const ids = items.map(({ classId }) => classId);
  const found = await app.services.database.collections.classes
    .find({ _id: { $in: ids } })
    .toArray();
  return found.reduce((sum, { seats }) => sum + seats.length, 0);
}

const readPayment = (paymentId: string) =>
  app.services.database.collections.payments.findOne({ _id: paymentId });

const report = (paymentId: string, type = 'refund.created') =>
  sendWebhook(app, { type, paymentId });

// Rules: R121, R122, R123, R138.
describe('a partial refund in Stripe’s dashboard', () => {
  it('frees no seat, and an admin says which seat it was for', async () => {
    const { student, paymentId, items } = await buildPaidSeats(app, [4_000, 2_500]);
    const { id } = await refundAtDashboard(paymentId, 2_500);
    expect(await report(paymentId)).toBe(200);
    expect(await countSeats(items)).toBe(2);
    expect(await readPayment(paymentId)).toMatchObject({ status: 'enrolled', kept: 4_000 });
    const [first, second] = items.map(({ seatId: cartId }) => cartId.toHexString()) as [
      string,
      string,
    ];
    expect(await list(paymentId)).toMatchObject([
      {
        _id: id,
        email: student.email,
        amount: 2_500,
        currency: 'USD',
        state: 'succeeded',
        reason: 'by the school',
        choices: [{ cartId: first }, { cartId: second, className: 'Sailing' }],
      },
    ]);

    const [one, other] = await Promise.all([answer(id, second), answer(id, first)]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    const freed = one.status === 200 ? 1 : 0;
    expect(await countSeats(items)).toBe(1);
    const states = items.map((_item, number) => (number === freed ? 'refunded' : 'enrolled'));
    expect((await readPayment(paymentId))?.items.map(({ state }) => state)).toEqual(states);
    expect(await list(paymentId)).toEqual([]);
    expect(await listEvents(paymentId)).toEqual([
      ['system', 'refund'],
      [admin.email, 'answer refund'],
    ]);
  });

  it('can be for no seat', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000]);
    const { id } = await refundAtDashboard(paymentId, 500);
    await report(paymentId);
    expect((await answer(id, null)).status).toBe(200);
    expect((await answer(id, null)).body.code).toBe('refund_answered');
    expect(await countSeats(items)).toBe(1);
    expect(await list(paymentId)).toEqual([]);
  });

  it('that completes the payment frees every seat', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000, 2_500]);
    await refundAtDashboard(paymentId, 2_500);
    await report(paymentId);
    await refundAtDashboard(paymentId);
    await report(paymentId, 'charge.refunded');
    expect(await countSeats(items)).toBe(0);
    expect(await readPayment(paymentId)).toMatchObject({ status: 'refunded', kept: 0 });
    expect(await list(paymentId)).toEqual([]);
  });

  it('has one answer: after a seat was named, nobody can say that it was for none', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000]);
    const { id } = await refundAtDashboard(paymentId, 500);
    await report(paymentId);
    // The first admin's answer is written, and the seat is about to be freed.
    const { refunds } = app.services.database.collections;
    const cartId = items[0]?.seatId ?? null;
    await refunds.updateOne({ _id: id }, { $set: { seatId: cartId } });
    expect((await answer(id, null)).body.code).toBe('refund_answered');
    await runJobs(app.services);
    expect(await countSeats(items)).toBe(0);
  });

  it('is found by a job if no webhook came', async () => {
    const { paymentId } = await buildPaidSeats(app, [4_000]);
    await refundAtDashboard(paymentId, 500);
    app.passMinutes(5);
    await runJobs(app.services);
    expect(await list(paymentId)).toMatchObject([{ paymentId, amount: 500 }]);
  });

  it('that was answered when the server stopped has its seat freed by a job', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000]);
    const { id } = await refundAtDashboard(paymentId, 500);
    await report(paymentId);
    const { refunds } = app.services.database.collections;
    const cartId = items[0]?.seatId ?? null;
    await refunds.updateOne({ _id: id }, { $set: { seatId: cartId } });
    await runJobs(app.services);
    expect(await countSeats(items)).toBe(0);
    expect(await list(paymentId)).toEqual([]);
  });

  it('that fails while its seat is freed stays on the admins’ list', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000, 2_500], 'pm_card_refundFail');
    const { id } = await refundAtDashboard(paymentId, 2_500);
    await report(paymentId);
    const { database } = app.services;
    const { refunds } = database.collections;
    const failsMeanwhile = new Proxy(refunds, {
      get: (_target, key: keyof typeof refunds) => {
        if (key !== 'updateOne') return Reflect.get(refunds, key) as unknown;
        return async (...change: Parameters<typeof refunds.updateOne>) => {
          if (JSON.stringify(change[1]).includes('"$unset":{"needsAdmin"')) {
            await expect.poll(() => listAtStripe(paymentId)).toMatchObject([{ status: 'failed' }]);
            await report(paymentId, 'refund.failed');
          }
          return refunds.updateOne(...change);
        };
      },
    });
    const collections = { ...database.collections, refunds: failsMeanwhile };
    const services = { ...app.services, database: { ...database, collections } };
    const cartId = items[1]?.seatId.toHexString() ?? '';
    await answerRefund(id, { cartId }, admin, services);
    expect(await list(paymentId)).toMatchObject([{ _id: id, state: 'failed' }]);
  });

  it('can’t be answered with the seat of another payment', async () => {
    const { paymentId } = await buildPaidSeats(app, [4_000]);
    const other = await buildPaidSeats(app, [1_000]);
    const { id } = await refundAtDashboard(paymentId, 500);
    await report(paymentId);
    const strange = other.items[0]?.seatId.toHexString() ?? '';
    expect((await answer(id, strange)).status).toBe(404);
    expect(await countSeats(other.items)).toBe(1);
  });
});

describe('a refund that failed', () => {
  /** A refund that succeeded and failed later, as Stripe's webhook says. */
  async function fail() {
    const { paymentId, items } = await buildPaidSeats(app, [4_000, 2_500], 'pm_card_refundFail');
    const { seatId } = items[1] as PaymentItem;
    const refundId = `${paymentId}:${seatId.toHexString()}`;
    const decided = { refundId, paymentId, seatId, amount: 2_500, currency: 'usd' };
    await decideRefund({ ...decided, reason: 'no seat' }, app.services);
    await carryOutRefund(refundId, app.services);
    await expect.poll(() => listAtStripe(paymentId)).toMatchObject([{ status: 'failed' }]);
    await report(paymentId, 'refund.failed');
    return { paymentId, refundId, items };
  }

  it('is shown to admins, and tried again with a new attempt', async () => {
    const { paymentId, refundId } = await fail();
    expect(await list(paymentId)).toMatchObject([
      { _id: refundId, state: 'failed', failure: expect.stringMatching('expired') as string },
    ]);
    const answers = await Promise.all([retry(refundId), retry(refundId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const made = await listAtStripe(paymentId);
    expect(made.map(({ metadata }) => metadata['attempt'])).toEqual(['2', '1']);
    expect(await readPayment(paymentId)).toMatchObject({ kept: 4_000 });
    expect(await list(paymentId)).toEqual([]);
    expect(await listEvents(paymentId)).toEqual([
      ['system', 'refund'],
      [admin.email, 'retry refund'],
    ]);
    // Late news about the first attempt changes nothing.
    await report(paymentId, 'refund.failed');
    const { refunds } = app.services.database.collections;
    expect(await refunds.findOne({ _id: refundId })).toMatchObject({ attempt: 2 });
  });

  it('and was made in the dashboard is no question anymore', async () => {
    const { paymentId } = await buildPaidSeats(app, [4_000, 2_500]);
    const { id } = await refundAtDashboard(paymentId, 1_000);
    await report(paymentId);
    const refund = await findRefund(app.services.database.collections, id);
    if (!refund) throw new Error('It is not in the books');
    await settleRefund(refund, { state: 'failed', failure: 'No such card.' }, app.services);
    expect((await answer(id, null)).body.code).toBe('refund_answered');
    expect(await list(paymentId)).toMatchObject([{ _id: id, state: 'failed' }]);
    // News from before it failed change nothing.
    await settleRefund(refund, { state: 'succeeded' }, app.services);
    expect(await list(paymentId)).toMatchObject([{ _id: id, state: 'failed' }]);
  });

  it('can be closed by an admin who paid in another way', async () => {
    const { paymentId, refundId, items } = await fail();
    // Somebody saw it as a question, before it failed.
    expect((await answer(refundId, null)).body.code).toBe('refund_answered');
    expect((await answer(refundId, null, { paidOtherwise: 2_500 })).status).toBe(200);
    expect(await list(paymentId)).toEqual([]);
    expect(await countSeats(items)).toBe(2);
    // A colleague whose list is old must not pay it a second time.
    expect((await retry(refundId)).body.code).toBe('refund_not_failed');
    expect(await listAtStripe(paymentId)).toHaveLength(1);
  });

  it('is closed by one of two admins who both say that they paid in another way, and counts once', async () => {
    const { paymentId, refundId } = await fail();
    const close = () => answer(refundId, null, { paidOtherwise: 2_500 });
    const answers = await Promise.all([close(), close()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readPayment(paymentId)).toMatchObject({ kept: 4_000 });
    expect(await listEvents(paymentId)).toHaveLength(2);
  });

  it('is noticed by a job if no webhook came', async () => {
    const { paymentId } = await buildPaidSeats(app, [4_000], 'pm_card_refundFail');
    await refundAtDashboard(paymentId);
    await report(paymentId);
    expect(await readPayment(paymentId)).toMatchObject({ status: 'refunded' });
    await expect.poll(() => listAtStripe(paymentId)).toMatchObject([{ status: 'failed' }]);
    app.passMinutes(5);
    await runJobs(app.services);
    expect(await list(paymentId)).toMatchObject([{ paymentId, state: 'failed' }]);
  });
});

it('a refund that does not exist is not found, and one that has not failed is not tried again', async () => {
  expect((await retry('re_nothing')).status).toBe(404);
  expect((await answer('re_nothing', null)).status).toBe(404);
  const { paymentId } = await buildPaidSeats(app, [4_000]);
  const { id } = await refundAtDashboard(paymentId, 500);
  await report(paymentId);
  expect((await retry(id)).body.code).toBe('refund_not_failed');
});
