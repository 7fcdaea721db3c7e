import { randomUUID } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { addDueMails } from '../messages/add-due-mails.ts';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildClass, buildEnrolledSeat, useUser } from '../testing/factories.ts';
import { createMoves } from '../testing/moves.ts';
import { buildPaidSeats, listAtStripe, refundAtDashboard } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { sendWebhook } from '../testing/webhooks.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

type Wish = {
  paymentId: string;
  cartId?: string;
  keepsSeat?: boolean;
  amount: number;
  requestId?: string;
};
const give = (wish: Wish) =>
  app.as(admin).call('POST /refunds', { body: { note: 'As promised.', ...wish } });

const readPayment = (_id: string) => app.services.database.collections.payments.findOne({ _id });
const readClass = (_id: ObjectId) => app.services.database.collections.classes.findOne({ _id });
const listSent = async (paymentId: string) =>
  (await listAtStripe(paymentId)).map(({ amount }) => amount).sort((a, b) => a - b);

// Rules: R162, R163.
describe('an admin gives money back', () => {
  it('and cancels the seat, with any amount and a note, which the parent reads about', async () => {
    const { student, paymentId, items } = await buildPaidSeats(app, [5_000, 6_000]);
    const [first, second] = items as [(typeof items)[0], (typeof items)[0]];
    const cartId = first.seatId.toHexString();
    expect((await give({ paymentId, cartId, amount: 1_234 })).status).toBe(200);
    expect(await listSent(paymentId)).toEqual([1_234]);
    expect(await readPayment(paymentId)).toMatchObject({
      ...{ kept: 9_766, status: 'enrolled' },
      items: [{ state: 'refunded' }, { state: 'enrolled' }],
    });
    expect(await readClass(first.classId)).toMatchObject({ seats: [] });
    expect(await readClass(second.classId)).toMatchObject({ seats: [{ state: 'enrolled' }] });
    expect((await app.as(student).call('GET /myCancellations')).body).toMatchObject([
      { cartId, refund: 1_234, kept: 3_766, by: 'school', state: 'refunded' },
    ]);
    const acts = await readAuditLog(app, { action: 'cancel seat', target: paymentId });
    expect(acts).toMatchObject([
      { who: admin.email, after: { refund: 1_234, note: 'As promised.' } },
    ]);
    // Nobody can cancel it again.
    expect(await give({ paymentId, cartId, amount: 100 })).toMatchObject({ status: 404 });
  });

  it('for nothing: the seat is gone, the money stays', async () => {
    const { student, paymentId, items } = await buildPaidSeats(app, [5_000]);
    const cartId = items[0]?.seatId.toHexString() ?? '';
    expect((await give({ paymentId, cartId, amount: 0 })).status).toBe(200);
    expect(await listSent(paymentId)).toEqual([]);
    expect(await readPayment(paymentId)).toMatchObject({
      ...{ kept: 5_000, items: [{ state: 'canceled' }] },
    });
    expect((await app.as(student).call('GET /myCancellations')).body).toMatchObject([
      { refund: 0, kept: 5_000, state: 'none', creditNotes: [] },
    ]);
    // A fee that was wrongly kept can still be refunded.
    expect((await give({ paymentId, cartId, keepsSeat: true, amount: 5_000 })).status).toBe(200);
    expect(await listSent(paymentId)).toEqual([5_000]);
  });

  it('and everybody keeps their seat, even if all of it goes back and Stripe reports it', async () => {
    const { student, paymentId, items } = await buildPaidSeats(app, [5_000]);
    expect((await give({ paymentId, amount: 5_000 })).status).toBe(200);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    app.passMinutes(6);
    await runJobs(app.services);
    expect(await readPayment(paymentId)).toMatchObject({
      ...{ kept: 0, status: 'enrolled', items: [{ state: 'enrolled' }] },
    });
    const classId = items[0]?.classId as ObjectId;
    expect(await readClass(classId)).toMatchObject({ seats: [{ state: 'enrolled' }] });
    await addDueMails(app.services);
    const mails = await app.services.database.collections.outbox
      .find({ userId: student._id, 'cause.kind': 'refunded' })
      .toArray();
    expect(mails).toMatchObject([{ cause: { refundId: expect.stringMatching(/^admin:/) } }]);
  });

  it('of what a refund in the dashboard has left, and everybody keeps their seat and reads of it once', async () => {
    const { student, paymentId, items } = await buildPaidSeats(app, [5_000]);
    const { id } = await refundAtDashboard(paymentId, 2_000);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      ...{ params: { refundId: id }, body: { cartId: null } },
    });
    expect((await give({ paymentId, amount: 3_000 })).status).toBe(200);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    app.passMinutes(6);
    await runJobs(app.services);
    expect(await readPayment(paymentId)).toMatchObject({
      ...{ kept: 0, status: 'enrolled', items: [{ state: 'enrolled' }] },
    });
    const classId = items[0]?.classId as ObjectId;
    expect(await readClass(classId)).toMatchObject({ seats: [{ state: 'enrolled' }] });
    await addDueMails(app.services);
    const mails = await app.services.database.collections.outbox
      .find({ userId: student._id, 'cause.kind': 'refunded' })
      .toArray();
    const read = mails.map(({ cause }) => 'refundId' in cause && cause.refundId);
    expect(read.sort()).toEqual([expect.stringMatching(/^admin:/), id]);
  });

  it('for one of two seats, and is still asked which seat the refund in the dashboard was for', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [5_000, 6_000]);
    const [first, second] = items as [(typeof items)[0], (typeof items)[0]];
    await refundAtDashboard(paymentId, 5_000);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    const cartId = second.seatId.toHexString();
    expect((await give({ paymentId, cartId, amount: 6_000 })).status).toBe(200);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    expect(await readClass(first.classId)).toMatchObject({ seats: [{ state: 'enrolled' }] });
    expect(await readClass(second.classId)).toMatchObject({ seats: [] });
    const open = (await app.as(admin).call('GET /openRefunds')).body;
    expect(open.filter((one) => one.paymentId === paymentId)).toMatchObject([
      { choices: [{ cartId: first.seatId.toHexString() }] },
    ]);
  });

  it('once, if the answer is lost and the same request comes again', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [5_000, 6_000]);
    const cartId = items[0]?.seatId.toHexString() ?? '';
    // After the second one, nothing is left of the seat.
    for (const part of [{ amount: 1_000 }, { amount: 5_000, cartId, keepsSeat: true }]) {
      const wish = { paymentId, requestId: randomUUID(), ...part };
      const answers = [await give(wish), ...(await Promise.all([give(wish), give(wish)]))];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    expect(await listSent(paymentId)).toEqual([1_000, 5_000]);
    expect((await readPayment(paymentId))?.kept).toBe(5_000);
  });

  it('and not with the request id of another payment, seat or amount, also at the same moment', async () => {
    const [mine, other] = [
      await buildPaidSeats(app, [5_000, 6_000]),
      await buildPaidSeats(app, [5_000]),
    ];
    const cartId = mine.items[0]?.seatId.toHexString() ?? '';
    const wish = { paymentId: mine.paymentId, amount: 1_000, requestId: randomUUID() };
    expect((await give(wish)).status).toBe(200);
    const used = { status: 409, body: { code: 'request_used' } };
    expect(await give({ ...wish, paymentId: other.paymentId })).toMatchObject(used);
    expect(await give({ ...wish, cartId, keepsSeat: true })).toMatchObject(used);
    expect(await give({ ...wish, cartId })).toMatchObject(used);
    expect(await give({ ...wish, amount: 1_001 })).toMatchObject(used);
    expect((await give(wish)).status).toBe(200);
    expect(await listSent(mine.paymentId)).toEqual([1_000]);
    expect(await readClass(mine.items[0]?.classId as ObjectId)).toMatchObject({ seats: [{}] });

    const requestId = randomUUID();
    const both = await Promise.all(
      [mine, other].map(({ paymentId }) => give({ paymentId, amount: 500, requestId })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await listSent(mine.paymentId)).length + (await listSent(other.paymentId)).length).toBe(
      2,
    );
  });

  it('with a note in the audit log', async () => {
    const { student, paymentId } = await buildPaidSeats(app, [5_000]);
    await give({ paymentId, amount: 700 });
    expect(await readAuditLog(app, { action: 'refund', target: paymentId })).toMatchObject([
      {
        ...{ who: admin.email, before: { email: student.email } },
        after: { refund: 700, reason: 'by admin', note: 'As promised.' },
      },
    ]);
  });

  it('but never more than what is left of the payment, the seat or after other refunds', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [5_000, 6_000]);
    const cartId = items[0]?.seatId.toHexString() ?? '';
    const tooHigh = { status: 409, body: { code: 'refund_too_high' } };
    expect(await give({ paymentId, amount: 11_001 })).toMatchObject(tooHigh);
    expect(await give({ paymentId, cartId, amount: 5_001 })).toMatchObject(tooHigh);
    expect(await give({ paymentId, cartId, keepsSeat: true, amount: 5_001 })).toMatchObject(
      tooHigh,
    );
    await refundAtDashboard(paymentId, 10_000);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    expect(await give({ paymentId, cartId, amount: 1_001 })).toMatchObject(tooHigh);
    expect((await give({ paymentId, cartId, amount: 1_000 })).status).toBe(200);
    expect(await listSent(paymentId)).toEqual([1_000, 10_000]);
  });

  it('not of a payment that is not paid or unknown, not for a seat of another one, and not nothing', async () => {
    const { paymentId } = await buildPaidSeats(app, [5_000]);
    const other = await buildPaidSeats(app, [5_000]);
    const cartId = other.items[0]?.seatId.toHexString() ?? '';
    expect((await give({ paymentId, cartId, amount: 1 })).status).toBe(404);
    expect((await give({ paymentId: 'pi_nobody', amount: 1 })).status).toBe(404);
    expect((await give({ paymentId, amount: 0 })).status).toBe(400);
    await app.services.database.collections.payments.updateOne(
      { _id: paymentId },
      { $set: { status: 'open' } },
    );
    expect((await give({ paymentId, amount: 1 })).status).toBe(404);
  });
});

