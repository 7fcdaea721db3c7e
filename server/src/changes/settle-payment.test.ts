import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildClass,
  buildPaidSeat,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { listAtStripe, refundAtDashboard } from '../testing/refunds.ts';
import { endProcessing } from '../testing/stripe-dashboard.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { startTestApp, useTestApp } from '../testing/test-app.ts';
import { settlePayment } from './settle-payment.ts';

const app = useTestApp(countRefunds);
const refunds: string[] = [];

/** The usual Stripe. Each refund that our server requests is added to `refunds`. */
function countRefunds({ cardPayments }: Services): Partial<Services> {
  return {
    cardPayments: {
      ...cardPayments,
      createRefund(refund) {
        refunds.push(refund.paymentId);
        return cardPayments.createRefund(refund);
      },
    },
  };
}

const record = (person: { email: string }, paymentId: string) =>
  recordPayment(app, person, paymentId);

const enrolledClassesOf = async (person: { email: string }) =>
  (await app.as(person).call('GET /myEnrolledClass', { query: { email: person.email } })).body;

async function readClass(campClass: { id: string; _id: unknown }) {
  const found = await app.services.database.collections.classes.findOne({
    _id: campClass._id as never,
  });
  if (!found) throw new Error('The class is gone');
  return found;
}

