import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  holdSeatOf,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { findMail, readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { killAfter } from '../testing/watch-writes.ts';
import { recordMoney } from './record-money.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

/** A family with a reserved seat in each of some classes. */
async function buildReserved(prices: number[]) {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  const id = parent._id.toHexString();
  const classes = [];
  const cartIds: string[] = [];
  for (const price of prices) {
    const campClass = await buildClass(app, { price, sit: 1 });
    const answer = await app.as(admin).call('POST /families/:id/seats', {
      params: { id },
      body: { classId: campClass.id, childId: child.id, until: inDays(3) },
    });
    classes.push(campClass);
    cartIds.push(answer.body.cartId);
  }
  return { parent, child, id, classes, cartIds };
}

type Money = { cartIds: string[]; amount: number };

function record(id: string, money: Money & Partial<{ requestId: string; day: string }>) {
  return app.as(admin).call('POST /families/:id/payments', {
    params: { id },
    body: {
      ...{ requestId: randomUUID(), method: 'cash', day: inDays(0), reference: 'B-17' },
      ...money,
    },
  });
}

const readPayment = (_id: string) => app.services.database.collections.payments.findOne({ _id });
/** What was recorded for these seats; enrolled ones first. */
const listMoneyFor = (cartIds: string[]) =>
  app.services.database.collections.payments
    .find({ 'items.seatId': { $in: cartIds.map((id) => new ObjectId(id)) }, method: 'cash' })
    .sort({ status: 1 })
    .toArray();
const listRefunds = async () => (await app.as(admin).call('GET /openRefunds')).body;

// Rules: R318, R319, R548.
describe('money that the office takes', () => {
  it.each(['0026-11-20', '0002-11-20', '9027-07-09', '1926-11-20', inDays(800)])(
    'did not come on %s: the answer says which days can be meant',
    async (day) => {
      const { id, cartIds } = await buildReserved([80]);
      const { status, body } = await record(id, { cartIds, amount: 8_000, day });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' });
      expect(body.fields).toEqual({
        'body.day': expect.stringMatching(
          /^Please enter a day between 1 January 2000 and/,
        ) as string,
      });
      expect(await listMoneyFor(cartIds)).toEqual([]);
    },
  );

  it('enrolls the seats, with a receipt that says how it was paid, and an email', async () => {
    const { parent, id, cartIds } = await buildReserved([80, 49.5]);
    const answer = await record(id, { cartIds, amount: 12_950 });
    expect(answer).toMatchObject({ status: 200 });
    const { transactionId } = answer.body;
    expect(await readPayment(transactionId)).toMatchObject({
      ...{ status: 'enrolled', method: 'cash', amount: 12_950, kept: 12_950 },
      ...{ received: { day: inDays(0), reference: 'B-17' } },
      items: [{ state: 'enrolled' }, { state: 'enrolled' }],
    });
    const receipt = await app
      .as(parent)
      .call('GET /receipts/:paymentId', { params: { paymentId: transactionId } });
    expect(receipt.body).toMatchObject({
      ...{ amount: 12_950, method: 'cash', received: { day: inDays(0), reference: 'B-17' } },
    });
    const { body } = await app.as(admin).call('GET /families/:id', { params: { id } });
    expect(body).toMatchObject({
      held: [],
      payments: [{ _id: transactionId, method: 'cash', received: { reference: 'B-17' } }],
    });
    expect(await findMail(app, parent, 'paid')).toBeDefined();
    expect(await readMailTo(app, parent, 'paid')).toMatchObject({ props: { method: 'cash' } });
    expect(
      await readAuditLog(app, { action: 'record payment', target: transactionId }),
    ).toMatchObject([{ who: admin.email, after: { amount: 12_950, method: 'cash' } }]);
  });

  it('is recorded once, however often the same request is sent', async () => {
    const { id, cartIds } = await buildReserved([80]);
    const request = { cartIds, amount: 8_000, requestId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 12 }, () => record(id, request)));
    answers.push(await record(id, request));
    expect(answers.map(({ status }) => status)).toEqual(Array(13).fill(200));
    expect(new Set(answers.map(({ body }) => body.transactionId)).size).toBe(1);
    expect(await listMoneyFor(cartIds)).toMatchObject([{ status: 'enrolled', kept: 8_000 }]);
  });

  it('must be what the seats cost, on a day that has come, for seats that this family holds', async () => {
    const { id, cartIds } = await buildReserved([80]);
    const other = await buildReserved([80]);
    const wrong = (field: string) => ({
      ...{ status: 400, body: { fields: { [`body.${field}`]: expect.any(String) as unknown } } },
    });
    expect(await record(id, { cartIds, amount: 7_999 })).toMatchObject(wrong('amount'));
    expect(await record(id, { cartIds, amount: 8_001 })).toMatchObject(wrong('amount'));
    expect(await record(id, { cartIds, amount: 8_000, day: inDays(1) })).toMatchObject(
      wrong('day'),
    );
    expect(await record(id, { cartIds: other.cartIds, amount: 8_000 })).toMatchObject({
      ...{ status: 409, body: { code: 'seat_not_held' } },
    });
    for (const amount of [0, -8_000, 80.5])
      expect(await record(id, { cartIds, amount })).toMatchObject({ status: 400 });
  });

  it('ends a card payment that was begun, and nobody pays twice', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { price: 80 });
    const { cartId } = await holdSeatOf(app, student, campClass);
    const begun = await startPaymentOf(app, student, { cartId, price: 80 });
    const money = { cartIds: [cartId], amount: 8_000 };
    expect(await record(student._id.toHexString(), money)).toMatchObject({ status: 200 });
    expect(await readPayment(begun)).toMatchObject({ status: 'canceled' });
    expect(await confirmPayment(begun)).toBe('payment_intent_unexpected_state');
    // The other way around: the card was faster.
    const faster = await buildClass(app, { price: 80 });
    const held = await holdSeatOf(app, student, faster);
    const paid = await startPaymentOf(app, student, { cartId: held.cartId, price: 80 });
    await confirmPayment(paid);
    expect(
      (await record(student._id.toHexString(), { cartIds: [held.cartId], amount: 8_000 })).status,
    ).toBe(409);
    expect(await readPayment(paid)).toMatchObject({ status: 'enrolled' });
  });

  it('goes back by hand: a canceled seat is free at once, and an admin says when it is done', async () => {
    const { parent, id, cartIds } = await buildReserved([80]);
    const { transactionId } = (await record(id, { cartIds, amount: 8_000 })).body;
    const [cartId = ''] = cartIds;
    const give = { paymentId: transactionId, cartId, amount: 6_000, note: 'Moved away.' };
    expect((await app.as(admin).call('POST /refunds', { body: give })).status).toBe(200);
    expect(await readPayment(transactionId)).toMatchObject({ items: [{ state: 'refunded' }] });
    const refund = (await listRefunds()).find(({ paymentId }) => paymentId === transactionId);
    const failure = 'Not paid by card: give it back by hand.';
    expect(refund).toMatchObject({ amount: 6_000, state: 'failed', failure });
    expect(await readMailTo(app, admin, 'refund failed')).toMatchObject({
      props: { method: 'cash', payer: parent.email },
    });

    expect(await readPayment(transactionId)).toMatchObject({ kept: 8_000 });
    const params = { refundId: refund!._id };
    const retried = await app.as(admin).call('POST /openRefunds/:refundId/retry', { params });
    expect(retried.body).toMatchObject({
      code: 'refund_not_failed',
      message: expect.stringContaining('by hand'),
    });

    const answer = await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params,
      body: { cartId: null, paidOtherwise: 6_000 },
    });
    expect(answer.status).toBe(200);
    // The books have what moved, and nothing that failed.
    const movements = [{ kind: 'begun' }, { kind: 'paid' }, { kind: 'returned', amount: -6_000 }];
    expect(await readPayment(transactionId)).toMatchObject({ kept: 2_000, movements });
    const month = inDays(0).slice(0, 7);
    const rows = await app
      .as(admin)
      .call('GET /months/:month/rows', { params: { month }, query: { page: '1', size: '100' } });
    expect(rows.body.filter(({ paymentId }) => paymentId === transactionId)).toMatchObject([
      { kind: 'charge', amount: 8_000, method: 'cash' },
      { kind: 'paid otherwise', amount: -6_000, method: 'cash' },
    ]);
    expect(await listRefunds()).not.toContainEqual(
      expect.objectContaining({ paymentId: transactionId }),
    );
  });

  it('for a seat that two admins record at the same moment is kept once; the rest waits to go back', async () => {
    const { id, cartIds } = await buildReserved([80]);
    const answers = await Promise.all([
      record(id, { cartIds, amount: 8_000 }),
      record(id, { cartIds, amount: 8_000 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [kept, ...late] = await listMoneyFor(cartIds);
    expect(kept).toMatchObject({ status: 'enrolled', kept: 8_000 });
    // The second admin was refused, or that money waits in the list of refunds.
    for (const { _id, status } of late) {
      expect(status).toBe('refunded');
      expect(await listRefunds()).toContainEqual(expect.objectContaining({ paymentId: _id }));
    }
  });

  it('is never canceled, even if the server stopped before the seat was given and the parent pays by card', async () => {
    const { parent, id, cartIds } = await buildReserved([80]);
    const [cartId = ''] = cartIds;
    const money = {
      ...{ requestId: randomUUID(), cartIds, method: 'cash' as const, amount: 8_000 },
      ...{ day: inDays(0), reference: '' },
    };
    // Its only write is the payment.
    await expect(recordMoney(id, money, admin, killAfter(app.services, 1))).rejects.toThrow();
    expect(await listMoneyFor(cartIds)).toMatchObject([{ status: 'open' }]);
    const answer = await app
      .as(parent)
      .call('POST /createPayment-intent', { body: { cartId, price: 80 } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_joined' } });
    expect(await listMoneyFor(cartIds)).toMatchObject([{ status: 'enrolled' }]);
  });

  it('is in the books once and for a seat, wherever the server stops, when it is sent again or not', async () => {
    for (let writes = 0, isOver = false; !isOver; writes += 1) {
      const { id, cartIds } = await buildReserved([80]);
      const money = {
        ...{ requestId: randomUUID(), cartIds, method: 'cash' as const, amount: 8_000 },
        ...{ day: inDays(0), reference: '' },
      };
      const dying = killAfter(app.services, writes);
      const said = await recordMoney(id, money, admin, dying).catch(() => 'cut off');
      isOver = said !== 'cut off';
      app.passMinutes(2);
      await runJobs(app.services);
      const entered = await listMoneyFor(cartIds);
      if (entered.length === 0) expect(writes).toBeLessThan(2);
      else expect(entered).toMatchObject([{ status: 'enrolled', items: [{ state: 'enrolled' }] }]);
      await recordMoney(id, money, admin, app.services);
      expect(await listMoneyFor(cartIds)).toMatchObject([{ status: 'enrolled', kept: 8_000 }]);
    }
  });
});
