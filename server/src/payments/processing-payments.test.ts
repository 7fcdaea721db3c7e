import type { ObjectId } from 'mongodb';
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
import { readMailTo } from '../testing/mails.ts';
import { endProcessing } from '../testing/stripe-dashboard.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inWeek } from '../testing/today.ts';
import { sendWebhook } from '../testing/webhooks.ts';

const app = useTestApp();

/** The only seat of a class, and a payment that the student's bank has not decided about. */
async function buildProcessing() {
  const campClass = await buildClass(app, { price: 60, sit: 1 });
  const student = await buildUser(app);
  const { cartId } = await holdSeatOf(app, student, campClass);
  const paymentId = await startPaymentOf(app, student, { cartId, price: 60 });
  expect(await confirmPayment(paymentId, 'pm_card_processing')).toBe('processing');
  return { campClass, student, cartId, paymentId };
}
type Processing = Awaited<ReturnType<typeof buildProcessing>>;

const readSeats = async ({ _id }: { _id: ObjectId }) =>
  (await app.services.database.collections.classes.findOne({ _id }))?.seats;
const readStatus = async (_id: string) =>
  (await app.services.database.collections.payments.findOne({ _id }))?.status;
const joinAsOther = async ({ id }: Processing['campClass']) => {
  const { email } = await buildUser(app);
  return app.as({ email }).call('POST /addClass', { body: { classId: id, email } });
};

/** Ends the hold and lets everybody who may try for the seat. */
async function endHold({ campClass }: Processing) {
  app.passMinutes(61);
  await runJobs(app.services);
  return joinAsOther(campClass);
}

// Rules: R5, R8, R244.
it('keeps its seat after the hold has ended, and enrolls when the bank pays', async () => {
  const processing = await buildProcessing();
  const { campClass, student, cartId, paymentId } = processing;
  expect((await recordPayment(app, student, paymentId)).body.code).toBe('payment_not_finished');
  expect((await endHold(processing)).body.code).toBe('class_full');
  expect(await readSeats(campClass)).toMatchObject([{ state: 'held', userId: student._id }]);
  expect(await readStatus(paymentId)).toBe('open');

  await endProcessing(paymentId, 'succeeded');
  await sendWebhook(app, { type: 'payment_intent.succeeded', paymentId });
  const query = { email: student.email };
  expect((await app.as(student).call('GET /myEnrolledClass', { query })).body).toMatchObject([
    { transactionId: paymentId, entry_code: `${campClass.course_tag}-101` },
  ]);
  expect((await readSeats(campClass))?.map((seat) => seat.seatId.toHexString())).toEqual([cartId]);
});

it('enrolls also if no webhook says that the bank has paid', async () => {
  const processing = await buildProcessing();
  await endHold(processing);
  await endProcessing(processing.paymentId, 'succeeded');
  app.passMinutes(61);
  await runJobs(app.services);
  expect(await readSeats(processing.campClass)).toMatchObject([{ state: 'enrolled' }]);
});

it('frees its seat when the bank refuses it', async () => {
  const processing = await buildProcessing();
  const { campClass, paymentId } = processing;
  expect((await endHold(processing)).status).not.toBe(200);
  await endProcessing(paymentId, 'payment_failed');
  await sendWebhook(app, { type: 'payment_intent.payment_failed', paymentId });
  expect((await joinAsOther(campClass)).status).toBe(200);
  expect(await readStatus(paymentId)).toBe('canceled');
});

it('can be tried again with another card while the hold lasts, if the bank refuses it', async () => {
  const { campClass, student, cartId, paymentId } = await buildProcessing();
  await endProcessing(paymentId, 'payment_failed');
  expect(await startPaymentOf(app, student, { cartId, price: 60 })).toBe(paymentId);
  expect(await confirmPayment(paymentId)).toBe('succeeded');
  expect((await recordPayment(app, student, paymentId)).status).toBe(200);
  expect(await readSeats(campClass)).toMatchObject([{ state: 'enrolled' }]);
});

it('does not let its seat be removed, released, or paid in another way, and says why', async () => {
  const { campClass, student, cartId, paymentId } = await buildProcessing();
  const me = app.as(student);
  const classId = campClass.id;
  const refused = {
    status: 409,
    body: {
      code: 'payment_not_finished',
      message: expect.stringMatching(/^Your bank is still working on the payment/) as string,
    },
  };
  expect(
    await me.call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } }),
  ).toMatchObject(refused);
  const other = await buildClass(app, { price: 20, ...inWeek(2) });
  const cartIds = [cartId, (await holdSeatOf(app, student, other)).cartId];
  const both = { price: 80, cartIds };
  expect(await me.call('POST /createPayment-intent', { body: both })).toMatchObject(refused);
  const release = { params: { classId, cartId } };
  const admin = app.as(await buildUser(app, 'admin'));
  expect(await admin.call('DELETE /classHolds/:classId/:cartId', release)).toMatchObject({
    ...{ status: 409, body: { code: 'payment_not_finished' } },
  });
  expect(await readSeats(campClass)).toMatchObject([{ state: 'held' }]);
  expect(await readStatus(paymentId)).toBe('open');
});

