import { randomUUID } from 'node:crypto';
import type { RefundReason, RefundState } from '@speakifyr/contract/money-states.ts';
import type { PaymentMethod } from '@speakifyr/contract/payment-methods.ts';
import { describe, expect, it, vi } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { runJobs } from '../jobs/jobs.ts';
import { buildCredit, creditFor, enrollByCard } from '../testing/credit.ts';
import { buildClass, buildUser, holdSeatOf, useUser } from '../testing/factories.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { closeDispute, disputePayment } from '../testing/stripe-dashboard.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { findRefund } from './refund-store.ts';
import { settleRefund } from './refunds.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { pay } = creditFor(app);

/**
 * All ways in which money goes back, one after the other, for each way in which it came. What is promised is counted here on
 * its own: what came in, minus what went out, minus what waits, is what nobody may have twice.
 */

const PRICE = 8_000;
const GIVEN = 2_000;
const LEFT = PRICE - GIVEN;
/** What a parent gets of it: the policy of these tests gives back half. */
const HALF = LEFT / 2;

type Seat = { parent: UserDocument; cartId: string; paymentId: string; classId: string };

/** A seat of $80, in a class of its own. Its parent gets half of what is left back. */
async function buildSeat(method: PaymentMethod): Promise<Seat> {
  const parent = await buildUser(app);
  const seat = await enroll(parent, method);
  const terms = { version: 1, steps: [{ daysBefore: 0, percent: 50, fee: 0 }] };
  const { payments } = app.services.database.collections;
  await payments.updateOne({ _id: seat.paymentId }, { $set: { terms } });
  return { parent, ...seat };
}

async function enroll(parent: UserDocument, method: PaymentMethod): Promise<Omit<Seat, 'parent'>> {
  if (method === 'card') {
    const { campClass, ...seat } = await enrollByCard(app, parent, PRICE / 100);
    return { ...seat, classId: campClass.id };
  }
  if (method === 'credit') await buildCredit(app, parent, PRICE / 100);
  const campClass = await buildClass(app, { price: PRICE / 100 });
  const { cartId } = await holdSeatOf(app, parent, campClass);
  if (method === 'credit') {
    const { body } = await pay(parent, [cartId], PRICE / 100);
    return { cartId, paymentId: body.transactionId, classId: campClass.id };
  }
  const { status, body } = await app.as(admin).call('POST /families/:id/payments', {
    params: { id: parent._id.toHexString() },
    body: {
      ...{ requestId: randomUUID(), cartIds: [cartId], amount: PRICE, day: inDays(0) },
      ...{ method: method === 'free' ? 'cash' : method, reference: '' },
    },
  });
  expect(status).toBe(200);
  return { cartId, paymentId: body.transactionId, classId: campClass.id };
}

const readPayment = async (_id: string) =>
  (await app.services.database.collections.payments.findOne({ _id }))!;
const readWaiting = async (paymentId: string) =>
  (await app.as(admin).call('GET /openRefunds')).body.filter(
    (one) => one.paymentId === paymentId && one.state === 'failed',
  );

const give = (
  { paymentId, cartId }: Seat,
  wish: { amount: number; keepsSeat?: true; ofAll?: true },
) => {
  const { ofAll, ...rest } = wish;
  const body = { paymentId, note: 'By phone.', ...(!ofAll && { cartId }), ...rest };
  return app.as(admin).call('POST /refunds', { body });
};
const quote = async ({ parent, cartId }: Seat) =>
  (await app.as(parent).call('GET /cancellation/:cartId', { params: { cartId } })).body;
const cancel = ({ parent, cartId }: Seat, refund: number, asCredit?: true) =>
  app.as(parent).call('POST /cancellation/:cartId', {
    params: { cartId },
    body: { refund, ...(asCredit && { asCredit }) },
  });
const bounce = ({ paymentId }: Seat) =>
  app.as(admin).call('POST /payments/:paymentId/bounce', {
    params: { paymentId },
    body: { day: inDays(0), note: 'No funds.', until: null },
  });