describe('an admin gives money back for a seat that was moved to a dearer class', () => {
  const { buildMove, moveAndPay, sumBack } = createMoves(() => app);
  /** A seat with a payment of 60 dollars and one of 20. */
  async function buildMoved() {
    const { to, ...seat } = await buildMove(80);
    const difference = await moveAndPay(seat, to);
    const extra = await app.services.database.collections.payments.findOne({ _id: difference });
    const line = { paymentId: difference, cartId: extra?.items[0]?.seatId.toHexString() ?? '' };
    const sums = async () => [await sumBack(seat.paymentId), await sumBack(difference)];
    return { to, seat: { paymentId: seat.paymentId, cartId: seat.cartId }, line, sums };
  }

  it('from both payments, up to what is left of them', async () => {
    const { to, seat, sums } = await buildMoved();
    const keepsSeat = true;
    expect(await give({ ...seat, keepsSeat, amount: 8_001 })).toMatchObject({ status: 409 });
    const wish = { ...seat, keepsSeat, amount: 7_000, requestId: randomUUID() };
    const answers = [...(await Promise.all([give(wish), give(wish)])), await give(wish)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await sums()).toEqual([6_000, 1_000]);
    expect(await give({ ...seat, keepsSeat, amount: 1_001 })).toMatchObject({ status: 409 });
    expect((await give({ ...seat, keepsSeat, amount: 1_000 })).status).toBe(200);
    expect(await sums()).toEqual([6_000, 2_000]);
    expect(await readClass(to._id)).toMatchObject({ seats: [{ state: 'enrolled' }] });
  });

  it('first from the payment that they chose', async () => {
    const { line, sums } = await buildMoved();
    expect((await give({ ...line, keepsSeat: true, amount: 1_500 })).status).toBe(200);
    expect(await sums()).toEqual([0, 1_500]);
    expect((await give({ ...line, keepsSeat: true, amount: 6_500 })).status).toBe(200);
    expect(await sums()).toEqual([6_000, 2_000]);
  });

  slowIt('never more than what is left, if two give back too much together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { seat, line, sums } = await buildMoved();
      const wishes = [
        { ...seat, keepsSeat: true, amount: 7_000 },
        { ...(round % 2 === 0 ? seat : line), keepsSeat: true, amount: 7_000 },
      ];
      await Promise.all(wishes.map(give));
      const [first = 0, second = 0] = await sums();
      expect(first).toBeLessThanOrEqual(6_000);
      expect(second).toBeLessThanOrEqual(2_000);
    }
    const open = (await app.as(admin).call('GET /openRefunds')).body;
    expect(open.filter(({ reason }) => reason === 'by admin')).toEqual([]);
  });
});