// Rules: R15, R16, R17, R18, R19, R63.
describe('a payment that succeeded', () => {
  it('enrolls nobody if Stripe was paid in another currency than the ledger says', async () => {
    const campClass = await buildClass(app);
    const { student, paymentId } = await buildPaidSeat(app, campClass);
    const { payments } = app.services.database.collections;
    await payments.updateOne({ _id: paymentId }, { $set: { currency: 'eur' } });
    await expect(settlePayment(paymentId, app.services)).rejects.toThrow('differs from the ledger');
    expect(await enrolledClassesOf(student)).toEqual([]);
    // So that no job of another test meets it.
    await payments.deleteOne({ _id: paymentId });
  });

  it('enrolls the student: entry code, room, date and time are in the list, the price in the stats', async () => {
    const campClass = await buildClass(app, { price: 49.5, assign_room: 7, course_tag: 'SEA' });
    const { student, paymentId } = await buildPaidSeat(app, campClass);
    const recorded = await record(student, paymentId);
    expect(recorded).toMatchObject({
      status: 200,
      body: {
        status: true,
        message: 'Congratulations, Successfully Enrolled',
        entry_code: 'SEA-101',
        room: 7,
      },
    });
    expect(await enrolledClassesOf(student)).toMatchObject([
      {
        classId: campClass.id,
        classData: { name: campClass.name, image: campClass.image },
        date: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
        time: expect.stringMatching(/^\d{1,2}:\d\d [AP]M$/),
        entry_code: 'SEA-101',
        room: 7,
        price: 49.5,
        transactionId: paymentId,
        calendar: expect.stringMatching(
          new RegExp(`UID:${paymentId}\r\n[^]*SUMMARY:${campClass.name}\r\n`),
        ),
      },
    ]);
    const stats = await app.as(student).call('GET /userStats', { query: { email: student.email } });
    expect(stats.body).toEqual({
      user: { photo: '', name: student.name, email: student.email },
      cartData: 0,
      totalEnrolled: 1,
      totalSpend: 49.5,
    });
  });

  it('gives every student of a class a different entry code, even if all pay at once', async () => {
    const campClass = await buildClass(app, { sit: 12, course_tag: 'COD' });
    const paid = await Promise.all(Array.from({ length: 12 }, () => buildPaidSeat(app, campClass)));
    await Promise.all(paid.map(({ student, paymentId }) => record(student, paymentId)));
    const codes = (await readClass(campClass)).seats.map((seat) =>
      seat.state === 'enrolled' ? seat.entry_code : '',
    );
    expect(codes.sort()).toEqual(Array.from({ length: 12 }, (_none, i) => `COD-${101 + i}`));
  });

  it('is settled once, even by twenty calls at once from browser, webhook and jobs', async () => {
    const campClass = await buildClass(app, { sit: 3 });
    const { student, paymentId } = await buildPaidSeat(app, campClass);
    app.passMinutes(2);
    await Promise.all(
      Array.from({ length: 5 }, () => [
        record(student, paymentId),
        sendWebhook(app, { type: 'payment_intent.succeeded', paymentId }),
        runJobs(app.services),
        runJobs(app.services),
      ]).flat(),
    );
    const { seats, sit } = await readClass(campClass);
    expect(seats).toHaveLength(1);
    expect(seats[0]).toMatchObject({ state: 'enrolled', paymentId });
    expect(sit).toBe(2);
    expect((await readClass(campClass)).nextEntryNumber).toBe(102);
    expect(refunds).not.toContain(paymentId);
  });

  it('is settled by a job within half a minute if the browser was closed and no webhook came', async () => {
    const campClass = await buildClass(app);
    const { student } = await buildPaidSeat(app, campClass);
    await runJobs(app.services);
    expect(await enrolledClassesOf(student)).toEqual([]);
    app.passMinutes(0.5);
    await runJobs(app.services);
    expect(await enrolledClassesOf(student)).toHaveLength(1);
  });

  it('takes another free seat if the hold has expired', async () => {
    const campClass = await buildClass(app, { sit: 2 });
    const { student, paymentId } = await buildPaidSeat(app, campClass);
    await dropHeldSeats(campClass);
    expect((await record(student, paymentId)).status).toBe(200);
    expect(await readClass(campClass)).toMatchObject({ sit: 1 });
  });

  it('is refunded if another student took the last seat', async () => {
    const campClass = await buildClass(app, { sit: 1 });
    const { student, paymentId } = await buildPaidSeat(app, campClass);
    await dropHeldSeats(campClass);
    await holdSeatOf(app, await buildUser(app), campClass);

    const answers = await Promise.all([record(student, paymentId), record(student, paymentId)]);
    for (const { body } of answers) expect(body.code).toBe('payment_refunded');
    expect(refunds).toContain(paymentId);
    // A seat that becomes free later does not revive the refunded payment.
    await dropHeldSeats(campClass);
    expect((await record(student, paymentId)).body.code).toBe('payment_refunded');
    expect(await enrolledClassesOf(student)).toEqual([]);
  });

  it('is refunded if another payment has already enrolled the student', async () => {
    const campClass = await buildClass(app, { sit: 5 });
    const first = await buildPaidSeat(app, campClass);
    await dropHeldSeats(campClass);
    const { cartId } = await holdSeatOf(app, first.student, campClass);
    const second = await startPaymentOf(app, first.student, { cartId, price: campClass.price });
    await confirmPayment(second);

    expect((await record(first.student, first.paymentId)).status).toBe(200);
    expect((await record(first.student, second)).body.code).toBe('payment_refunded');
    expect((await readClass(campClass)).seats).toHaveLength(1);
  });

  it('is refunded if the class was archived before the payment was recorded', async () => {
    const campClass = await buildClass(app);
    const { student, paymentId } = await buildPaidSeat(app, campClass);
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { status: 'archived', seats: [] } },
    );
    expect((await record(student, paymentId)).body.code).toBe('payment_refunded');
  });

  it('can only be recorded by the student who paid', async () => {
    const campClass = await buildClass(app);
    const { paymentId } = await buildPaidSeat(app, campClass);
    const other = await buildUser(app);
    expect((await record(other, paymentId)).status).toBe(404);
    expect((await record(other, 'pi_unknown')).status).toBe(404);
  });

  /** As if the holds had expired and a job had freed the seats. */
  async function dropHeldSeats(campClass: { id: string; _id: unknown }) {
    const { seats } = await readClass(campClass);
    const held = seats.filter(({ state }) => state === 'held').length;
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id as never },
      { $pull: { seats: { state: 'held' } }, $inc: { sit: held } },
    );
  }
});

