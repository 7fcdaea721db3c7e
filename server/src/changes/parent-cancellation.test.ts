import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { type ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { makeGuardian } from '../testing/documents.ts';
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
import { buildPaidSeats, listAtStripe } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const ask = (person: { email: string }, cartId: string) =>
  app.as(person).call('GET /cancellation/:cartId', { params: { cartId } });
const cancel = (person: { email: string }, cartId: string, refund: number) =>
  app.as(person).call('POST /cancellation/:cartId', { params: { cartId }, body: { refund } });
const listCanceled = async (person: { email: string }) =>
  (await app.as(person).call('GET /myCancellations')).body;

const readClass = ({ _id }: { _id: ObjectId }) =>
  app.services.database.collections.classes.findOne({ _id });
const readPayment = (_id: string) => app.services.database.collections.payments.findOne({ _id });
const startsIn = ({ _id }: { _id: ObjectId }, days: number) =>
  app.services.database.collections.classes.updateOne(
    { _id },
    { $set: { camp_start: inDays(days), camp_end: inDays(days + 4) } },
  );

/** As if its seat had been bought under this policy. */
const setTerms = (paymentId: string, terms: RefundTerms) =>
  app.services.database.collections.payments.updateOne({ _id: paymentId }, { $set: { terms } });

async function buildSeat(price = 100, days = 30) {
  const campClass = await buildClass(app, { price, sit: 3 });
  const seat = await buildEnrolledSeat(app, campClass);
  await startsIn(campClass, days);
  return { campClass, ...seat };
}

/** A child's seat, paid by its first guardian. Of two more guardians, one may only see, one may also book. */
async function buildChildSeat() {
  const [payer, seer, booker] = [await buildUser(app), await buildUser(app), await buildUser(app)];
  const child = await buildChild(app, payer, {
    guardians: [
      makeGuardian(payer._id),
      makeGuardian(seer._id, { may: ['see'], invitedBy: payer._id }),
      makeGuardian(booker._id, { may: ['see', 'book'], invitedBy: payer._id }),
    ],
  });
  const campClass = await buildClass(app, { price: 80, sit: 3 });
  const { cartId } = (
    await app.as(payer).call('POST /addClass', {
      body: { classId: campClass.id, email: payer.email, childId: child.id },
    })
  ).body;
  const paymentId = await startPaymentOf(app, payer, { cartId, price: 80 });
  await confirmPayment(paymentId);
  await recordPayment(app, payer, paymentId);
  return { payer, seer, booker, child, campClass, cartId, paymentId };
}

// Rules: R159, R160, R167.
describe('a parent cancels a seat', () => {
  it('sees exactly what comes back and until when, and gets that back', async () => {
    const { campClass, student, cartId, paymentId } = await buildSeat(99.99, 5);
    const shown = await ask(student, cartId);
    expect(shown.body).toMatchObject({
      ...{ refund: 5_000, kept: 4_999, percent: 50, fee: 0, until: inDays(2), paid: 9_999 },
      ...{ className: campClass.name, student_name: student.name, isForResale: null },
    });
    const answer = await cancel(student, cartId, 5_000);
    expect(answer.body).toMatchObject({
      ...{ refund: 5_000, kept: 4_999, by: 'parent', state: 'refunded', paymentId },
    });
    expect(await readClass(campClass)).toMatchObject({ sit: 3, seats: [] });
    expect(await readPayment(paymentId)).toMatchObject({
      ...{ kept: 4_999, status: 'enrolled', items: [{ state: 'refunded' }] },
    });
    expect(await listAtStripe(paymentId)).toMatchObject([{ amount: 5_000 }]);
    expect(await listCanceled(student)).toEqual([answer.body]);
    expect((await ask(student, cartId)).status).toBe(404);
  });

  it('gets all of it back until the last day of the first period, and nothing after the last one', async () => {
    for (const [days, refund] of [
      [14, 10_000],
      [13, 5_000],
      [3, 5_000],
      [2, 0],
      [1, 0],
    ] as const) {
      const { student, cartId, paymentId } = await buildSeat(100, days);
      expect((await ask(student, cartId)).body, `${days} days before`).toMatchObject({ refund });
      expect((await cancel(student, cartId, refund)).body).toMatchObject({
        ...{ refund, kept: 10_000 - refund, state: refund > 0 ? 'refunded' : 'none' },
      });
      expect((await readPayment(paymentId))?.kept).toBe(10_000 - refund);
    }
  });

  it('can’t from the first day on', async () => {
    const { campClass, student, cartId } = await buildSeat(100, 0);
    const refusal = { status: 409, body: { code: 'class_started' } };
    expect(await ask(student, cartId)).toMatchObject(refusal);
    expect(await cancel(student, cartId, 0)).toMatchObject(refusal);
    expect(await readClass(campClass)).toMatchObject({ seats: [{ state: 'enrolled' }] });
  });

  it('is shown what comes back now, if that has changed since, and keeps the seat', async () => {
    const { campClass, student, cartId, paymentId } = await buildSeat(100, 14);
    await startsIn(campClass, 13);
    const answer = await cancel(student, cartId, 10_000);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'refund_changed',
        quote: { refund: 5_000, kept: 5_000, percent: 50, fee: 0, until: inDays(10) },
      },
    });
    expect(await readClass(campClass)).toMatchObject({ seats: [{ state: 'enrolled' }] });
    expect(await listAtStripe(paymentId)).toEqual([]);
  });

  it('gets back what is left after the school has given some back', async () => {
    const { student, cartId, paymentId } = await buildSeat(100, 5);
    const body = { paymentId, amount: 2_000, note: 'Rain.' };
    await app.as(admin).call('POST /refunds', { body: { ...body, cartId, keepsSeat: true } });
    expect((await ask(student, cartId)).body).toMatchObject({ paid: 8_000, refund: 4_000 });
    expect((await cancel(student, cartId, 4_000)).status).toBe(200);
    expect((await readPayment(paymentId))?.kept).toBe(4_000);
  });

  it('gets nothing back twice for one of two seats', async () => {
    const { student, paymentId, items } = await buildPaidSeats(app, [5_000, 6_000]);
    const cartId = items[0]?.seatId.toHexString() ?? '';
    const body = { paymentId, cartId, keepsSeat: true, amount: 2_000, note: 'Rain.' };
    await app.as(admin).call('POST /refunds', { body });
    expect((await ask(student, cartId)).body).toMatchObject({ paid: 3_000, refund: 3_000 });
    expect(await cancel(student, cartId, 5_000)).toMatchObject({
      body: { code: 'refund_changed' },
    });
  });

  it('of a free class: the seat is free again', async () => {
    const campClass = await buildClass(app, { price: 0, sit: 2 });
    const student = await buildUser(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    expect((await ask(student, cartId)).body).toMatchObject({
      paid: 0,
      refund: 0,
      isForResale: null,
    });
    expect((await cancel(student, cartId, 0)).body).toMatchObject({ refund: 0, state: 'none' });
    expect(await readClass(campClass)).toMatchObject({ sit: 2, seats: [] });
    expect(await readPayment(`free_${cartId}`)).toMatchObject({ items: [{ state: 'canceled' }] });
    // And can be taken again, even by the same person.
    expect((await holdSeatOf(app, student, campClass)).cartId).not.toBe(cartId);
  });

  it('twice at once, and once more because no answer came: one refund, and all calls say the same', async () => {
    const { campClass, student, cartId, paymentId } = await buildSeat();
    const answers = await Promise.all([1, 2, 3].map(() => cancel(student, cartId, 10_000)));
    answers.push(await cancel(student, cartId, 10_000));
    for (const { status, body } of answers)
      expect({ status, ...body }).toMatchObject({ status: 200, cartId, refund: 10_000 });
    // Nobody else, and not with another refund.
    expect((await cancel(await buildUser(app), cartId, 10_000)).status).toBe(404);
    expect((await cancel(student, cartId, 9_999)).status).toBe(404);
    expect(await listAtStripe(paymentId)).toMatchObject([{ amount: 10_000 }]);
    expect(await readClass(campClass)).toMatchObject({ sit: 3, seats: [] });
  });

  it('keeps the ledger’s line of the other seats', async () => {
    const { student, paymentId, items } = await buildPaidSeats(app, [5_000, 6_000]);
    const [first] = items as [(typeof items)[0]];
    await cancel(student, first.seatId.toHexString(), 5_000);
    await sendWebhook(app, { type: 'charge.refunded', paymentId });
    expect(await readPayment(paymentId)).toMatchObject({
      ...{ kept: 6_000, items: [{ state: 'refunded' }, { state: 'enrolled' }] },
    });
  });

  it('is refused while the bank questions the payment, if something came back', async () => {
    const { campClass, student, cartId, paymentId } = await buildSeat();
    const state = { state: 'open' as const, status: 'needs_response' };
    const dispute = { stripeId: 'dp_1', amount: 10_000, ...state, at: new Date() };
    const { payments } = app.services.database.collections;
    await payments.updateOne({ _id: paymentId }, { $set: { dispute } });
    const refusal = { status: 409, body: { code: 'payment_disputed' } };
    expect(await ask(student, cartId)).toMatchObject(refusal);
    expect(await cancel(student, cartId, 10_000)).toMatchObject(refusal);
    await startsIn(campClass, 1);
    expect((await cancel(student, cartId, 0)).status).toBe(200);
  });

  it('is refused while the seat is about to move', async () => {
    const { student, cartId } = await buildSeat();
    const { id: classId } = await buildClass(app, { price: 120 });
    await app.as(student).call('POST /moves', { body: { cartId, classId } });
    const refusal = { status: 409, body: { code: 'seat_moving' } };
    expect(await ask(student, cartId)).toMatchObject(refusal);
    expect(await cancel(student, cartId, 10_000)).toMatchObject(refusal);
  });
});