it('stays in the cart as long as the bank takes, and says so', async () => {
  const processing = await buildProcessing();
  const { student, cartId, paymentId } = processing;
  const query = { email: student.email };
  const readCart = async () => {
    const me = app.as(student);
    const { body } = await me.call('GET /myclass', { query });
    // The tile on the student's home page counts the same.
    expect((await me.call('GET /userStats', { query })).body.cartData).toBe(body.length);
    return body.map(({ _id, state }) => ({ _id, state }));
  };
  expect(await readCart()).toEqual([{ _id: cartId, state: 'held' }]);
  await sendWebhook(app, { type: 'payment_intent.processing', paymentId });
  expect(await readCart()).toEqual([{ _id: cartId, state: 'processing' }]);
  await endHold(processing);
  expect(await readCart()).toEqual([{ _id: cartId, state: 'processing' }]);

  await endProcessing(paymentId, 'succeeded');
  await sendWebhook(app, { type: 'payment_intent.succeeded', paymentId });
  expect(await readCart()).toEqual([]);
});

it('is only waited for in the cart until the bank refuses it', async () => {
  const { student, cartId, paymentId } = await buildProcessing();
  await sendWebhook(app, { type: 'payment_intent.processing', paymentId });
  await endProcessing(paymentId, 'payment_failed');
  await sendWebhook(app, { type: 'payment_intent.payment_failed', paymentId });
  const query = { email: student.email };
  const readCart = async () => (await app.as(student).call('GET /myclass', { query })).body;
  expect(await readCart()).toMatchObject([{ _id: cartId, state: 'held' }]);
  app.passMinutes(61);
  expect(await readCart()).toEqual([]);
});

it('is found by the end of its hold, even if no webhook told us that the bank is working on it', async () => {
  const processing = await buildProcessing();
  await endHold(processing);
  const { email } = processing.student;
  expect(
    (await app.as(processing.student).call('GET /myclass', { query: { email } })).body,
  ).toMatchObject([{ _id: processing.cartId, state: 'processing' }]);
});

describe('the payer whose bank refuses it', () => {
  /** The bank works on a payment for more than an hour. */
  async function buildSlow() {
    const processing = await buildProcessing();
    await sendWebhook(app, {
      type: 'payment_intent.processing',
      paymentId: processing.paymentId,
    });
    await endHold(processing);
    return processing;
  }
  const readRefused = ({ student }: Processing) => readMailTo(app, student, 'payment refused');
  const gone = { heldUntil: null, charge: { amount: 6_000 }, lost: [{ className: 'Sailing' }] };

  it('hears that the seat is gone', async () => {
    const processing = await buildSlow();
    await endProcessing(processing.paymentId, 'payment_failed');
    await sendWebhook(app, {
      type: 'payment_intent.payment_failed',
      paymentId: processing.paymentId,
    });
    await runJobs(app.services);
    expect(await readSeats(processing.campClass)).toEqual([]);
    expect(await readRefused(processing)).toMatchObject({ props: gone });
  });

  it('hears of it also if no webhook tells us, once', async () => {
    const processing = await buildSlow();
    await endProcessing(processing.paymentId, 'payment_failed');
    await runJobs(app.services);
    await runJobs(app.services);
    expect(await readSeats(processing.campClass)).toEqual([]);
    expect(await readRefused(processing)).toMatchObject({ props: gone });
  });

  it('reads until when the seat is held, and nothing once another card has paid', async () => {
    const processing = await buildProcessing();
    const { student, cartId, paymentId } = processing;
    await sendWebhook(app, { type: 'payment_intent.processing', paymentId });
    await endProcessing(paymentId, 'payment_failed');
    await sendWebhook(app, { type: 'payment_intent.payment_failed', paymentId });
    expect(await readRefused(processing)).toMatchObject({
      props: { heldUntil: expect.any(Date) as Date },
    });
    await startPaymentOf(app, student, { cartId, price: 60 });
    await confirmPayment(paymentId);
    expect((await recordPayment(app, student, paymentId)).status).toBe(200);
    expect(await readRefused(processing)).toBeUndefined();
  });
});
