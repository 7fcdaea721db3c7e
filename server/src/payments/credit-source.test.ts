import { randomInt, randomUUID } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { buildCredit, creditFor, startMixed } from '../testing/credit.ts';
import {
  buildUser,
  confirmPayment,
  proveSignIn,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { listAtStripe, refundAtDashboard } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { closeDispute, disputePayment } from '../testing/stripe-dashboard.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { killAfter, watchWrites } from '../testing/watch-writes.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { settlePayment } from '../changes/settle-payment.ts';
import { readDisputes } from './disputes.ts';
import { readRefunds } from './read-refunds.ts';
import { mergeAccounts } from '../testing/merging.ts';

/** What becomes of credit if its money goes away, and if its family does. */

const app = useTestApp();
const admin = useUser(app, 'admin');

const { readCredit, readPayment, pay, hold, check } = creditFor(app);
const report = (paymentId: string, end: 'created' | 'closed') =>
  sendWebhook(app, { type: `charge.dispute.${end}`, paymentId });
const readSeats = async ({ _id }: { _id: ObjectId }) =>
  (await app.services.database.collections.classes.findOne({ _id }))?.seats;

/** Credit of 100, of which 60 paid for a seat together with 40 by card. */
async function buildSpent() {
  const parent = await buildUser(app);
  const source = await buildCredit(app, parent, 100);
  const { campClass, cartId } = await hold(parent, 100);
  const byCard = await startMixed(app, parent, { cartId, price: 100, credit: 6_000 });
  await confirmPayment(byCard);
  await recordPayment(app, parent, byCard);
  return { parent, paymentId: source.paymentId, campClass, cartId, byCard };
}

// Rules: R362, R363.
describe('credit of a family', () => {
  it('goes back if its owner deletes their account, also what comes later', async () => {
    const parent = await buildUser(app);
    const first = await buildCredit(app, parent, 100);
    const { campClass, cartId } = await hold(parent, 30);
    await pay(parent, [cartId], 30);
    const idToken = await proveSignIn(parent);
    const deleted = await app
      .as(parent)
      .call('DELETE /myAccount', { body: { email: parent.email, idToken } });
    expect(deleted).toMatchObject({ status: 200 });
    expect(await listAtStripe(first.paymentId)).toMatchObject([{ amount: 7_000 }]);
    const canceled = await app.as(admin).call('POST /cancelClass/:id', {
      params: { id: campClass.id },
      body: { confirm_affected: 1, note: 'Too few.' },
    });
    expect(canceled.status).toBe(200);
    await runJobs(app.services);
    app.passMinutes(2);
    await runJobs(app.services);
    expect((await listAtStripe(first.paymentId)).map(({ amount }) => amount).sort()).toEqual([
      3_000, 7_000,
    ]);
    await check(parent);
  });

  it('goes to the account that the family goes to', async () => {
    const [from, into] = [await buildUser(app), await buildUser(app)];
    await buildCredit(app, from, 100);
    const merged = await mergeAccounts(app, admin, { from, into });
    expect(merged.status).toBe(200);
    expect(await readCredit(into)).toMatchObject({ available: 10_000 });
    const { cartId } = await hold(into, 100);
    expect((await pay(into, [cartId], 100)).status).toBe(200);
    await check(into);
  });

  it('goes there, too, with what it pays beside a card, if the family goes while that is settled', async () => {
    const [from, into] = [await buildUser(app), await buildUser(app)];
    await buildCredit(app, from, 60);
    const { cartId } = await hold(from, 100);
    const paymentId = await startMixed(app, from, { cartId, price: 100, credit: 6_000 });
    await confirmPayment(paymentId);
    const { database } = app.services;
    let isMerged = false;
    // The seat is given, and the payment of the credit is about to be recorded. Then the server stops.
    const collections = watchWrites(database.collections, async (name) => {
      if (isMerged) throw new Error('killed');
      const isGiven = { 'seats.paymentId': paymentId };
      if (isMerged || name !== 'payments' || !(await database.collections.classes.findOne(isGiven)))
        return;
      isMerged = true;
      const merged = await mergeAccounts(app, admin, { from, into });
      expect(merged.status).toBe(200);
    });
    const dying = { ...app.services, database: { ...database, collections } };
    await expect(settlePayment(paymentId, dying)).rejects.toThrow('killed');
    expect(isMerged).toBe(true);
    app.passMinutes(3);
    await runJobs(app.services);
    expect(await database.collections.payments.countDocuments({ userId: from._id })).toBe(0);
    await check(into);
  });
});

describe('credit whose money the bank takes back', () => {
  it('waits while the bank decides, and is there again if the school wins', async () => {
    const parent = await buildUser(app);
    const { paymentId } = await buildCredit(app, parent, 100);
    const { cartId } = await hold(parent, 100);
    await disputePayment(paymentId);
    await report(paymentId, 'created');
    expect(await readCredit(parent)).toMatchObject({ available: 0, refundable: 0 });
    expect(await pay(parent, [cartId], 100)).toMatchObject({ body: { code: 'credit_changed' } });
    await closeDispute(paymentId, 'won');
    await report(paymentId, 'closed');
    expect(await readCredit(parent)).toMatchObject({ available: 10_000 });
    await check(parent);
  });

  it('ends with the money', async () => {
    const parent = await buildUser(app);
    const { paymentId } = await buildCredit(app, parent, 100);
    await disputePayment(paymentId);
    await closeDispute(paymentId, 'lost');
    await report(paymentId, 'closed');
    expect(await readCredit(parent)).toMatchObject({ available: 0 });
    expect(await readPayment(paymentId)).toMatchObject({ kept: 0, dispute: { state: 'lost' } });
    await check(parent);
  });

  it('ends with the seat that it paid for, whose other parts go back', async () => {
    const { parent, paymentId, campClass, byCard } = await buildSpent();
    await disputePayment(paymentId);
    await closeDispute(paymentId, 'lost');
    await report(paymentId, 'closed');
    expect(await readSeats(campClass)).toEqual([]);
    expect(await listAtStripe(byCard)).toMatchObject([{ amount: 4_000 }]);
    expect(await readPayment(`credit_${byCard}`)).toMatchObject({ kept: 0 });
    expect(await readPayment(paymentId)).toMatchObject({ kept: 0 });
    expect(await readCredit(parent)).toMatchObject({ available: 0 });
    await check(parent);
  });

  it('also if it is only taken for a card payment that is not made yet', async () => {
    const parent = await buildUser(app);
    const { paymentId } = await buildCredit(app, parent, 100);
    const { cartId } = await hold(parent, 100);
    const open = await startMixed(app, parent, { cartId, price: 100, credit: 6_000 });
    await disputePayment(paymentId);
    await closeDispute(paymentId, 'lost');
    await report(paymentId, 'closed');
    expect(await readPayment(open)).toMatchObject({ status: 'canceled' });
    expect(await confirmPayment(open)).toBe('payment_intent_unexpected_state');
    expect(await readCredit(parent)).toMatchObject({ available: 0 });
    await check(parent);
  });

  it('ends if the school returns the payment in Stripe’s dashboard: first what is not spent', async () => {
    const { parent, paymentId, campClass } = await buildSpent();
    await refundAtDashboard(paymentId, 3_000);
    await readRefunds(paymentId, app.services);
    expect(await readSeats(campClass)).toHaveLength(1);
    expect(await readCredit(parent)).toMatchObject({ available: 1_000 });
    await check(parent);
    await refundAtDashboard(paymentId);
    await readRefunds(paymentId, app.services);
    expect(await readSeats(campClass)).toEqual([]);
    expect(await readCredit(parent)).toMatchObject({ available: 0 });
    await check(parent);
  });

  slowIt('ends once, wherever the server stops', async () => {
    // Every third write, from another one at each run: there are some fifty of them.
    for (let writes = randomInt(3), isOver = false; !isOver; writes += 3) {
      const { parent, paymentId, campClass } = await buildSpent();
      await disputePayment(paymentId);
      await closeDispute(paymentId, 'lost');
      const dying = killAfter(app.services, writes);
      const said = await readDisputes(paymentId, dying).catch(() => 'cut off');
      isOver = said !== 'cut off';
      app.passMinutes(2);
      await runJobs(app.services);
      await readDisputes(paymentId, app.services);
      app.passMinutes(2);
      await runJobs(app.services);
      expect(await readSeats(campClass), `after ${writes} writes`).toEqual([]);
      expect(await readPayment(paymentId)).toMatchObject({ dispute: { state: 'lost' }, kept: 0 });
      expect(await readCredit(parent)).toMatchObject({ available: 0 });
      await check(parent);
    }
  });
});

describe('credit of a check that bounces', () => {
  const bounce = (paymentId: string) =>
    app.as(admin).call('POST /payments/:paymentId/bounce', {
      params: { paymentId },
      body: { day: inDays(0), until: null, note: 'No funds.' },
    });

  it('ends; if it is spent, the admin cancels that seat first', async () => {
    const parent = await buildUser(app);
    const { cartId } = await hold(parent, 80);
    const { transactionId: paymentId } = (
      await app.as(admin).call('POST /families/:id/payments', {
        params: { id: parent._id.toHexString() },
        body: {
          ...{ requestId: randomUUID(), cartIds: [cartId], method: 'cheque', amount: 8_000 },
          ...{ day: inDays(0), reference: '17' },
        },
      })
    ).body;
    const canceled = await app.as(parent).call('POST /cancellation/:cartId', {
      params: { cartId },
      body: { refund: 8_000, asCredit: true },
    });
    expect(canceled.body).toMatchObject({ credit: 8_000 });
    const spent = await hold(parent, 50);
    await pay(parent, [spent.cartId], 50);
    expect(await bounce(paymentId)).toMatchObject({ body: { code: 'cannot_bounce' } });
    const back = await app.as(parent).call('POST /cancellation/:cartId', {
      params: { cartId: spent.cartId },
      body: { refund: 5_000 },
    });
    expect(back.body).toMatchObject({ credit: 5_000 });
    expect(await bounce(paymentId)).toMatchObject({ status: 200 });
    expect(await readPayment(paymentId)).toMatchObject({ kept: 0 });
    expect(await readCredit(parent)).toMatchObject({ available: 0, refundable: 0 });
    await check(parent);
  });
});