const payBack = (
  { paymentId }: Seat,
  amount: number,
  changes: { requestId?: string; day?: string } = {},
) =>
  app.as(admin).call('POST /payments/:paymentId/paidBack', {
    params: { paymentId },
    body: {
      ...{ requestId: randomUUID(), method: 'cash', amount, day: inDays(0), reference: '' },
      ...changes,
    },
  });

/** All rows of this month's books. */
async function readRows() {
  const params = { month: inDays(0).slice(0, 7) };
  const read = (page: number) =>
    app
      .as(admin)
      .call('GET /months/:month/rows', { params, query: { page: String(page), size: '100' } });
  const rows: Awaited<ReturnType<typeof read>>['body'][number][] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await read(page);
    rows.push(...body);
    if (body.length < 100) return rows;
  }
}

/** The office hands over all that waits. @returns how much that was, in cents */
async function handOver({ paymentId }: Seat): Promise<number> {
  const waiting = await readWaiting(paymentId);
  for (const { _id: refundId, amount } of waiting) {
    const body = { cartId: null, paidOtherwise: amount, note: 'In cash.' };
    const { status } = await app
      .as(admin)
      .call('POST /openRefunds/:refundId/answer', { params: { refundId }, body });
    expect(status).toBe(200);
  }
  return waiting.reduce((sum, { amount }) => sum + amount, 0);
}

/** Ways that a parent or an admin chooses. @returns how much of $60 is promised then, in cents */
const CHOSEN: Partial<Record<RefundReason, (seat: Seat) => Promise<number>>> = {
  async 'canceled by parent'(seat) {
    const { refund, paid } = await quote(seat);
    expect([paid, refund]).toEqual([LEFT, HALF]);
    expect((await cancel(seat, refund)).body).toMatchObject({ refund: HALF, kept: HALF });
    return HALF;
  },
  async 'canceled by admin'(seat) {
    expect((await give(seat, { amount: LEFT + 1 })).body.code).toBe('refund_too_high');
    expect((await give(seat, { amount: LEFT })).status).toBe(200);
    return LEFT;
  },
  async 'by admin'(seat) {
    const ofAll = { ofAll: true, keepsSeat: undefined } as const;
    expect((await give(seat, { ...ofAll, amount: LEFT + 1 })).body.code).toBe('refund_too_high');
    const ofSeat = { keepsSeat: true, amount: LEFT + 1 } as const;
    expect((await give(seat, ofSeat)).body.code).toBe('refund_too_high');
    expect((await give(seat, { ...ofAll, amount: LEFT })).status).toBe(200);
    expect((await quote(seat)).refund).toBe(0);
    return LEFT;
  },
  async 'class canceled'({ classId }) {
    const body = { confirm_affected: 1, note: 'Fire.' };
    await app.as(admin).call('POST /cancelClass/:id', { params: { id: classId }, body });
    await vi.waitFor(
      async () =>
        expect(
          (await app.as(admin).call('GET /classPeople/:id', { params: { id: classId } })).body
            .canceled,
        ).toMatchObject({ left: 0, refundsOpen: 0 }),
      { timeout: 90_000, interval: 100 },
    );
    return LEFT;
  },
  async 'price difference'({ cartId }) {
    const { id } = await buildClass(app, { price: 40 });
    const wish = { cartId, classId: id, price: 40, note: 'By phone.' };
    expect((await app.as(admin).call('POST /moves', { body: wish })).status).toBe(200);
    // What is left is more than the new class costs by this much.
    return LEFT - 4_000;
  },
};

/** Money that a bank or the dashboard takes. @returns what is gone then in all, in cents */
const TAKEN: Partial<Record<RefundReason, (seat: Seat, out: number) => Promise<number>>> = {
  async 'by the school'({ paymentId }, out) {
    await refundAtDashboard(paymentId, 1_000);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    return out + 1_000;
  },
  async dispute({ paymentId }) {
    await disputePayment(paymentId);
    await closeDispute(paymentId, 'lost');
    await sendWebhook(app, { type: 'charge.dispute.closed', paymentId });
    return PRICE;
  },
  async 'payment bounced'(seat, out) {
    expect((await bounce(seat)).status).toBe(200);
    return PRICE + out;
  },
};