describe('two admins who give back 60 % each at once', () => {
  it.each([
    ['of a payment', [10_000], false],
    ['of one of two seats', [10_000, 10_000], true],
  ])('%s: one of them is refused, and nobody has to look at it', async (_what, amounts, isSeat) => {
    for (let round = 0; round < 5; round += 1) {
      const { paymentId, items } = await buildPaidSeats(app, amounts);
      const cartId = items[0]?.seatId.toHexString() ?? '';
      const wish = { paymentId, amount: 6_000, ...(isSeat && { cartId, keepsSeat: true }) };
      const answers = await Promise.all([give(wish), give(wish)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [code] = answers.flatMap(({ body }) => ('code' in body ? [body.code] : []));
      expect(['refund_too_high', 'seat_changing']).toContain(code);
      expect(await listSent(paymentId)).toEqual([6_000]);
      expect((await readPayment(paymentId))?.kept).toBe(amounts.length * 10_000 - 6_000);
    }
    const open = (await app.as(admin).call('GET /openRefunds')).body;
    expect(open.filter(({ reason }) => reason === 'by admin')).toEqual([]);
  });

  it('and cancel the seat: one of them reads that it is gone', async () => {
    const campClass = await buildClass(app, { price: 100, sit: 1 });
    const { cartId, paymentId } = await buildEnrolledSeat(app, campClass);
    const answers = await Promise.all([
      give({ paymentId, cartId, amount: 6_000 }),
      give({ paymentId, cartId, amount: 6_000 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await listSent(paymentId)).toEqual([6_000]);
    expect(await readClass(campClass._id)).toMatchObject({ sit: 1, seats: [] });
  });
});