describe('who may cancel a seat', () => {
  it('the payer; nobody else learns that it exists', async () => {
    const { student, cartId } = await buildSeat();
    expect((await app.call('GET /cancellation/:cartId', { params: { cartId } })).status).toBe(401);
    for (const [role, status] of [
      ['student', 404],
      ['instructor', 403],
      ['admin', 403],
    ] as const) {
      const other = await buildUser(app, role);
      expect((await ask(other, cartId)).status).toBe(status);
      expect((await cancel(other, cartId, 10_000)).status).toBe(status);
    }
    expect((await ask(student, cartId)).status).toBe(200);
  });

  it('of a child’s seat: the guardian who paid, as long as they may book for the child', async () => {
    const { payer, seer, booker, child, cartId, campClass } = await buildChildSeat();
    for (const other of [seer, booker]) {
      expect((await ask(other, cartId)).status).toBe(404);
      expect((await cancel(other, cartId, 8_000)).status).toBe(404);
    }
    const { children } = app.services.database.collections;
    const setGuardians = (guardians: ReturnType<typeof makeGuardian>[]) =>
      children.updateOne({ _id: child._id }, { $set: { guardians } });
    await setGuardians([makeGuardian(booker._id)]);
    expect((await ask(payer, cartId)).status).toBe(404);
    expect((await cancel(payer, cartId, 8_000)).status).toBe(404);
    await setGuardians([makeGuardian(booker._id), makeGuardian(payer._id, { may: ['see'] })]);
    expect((await cancel(payer, cartId, 8_000)).status).toBe(404);
    expect(await readClass(campClass)).toMatchObject({ seats: [{ state: 'enrolled' }] });
    await setGuardians([makeGuardian(booker._id), makeGuardian(payer._id)]);
    expect((await cancel(payer, cartId, 8_000)).status).toBe(200);
    expect(await listCanceled(payer)).toMatchObject([{ cartId, childId: child.id }]);
    expect(await listCanceled(booker)).toEqual([]);
  });

  it('not for a held seat', async () => {
    const student = await buildUser(app);
    const { cartId } = await holdSeatOf(app, student, await buildClass(app));
    expect((await ask(student, cartId)).status).toBe(404);
    expect((await cancel(student, cartId, 0)).status).toBe(404);
  });
});

describe('the terms of a seat', () => {
  const STRICT = { version: 7, steps: [{ daysBefore: 20, percent: 80, fee: 1_000 }] };

  it('are those of its purchase, whatever the policy is now', async () => {
    const { student, cartId, paymentId } = await buildSeat(100, 25);
    await setTerms(paymentId, STRICT);
    expect((await ask(student, cartId)).body).toMatchObject({
      ...{ refund: 7_000, kept: 3_000, percent: 80, fee: 1_000, until: inDays(5) },
    });
  });

  it('are everything if the school has canceled the class', async () => {
    const { campClass, student, cartId } = await buildSeat(100, 1);
    const canceled = { at: new Date(), by: admin._id, note: '', seats: 1 };
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { canceled, status: 'archived' } },
    );
    expect((await ask(student, cartId)).body).toMatchObject({ refund: 10_000, kept: 0 });
  });
});