/** Not walked here, and why not. */
const JUDGED: Partial<Record<RefundReason, string>> = {
  'no seat': 'of a line that never got a seat: nothing else can be decided about it',
  'not owed': 'likewise',
  'seat resold': 'cancelSeat with all that is left, as when the class is canceled',
  'payment returned': 'likewise',
  'not paid': 'cancelSeat by the policy, as when a parent cancels',
};

/** In which state the first $20 are. */
const STATES: Record<RefundState, 'waits' | 'out' | string> = {
  failed: 'waits',
  'paid otherwise': 'out',
  succeeded: 'out',
  decided: 'counted as waiting, by the same function; only for a moment',
  sent: 'likewise',
  pending: 'out of the payment, as if it had succeeded',
  reversed: 'the bank’s, not ours: disputes.test.ts',
};

/** In which of these states $20 of each kind of payment can be; or which one it is treated like. */
const METHODS: Record<PaymentMethod, RefundState[] | PaymentMethod | null> = {
  card: ['succeeded', 'failed', 'paid otherwise'],
  cash: ['failed', 'paid otherwise'],
  terminal: 'cash',
  cheque: ['failed', 'paid otherwise'],
  'bank transfer': 'cheque',
  voucher: 'cash',
  credit: ['succeeded'],
  free: null,
};

/** Of a seat of $80, an admin has given $20 back, and the seat stays. */
async function buildGiven(method: PaymentMethod, state: RefundState): Promise<Seat> {
  const seat = await buildSeat(method);
  expect((await give(seat, { keepsSeat: true, amount: GIVEN })).status).toBe(200);
  const { collections } = app.services.database;
  if (method === 'card' && state !== 'succeeded') {
    const { _id } = (await collections.refunds.findOne({ paymentId: seat.paymentId }))!;
    const refund = (await findRefund(collections, _id))!;
    await settleRefund(refund, { state: 'failed', failure: 'Card expired.' }, app.services);
  }
  if (state === 'paid otherwise') expect(await handOver(seat)).toBe(GIVEN);
  expect(await collections.refunds.findOne({ paymentId: seat.paymentId })).toMatchObject({ state });
  return seat;
}