describe('a payment whose seat is gone', () => {
  it('can’t be paid anymore, no matter why the seat is gone', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    const paymentId = await startPaymentOf(app, student, { cartId, price: campClass.price });
    // As if the seat had been removed while the payment was being created.
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { seats: [], sit: 5 } },
    );
    app.passMinutes(1);
    await runJobs(app.services);
    expect(await confirmPayment(paymentId)).toBe('payment_intent_unexpected_state');
    const { payments } = app.services.database.collections;
    expect(await payments.findOne({ _id: paymentId })).toMatchObject({ status: 'canceled' });
  });

  it('doesn’t block a job if Stripe no longer knows it', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { sit: 1 });
    const { cartId } = await holdSeatOf(app, student, campClass);
    const paymentId = await startPaymentOf(app, student, { cartId, price: campClass.price });
    const { payments } = app.services.database.collections;
    const known = await payments.findOneAndDelete({ _id: paymentId });
    if (!known) throw new Error('The payment is not in the ledger');
    await payments.insertOne({ ...known, _id: 'pi_of_another_account' });
    app.passMinutes(61);
    await runJobs(app.services);
    expect(await readClass(campClass)).toMatchObject({ sit: 1, seats: [] });
  });
});

describe('an unfinished payment', () => {
  it('enrolls nobody if the card is declined; the seat stays, and another card can be tried', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    const paymentId = await startPaymentOf(app, student, { cartId, price: campClass.price });
    expect(await confirmPayment(paymentId, 'pm_card_chargeDeclined')).toBe('card_declined');
    expect((await record(student, paymentId)).body.code).toBe('payment_not_finished');
    const cart = await app.as(student).call('GET /myclass', { query: { email: student.email } });
    expect(cart.body).toHaveLength(1);

    const again = await startPaymentOf(app, student, { cartId, price: campClass.price });
    expect(again).toBe(paymentId);
    expect(await confirmPayment(again)).toBe('succeeded');
    expect((await record(student, paymentId)).status).toBe(200);
  });

  it('keeps its seat while the bank is processing it, and enrolls the student once the bank pays', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    const paymentId = await startPaymentOf(app, student, { cartId, price: campClass.price });
    expect(await confirmPayment(paymentId, 'pm_card_processing')).toBe('processing');
    expect((await record(student, paymentId)).body.code).toBe('payment_not_finished');
    app.passMinutes(61);
    await runJobs(app.services);
    const removed = await app.as(student).call('DELETE /addClass/:cartId', {
      params: { cartId },
      query: { classId: campClass.id },
    });
    expect(removed.status).toBe(409);

    await endProcessing(paymentId, 'succeeded');
    app.passMinutes(61);
    await runJobs(app.services);
    expect(await enrolledClassesOf(student)).toMatchObject([{ classId: campClass.id }]);
  });

  it('gets its seat if a refund of it failed while a server was just reading it', async () => {
    const campClass = await buildClass(app);
    const student = await buildUser(app);
    const entry = await holdSeatOf(app, student, campClass);
    const paymentId = await startPaymentOf(app, student, {
      ...entry,
      price: campClass.price,
    });
    await confirmPayment(paymentId, 'pm_card_refundFail');
    await refundAtDashboard(paymentId);
    await expect.poll(() => listAtStripe(paymentId)).toMatchObject([{ status: 'failed' }]);
    const { cardPayments } = app.services;
    const before = {
      ...cardPayments,
      async retrieveIntent(id: string) {
        const intent = await cardPayments.retrieveIntent(id);
        return intent && { ...intent, isRefunded: true };
      },
    };
    await settlePayment(paymentId, { ...app.services, cardPayments: before });
    await settlePayment(paymentId, app.services);
    expect(await enrolledClassesOf(student)).toMatchObject([{ classId: campClass.id }]);
  });

  it('waits while Stripe is down and is settled afterwards', async () => {
    let isDown = false;
    const shaky = await startTestApp(({ cardPayments }) => ({
      cardPayments: {
        ...cardPayments,
        retrieveIntent: (id) =>
          isDown ? Promise.reject(new ApiError('unavailable')) : cardPayments.retrieveIntent(id),
      },
    }));
    try {
      const campClass = await buildClass(shaky);
      const { student, paymentId } = await buildPaidSeat(shaky, campClass);
      isDown = true;
      expect((await recordPayment(shaky, student, paymentId)).status).toBe(503);
      isDown = false;
      expect((await recordPayment(shaky, student, paymentId)).status).toBe(200);
    } finally {
      await shaky.close();
    }
  });
});
