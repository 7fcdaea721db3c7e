import { MAX_HOLDS_OF_CLASS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildClass,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { listNews, readMailTo } from '../testing/mails.ts';
import { listAtStripe, refundAtDashboard } from '../testing/refunds.ts';
import { createMoves } from '../testing/moves.ts';
import { useTestApp } from '../testing/test-app.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { settlePayment } from './settle-payment.ts';

const app = useTestApp();

const {
  buildMove,
  move,
  moveTo,
  payAtStripe,
  readClass,
  listPaid,
  readPayment,
  sumBack,
  readMoves,
  expectUntouched,
  expectMoved,
  cancel,
  moveAndPay,
  runAllJobs,
} = createMoves(() => app);

// Rules: R177, R178, R180.
describe('moving a seat to another class', () => {
  it('of the same price: at once, with a new entry code', async () => {
    const moving = await buildMove(60);
    expect(await moveTo(moving, moving.to)).toEqual({
      ...{ state: 'moved', cartId: moving.cartId, difference: 0, refund: 0, kept: 0 },
    });
    await expectMoved(moving);
    const { seats } = await readClass(moving.to);
    expect(seats).toMatchObject([
      { entry_code: `${moving.to.course_tag}-101`, paymentId: moving.paymentId, price: 60 },
    ]);
    expect(await sumBack(moving.paymentId)).toBe(0);
    const [moved] = await readMoves(moving);
    expect(moved).toMatchObject({ state: 'done' });
    expect(await listNews(app, 'seat moved')).toContainEqual({ changeId: moved?._id });
  });

  it('that is cheaper: the difference goes back', async () => {
    const moving = await buildMove(45);
    expect(await moveTo(moving, moving.to)).toMatchObject({ state: 'moved', refund: 1_500 });
    await expectMoved(moving);
    const [move] = await readMoves(moving);
    expect(await listAtStripe(moving.paymentId)).toMatchObject([
      {
        amount: 1_500,
        metadata: {
          refundId: `${moving.paymentId}:${moving.cartId}:moved-${move?._id.toHexString()}`,
        },
      },
    ]);
    expect(await readPayment(moving.paymentId)).toMatchObject({ status: 'enrolled', kept: 4_500 });
  });

  it('that is cheaper, and the difference waits for the school: the email does not say that it is on its way', async () => {
    const moving = await buildMove(45);
    await moveTo(moving, moving.to);
    await app.services.database.collections.refunds.updateOne(
      { paymentId: moving.paymentId },
      { $set: { state: 'failed', needsAdmin: true } },
    );
    expect((await readMailTo(app, moving.student, 'seat moved'))?.props).toMatchObject({
      money: { back: { amount: 1_500 }, state: 'failed' },
    });
  });

  it('that is free: everything goes back, and the seat stays', async () => {
    const moving = await buildMove(0);
    await moveTo(moving, moving.to);
    app.passMinutes(2);
    await runJobs(app.services);
    await expectMoved(moving);
    expect(await readPayment(moving.paymentId)).toMatchObject({ status: 'enrolled', kept: 0 });
  });

  it('that costs more: the new seat is in the cart for the difference, and paying moves the seat', async () => {
    const moving = await buildMove(80);
    const held = await moveTo(moving, moving.to);
    expect(held).toMatchObject({ state: 'pay', difference: 2_000 });
    expect(await listPaid(moving.from)).toEqual([moving.cartId]);
    const { email } = moving.student;
    const cart = await app.as(moving.student).call('GET /myclass', { query: { email } });
    expect(cart.body).toMatchObject([{ _id: held.cartId, price: 20, movesFrom: moving.from.name }]);
    const difference = await payAtStripe(moving, held);
    const { body } = await recordPayment(app, moving.student, difference);
    expect(body).toMatchObject({
      entry_code: `${moving.to.course_tag}-101`,
      items: [{ amount: 2_000, state: 'enrolled' }],
    });
    await expectMoved(moving);
    const { seats } = await readClass(moving.to);
    expect(seats).toMatchObject([{ price: 80 }]);
    expect(await readPayment(difference)).toMatchObject({
      ...{ status: 'enrolled', kept: 2_000 },
      items: [{ seatId: new ObjectId(moving.cartId), isGiven: true }],
    });
  });

  it('is refused if the price has changed', async () => {
    const moving = await buildMove(60);
    const answer = await move(moving, { classId: moving.to.id, price: 59 });
    expect(answer.body.code).toBe('price_changed');
    await expectUntouched(moving);
  });

  it('is refused if the class is full, also while people wait for it', async () => {
    const full = await buildMove(60, { sit: 0 });
    expect((await move(full, { classId: full.to.id })).body.code).toBe('class_full');
    expect(await listPaid(full.from)).toEqual([full.cartId]);
    const waiting = [makeWaiting()];
    const moving = await buildMove(60, { waiting });
    expect((await move(moving, { classId: moving.to.id })).body.code).toBe('class_full');
    await expectUntouched(moving);
    const dearer = await buildMove(80, { waiting });
    expect((await move(dearer, { classId: dearer.to.id })).body.code).toBe('class_full');
    await expectUntouched(dearer);
    const admin = await buildUser(app, 'admin');
    expect((await move({ ...moving, student: admin }, { classId: moving.to.id })).status).toBe(200);
  });

  it.each([
    ['of the same price', 60, 'moved'],
    ['that is dearer', 80, 'pay'],
  ])(
    '%s: takes the place of a hold that has expired, before a job does',
    async (_what, price, state) => {
      const moving = await buildMove(price, { sit: 1 });
      await holdSeatOf(app, await buildUser(app), moving.to);
      expect((await move(moving, { classId: moving.to.id })).body.code).toBe('class_full');
      app.passMinutes(31);
      expect(await moveTo(moving, moving.to)).toMatchObject({ state });
      expect(await readClass(moving.to)).toMatchObject({
        sit: 0,
        seats: [{ userId: moving.student._id }],
      });
    },
  );

  it('goes nowhere if the class is the one that it is in', async () => {
    const moving = await buildMove(60);
    const same = { classId: moving.from.id, price: 60 };
    expect((await move(moving, same)).body.code).toBe('already_joined');
    expect(await readMoves(moving)).toEqual([]);
  });

  it('is not offered to a class in which they have a seat, by whoever asks', async () => {
    const moving = await buildMove(60);
    const { student, cartId, to } = moving;
    const listOffered = async (caller: Parameters<typeof app.as>[0]) => {
      const { body } = await app.as(caller).call('GET /moveQuotes/:cartId', { params: { cartId } });
      return body.map(({ classId }) => classId);
    };
    const admin = await buildUser(app, 'admin');
    for (const caller of [student, admin]) expect(await listOffered(caller)).toContain(to.id);
    await holdSeatOf(app, student, to);
    for (const caller of [student, admin]) expect(await listOffered(caller)).not.toContain(to.id);
  });

  it('takes the place of an expired hold of the same person', async () => {
    const moving = await buildMove(60);
    await holdSeatOf(app, moving.student, moving.to);
    expect((await move(moving, { classId: moving.to.id })).body.code).toBe('already_joined');
    app.passMinutes(31);
    await moveTo(moving, moving.to);
    await expectMoved(moving);
  });

  it('leaves an expired hold to its owner whose payment went through', async () => {
    const moving = await buildMove(60, { sit: 1 });
    const owner = await buildUser(app);
    const { cartId } = await holdSeatOf(app, owner, moving.to);
    await confirmPayment(await startPaymentOf(app, owner, { cartId, price: 60 }));
    app.passMinutes(31);
    expect((await move(moving, { classId: moving.to.id })).body.code).toBe('class_full');
    expect(await listPaid(moving.to)).toEqual([cartId]);
    expect(await listPaid(moving.from)).toEqual([moving.cartId]);
  });

  it('gives the old place to the waiting list', async () => {
    const moving = await buildMove(60);
    const { classes } = app.services.database.collections;
    const waiting = [makeWaiting()];
    await classes.updateOne({ _id: moving.from._id }, { $set: { sit: 0, waiting } });
    await moveTo(moving, moving.to);
    expect(await readClass(moving.from)).toMatchObject({
      ...{ sit: 0, waiting: [] },
      seats: [{ state: 'held', offer: { price: 60 } }],
    });
  });
});

function makeWaiting() {
  return {
    ...{ waitId: new ObjectId(), userId: new ObjectId(), people: [{}] },
    ...{ together: false, priority: 0, joinedAt: new Date(), lapses: 0 },
  };
}

describe('a difference that', () => {
  it('is never paid leaves the old seat untouched', async () => {
    const moving = await buildMove(80);
    await moveTo(moving, moving.to);
    expect((await move(moving, { classId: moving.to.id })).body.code).toBe('seat_moving');
    app.passMinutes(31);
    await runJobs(app.services);
    await expectUntouched(moving);
    expect(await readMoves(moving)).toMatchObject([{ state: 'rejected' }]);
    expect(await cancel(moving)).toBe(6_000);
  });

  it('is not paid because the new seat was removed from the cart leaves the old seat untouched', async () => {
    const moving = await buildMove(80);
    const { cartId } = await moveTo(moving, moving.to);
    const { id: classId } = moving.to;
    await app
      .as(moving.student)
      .call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } });
    await expectUntouched(moving);
    await moveTo(moving, await buildClass(app, { price: 60 }));
  });

  it('counts for the limits of holds, so that nobody blocks a class with moves', async () => {
    const moving = await buildMove(80);
    const { student, to } = moving;
    for (let times = 0; times < MAX_HOLDS_OF_CLASS; times += 1) {
      const { cartId } = await moveTo(moving, to);
      const query = { classId: to.id };
      await app.as(student).call('DELETE /addClass/:cartId', { params: { cartId }, query });
    }
    const { body } = await move(moving, { classId: to.id, price: to.price });
    expect(body.code).toBe('held_too_often');
    await expectUntouched(moving);
    expect((await readMoves(moving)).map(({ state }) => state)).toEqual(
      Array(MAX_HOLDS_OF_CLASS + 1).fill('rejected'),
    );
  });

  it('is paid does not count for the limits of holds', async () => {
    const moving = await buildMove(80);
    await moveAndPay(moving, moving.to);
    const { email } = moving.student;
    const student = await app.services.database.collections.users.findOne({ email });
    expect(student?.holds).toEqual([]);
  });

  it('is paid after the hold has ended moves the seat if a place is free, and otherwise goes back', async () => {
    for (const sit of [1, 0]) {
      const moving = await buildMove(80);
      const difference = await payAtStripe(moving, await moveTo(moving, moving.to));
      const { classes, seatChanges } = app.services.database.collections;
      await classes.updateOne({ _id: moving.to._id }, { $set: { seats: [], sit } });
      // As if another server had looked before this payment was in the ledger.
      await seatChanges.updateOne(
        { seatId: new ObjectId(moving.cartId) },
        { $set: { state: 'rejected' }, $unset: { openSeatId: true } },
      );
      const answer = await recordPayment(app, moving.student, difference);
      expect(answer.body.code).toBe(sit ? undefined : 'payment_refunded');
      expect(await listPaid(sit ? moving.to : moving.from)).toEqual([moving.cartId]);
      expect(await listPaid(sit ? moving.from : moving.to)).toEqual([]);
      expect(await sumBack(difference)).toBe(sit ? 0 : 2_000);
      expect(await sumBack(moving.paymentId)).toBe(0);
    }
  });

  it('is another one if the price of the class changes: the new one is shown, and paid', async () => {
    const moving = await buildMove(80);
    const held = await moveTo(moving, moving.to);
    const old = await startPaymentOf(app, moving.student, { cartId: held.cartId, price: 20 });
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: moving.to._id }, { $set: { price: 95 } });
    const pay = (price: number) =>
      app
        .as(moving.student)
        .call('POST /createPayment-intent', { body: { price, cartId: held.cartId } });
    expect((await pay(20)).body.code).toBe('price_changed');
    const { email } = moving.student;
    const cart = await app.as(moving.student).call('GET /myclass', { query: { email } });
    expect(cart.body).toMatchObject([{ _id: held.cartId, price: 35 }]);
    const difference = await payAtStripe(moving, { ...held, difference: 3_500 });
    expect(await readPayment(old)).toMatchObject({ status: 'canceled' });
    await recordPayment(app, moving.student, difference);
    await expectMoved(moving);
    expect((await readClass(moving.to)).seats).toMatchObject([{ price: 95 }]);
    expect(await cancel(moving)).toBe(9_500);
  });

  it('is gone if the class gets cheaper: nobody gets the seat for nothing, and can move again', async () => {
    const moving = await buildMove(80);
    const { cartId } = await moveTo(moving, moving.to);
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: moving.to._id }, { $set: { price: 60 } });
    const { student, to } = moving;
    const paying = await app
      .as(student)
      .call('POST /createPayment-intent', { body: { price: 0, cartId } });
    expect(paying.body.code).toBe('nothing_to_pay');
    await app
      .as(student)
      .call('POST /addClass', { body: { classId: to.id, email: student.email, price: 0 } });
    expect(await listPaid(to)).toEqual([]);
    await app
      .as(student)
      .call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId: to.id } });
    expect(await moveTo({ ...moving }, { ...to, price: 60 })).toMatchObject({ state: 'moved' });
  });

  it('is paid twice goes back once', async () => {
    const moving = await buildMove(80);
    const held = await moveTo(moving, moving.to);
    const first = await payAtStripe(moving, held);
    const { payments } = app.services.database.collections;
    // As if a second tab had asked at the same moment, so that neither saw the other's payment.
    await payments.updateOne({ _id: first }, { $set: { status: 'canceled' } });
    const second = await payAtStripe(moving, held);
    await payments.updateOne({ _id: first }, { $set: { status: 'open' } });
    await Promise.all([first, second].map((id) => settlePayment(id, app.services)));
    await expectMoved(moving);
    expect((await sumBack(first)) + (await sumBack(second))).toBe(2_000);
    expect(await readMoves(moving)).toMatchObject([{ state: 'done' }]);
  });

  it('is paid twice, and the first payment gets no seat: the second one gets none either', async () => {
    const moving = await buildMove(80);
    const held = await moveTo(moving, moving.to);
    const first = await payAtStripe(moving, held);
    const { payments, classes } = app.services.database.collections;
    await payments.updateOne({ _id: first }, { $set: { status: 'canceled' } });
    const second = await payAtStripe(moving, held);
    await payments.updateOne({ _id: first }, { $set: { status: 'open' } });
    await classes.updateOne({ _id: moving.to._id }, { $set: { seats: [], sit: 0 } });
    await settlePayment(first, app.services);
    await classes.updateOne({ _id: moving.to._id }, { $set: { sit: 2 } });
    await settlePayment(second, app.services);
    await expectUntouched(moving);
    expect([await sumBack(first), await sumBack(second)]).toEqual([2_000, 2_000]);
    expect(await readMoves(moving)).toMatchObject([{ state: 'rejected', paidBy: first }]);
  });

  it('was paid while the school returned the price of the old seat goes back too', async () => {
    const moving = await buildMove(80);
    const difference = await payAtStripe(moving, await moveTo(moving, moving.to));
    await refundAtDashboard(moving.paymentId);
    await Promise.all([
      readRefunds(moving.paymentId, app.services),
      settlePayment(difference, app.services),
    ]);
    await runAllJobs();
    expect(await readClass(moving.from)).toMatchObject({ sit: 3, seats: [] });
    expect(await readClass(moving.to)).toMatchObject({ sit: 2, seats: [] });
    expect([await sumBack(moving.paymentId), await sumBack(difference)]).toEqual([6_000, 2_000]);
  });
});