/** What has really left a payment, in cents. */
async function countOut({ paymentId }: Seat): Promise<number> {
  const { movements } = await readPayment(paymentId);
  return -movements
    .filter(({ kind }) => kind !== 'begun' && kind !== 'paid')
    .filter(({ amount, refundId }) => amount < 0 || refundId)
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** The books agree with themselves, and with what was promised. */
async function expectRight(seat: Seat, promised: number) {
  const { kept, movements } = await readPayment(seat.paymentId);
  expect(kept).toBe(movements.reduce((sum, { amount }) => sum + amount, 0));
  const waiting = (await readWaiting(seat.paymentId)).reduce((sum, one) => sum + one.amount, 0);
  expect((await countOut(seat)) + waiting).toBe(promised);
  await handOver(seat);
  expect(await countOut(seat)).toBe(promised);
  expect((await readPayment(seat.paymentId)).kept).toBe(PRICE - promised);
}

/** What the papers say went back. */
async function sumNotes({ paymentId }: Seat): Promise<number> {
  await runJobs(app.services);
  const { creditNotes } = app.services.database.collections;
  const notes = await creditNotes.find({ paymentId }).toArray();
  return notes.reduce((sum, { amount }) => sum + amount, 0);
}

const walks = Object.entries(METHODS).flatMap(([method, states]) =>
  Array.isArray(states) ? states.map((state) => ({ method: method as PaymentMethod, state })) : [],
);

slowDescribe.each(walks)(
  'a quarter is given back by $method, $state:',
  { timeout: 120_000 },
  ({ method, state }) => {
    it.each(Object.entries(CHOSEN))(
      'then %s: never more than is left, and all papers say the same',
      async (_reason, choose) => {
        const seat = await buildGiven(method, state);
        const more = await choose(seat);
        await expectRight(seat, GIVEN + more);
        expect(await sumNotes(seat)).toBe(GIVEN + more);
      },
    );

    it('then canceled for credit: only of what is left', async () => {
      const seat = await buildGiven(method, state);
      const { refund } = await quote(seat);
      expect(refund).toBe(HALF);
      expect((await cancel(seat, refund, true)).status).toBe(200);
      await expectRight(seat, GIVEN + HALF);
    });

    if (method === 'card')
      it.each(Object.keys(TAKEN).filter((one) => one !== 'payment bounced'))(
        'then %s',
        async (key) => {
          const reason = key as 'by the school' | 'dispute';
          // At Stripe, this refund has not failed.
          if (reason === 'dispute' && state !== 'succeeded') return;
          const seat = await buildGiven(method, state);
          const out = await countOut(seat);
          const gone = await TAKEN[reason]!(seat, out);
          const { kept } = await readPayment(seat.paymentId);
          expect(kept).toBe(PRICE - gone);
          // What was promised still goes back, unless the bank has taken all of it.
          await handOver(seat);
          const promised = out === 0 && reason === 'by the school' ? GIVEN : 0;
          expect((await readPayment(seat.paymentId)).kept).toBe(PRICE - gone - promised);
        },
      );

    if (method === 'cheque')
      it('then it bounces: all of it is out of the books, and what had gone back is owed', async () => {
        const seat = await buildGiven(method, state);
        const out = await countOut(seat);
        await TAKEN['payment bounced']!(seat, out);
        const { kept, movements } = await readPayment(seat.paymentId);
        expect(kept).toBe(-out);
        expect(kept).toBe(movements.reduce((sum, { amount }) => sum + amount, 0));
        expect(await readWaiting(seat.paymentId)).toEqual([]);
      });
  },
);

// Rules: R480, R482, R483.
it('each reason for a refund, each state and each way to pay is walked, or judged', () => {
  const known = (reason: RefundReason) => reason in CHOSEN || reason in TAKEN || reason in JUDGED;
  const reasons: Record<RefundReason, true> = {
    ...{ 'no seat': true, 'not owed': true, 'by the school': true, 'canceled by parent': true },
    ...{ 'canceled by admin': true, 'class canceled': true, 'seat resold': true },
    ...{ 'payment returned': true, 'not paid': true, 'by admin': true, 'price difference': true },
    ...{ dispute: true, 'payment bounced': true },
  };
  expect((Object.keys(reasons) as RefundReason[]).filter((one) => !known(one))).toEqual([]);
  for (const { state } of walks) expect(['waits', 'out']).toContain(STATES[state]);
});

describe('money by hand', { timeout: 60_000 }, () => {
  it('$100 in cash for a canceled seat, and then the check bounces: the family owes it', async () => {
    const seat = await buildSeat('cheque');
    await give(seat, { amount: PRICE });
    await handOver(seat);
    expect(await readPayment(seat.paymentId)).toMatchObject({ kept: 0 });
    expect((await bounce(seat)).status).toBe(200);
    expect(await readPayment(seat.paymentId)).toMatchObject({ kept: -PRICE });
    const familyId = seat.parent._id.toHexString();
    const query = { search: seat.parent.email };
    expect((await app.as(admin).call('GET /owedSeats', { query })).body).toMatchObject([
      { _id: seat.paymentId, familyId, kind: 'bounce', owed: PRICE, releaseOn: null },
    ]);
    const { body } = await app.as(admin).call('GET /families/:id', { params: { id: familyId } });
    expect(body.payments).toMatchObject([{ kept: -PRICE }]);
    const params = { paymentId: seat.paymentId };
    const receipt = await app.as(seat.parent).call('GET /receipts/:paymentId', { params });
    expect(receipt.body).toMatchObject({ kept: -PRICE });
  });

  it('and it pays it back, in parts, once each: the books come out even', async () => {
    const seat = await buildSeat('bank transfer');
    await give(seat, { amount: PRICE });
    await handOver(seat);
    await bounce(seat);
    const requestId = randomUUID();
    expect((await payBack(seat, 3_000, { requestId })).status).toBe(200);
    expect((await payBack(seat, 3_000, { requestId })).status).toBe(200);
    expect((await payBack(seat, 2_000, { requestId })).body.code).toBe('request_used');
    expect((await payBack(seat, 5_001)).body).toMatchObject({ code: 'invalid_input' });
    expect((await payBack(seat, 100, { day: inDays(1) })).body.code).toBe('invalid_input');
    expect(await readPayment(seat.paymentId)).toMatchObject({ kept: -5_000 });
    const both = await Promise.all([payBack(seat, 5_000), payBack(seat, 5_000)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await readPayment(seat.paymentId)).toMatchObject({ kept: 0 });
    const owed = (await app.as(admin).call('GET /owedSeats')).body;
    expect(owed.filter(({ _id }) => _id === seat.paymentId)).toEqual([]);
    const own = (await readRows()).filter((row) => row.paymentId === seat.paymentId);
    expect(own.map(({ kind, amount, method }) => [kind, amount, method])).toEqual([
      ['charge', PRICE, 'bank transfer'],
      ['paid otherwise', -PRICE, 'bank transfer'],
      ['bounced', -PRICE, 'bank transfer'],
      ['paid back', 3_000, 'cash'],
      ['paid back', 5_000, 'cash'],
    ]);
    for (const { amount, shares } of own)
      expect(shares.reduce((sum, share) => sum + share.amount, 0)).toBe(amount);
    const body = { participant: 'me', year: Number(inDays(0).slice(0, 4)) };
    const statement = await app.as(seat.parent).call('POST /myStatements', { body });
    expect(statement.body).toMatchObject({ totals: [{ kept: 0 }] });
  });

  it('$60 waits to be given back, and then the check bounces: nobody gives it back', async () => {
    const seat = await buildSeat('cheque');
    await give(seat, { amount: 6_000 });
    expect((await bounce(seat)).status).toBe(200);
    expect(await readWaiting(seat.paymentId)).toEqual([]);
    expect(await readPayment(seat.paymentId)).toMatchObject({ kept: 0 });
    expect((await app.as(seat.parent).call('GET /myCancellations')).body).toMatchObject([
      { refund: 0, state: 'none' },
    ]);
  });

  it('$60 waits to be given back: a parent who cancels for credit gets the other $20', async () => {
    const seat = await buildSeat('cash');
    const terms = { version: 1, steps: [{ daysBefore: 0, percent: 100, fee: 0 }] };
    const { payments } = app.services.database.collections;
    await payments.updateOne({ _id: seat.paymentId }, { $set: { terms } });
    await give(seat, { keepsSeat: true, amount: 6_000 });
    expect((await quote(seat)).refund).toBe(2_000);
    expect((await cancel(seat, 8_000, true)).body.code).toBe('refund_changed');
    expect((await cancel(seat, 2_000, true)).status).toBe(200);
    expect(await readWaiting(seat.paymentId)).toMatchObject([{ amount: 6_000 }]);
    await expectRight(seat, PRICE);
  });

  it('of a canceled class waits until it is handed over, and is done then', async () => {
    const seat = await buildSeat('cash');
    await CHOSEN['class canceled']!(seat);
    const read = async () =>
      (await app.as(admin).call('GET /classPeople/:id', { params: { id: seat.classId } })).body;
    expect(await read()).toMatchObject({
      canceled: { refundsOpen: 0, refundsByHand: 1, refundsFailed: 0 },
      refunded: [{ state: 'failed', isByHand: true }],
    });
    await handOver(seat);
    expect((await read()).canceled).toMatchObject({
      ...{ refundsOpen: 0, refundsByHand: 0, refundsFailed: 0 },
    });
  });
});
