import { setUpSchool } from '../testing/school.ts';
import { describe, expect, it } from 'vitest';
import {
  buildClass,
  buildEnrolledSeat,
  buildUser,
  confirmPayment,
  getIntentId,
  holdSeatOf,
  startPaymentOf,
} from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { startPayment } from './start-payment.ts';
import { settlePayment } from '../changes/settle-payment.ts';

const app = useTestApp();

// Rules: R10, R12, R13, R63, R429.
describe('starting a payment', () => {
  it('continues the same payment after a reload and in several tabs', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    const start = () => startPaymentOf(app, student, { cartId, price: campClass.price });
    const ids = await Promise.all([start(), start(), start()]);
    expect(new Set([...ids, await start()]).size).toBe(1);
  });

  it('charges the class’s price in cents, whatever the browser sends', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { price: 89.5 });
    const { cartId } = await holdSeatOf(app, student, campClass);
    const wrong = await app
      .as(student)
      .call('POST /createPayment-intent', { body: { cartId, price: 0.5 } });
    expect(wrong).toMatchObject({ status: 409, body: { code: 'price_changed' } });
    const id = await startPaymentOf(app, student, { cartId, price: 89.5 });
    expect(await app.services.cardPayments.retrieveIntent(id)).toMatchObject({
      amount: 8950,
      currency: 'usd',
    });
  });

  it('is refused if the seat is released while we talk to Stripe, and nobody can pay for it', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    const { cardPayments, database } = app.services;
    let paymentId = '';
    const createIntent: typeof cardPayments.createIntent = async (...parts) => {
      const intent = await cardPayments.createIntent(...parts);
      ({ paymentId } = intent);
      await database.collections.classes.updateOne({ _id: campClass._id }, { $set: { seats: [] } });
      return intent;
    };
    const services = { ...app.services, cardPayments: { ...cardPayments, createIntent } };
    const started = startPayment({ cartId, price: campClass.price }, student, services);
    await expect(started).rejects.toMatchObject({ code: 'seat_not_held' });
    expect(await confirmPayment(paymentId)).toBe('payment_intent_unexpected_state');
  });

  it('accepts the price alone, as the first web app sent it', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { price: 77 });
    await holdSeatOf(app, student, campClass);
    const answer = await app
      .as(student)
      .call('POST /createPayment-intent', { body: { price: 77 } });
    expect(answer.status).toBe(200);
  });

  it('charges the price at which the seat was held, also if the class has another one by now', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { price: 50 });
    const { cartId } = await holdSeatOf(app, student, campClass);
    const before = await startPaymentOf(app, student, { cartId, price: 50 });
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { price: 60 } },
    );
    expect(await startPaymentOf(app, student, { cartId, price: 50 })).toBe(before);
    const refused = await app
      .as(student)
      .call('POST /createPayment-intent', { body: { cartId, price: 60 } });
    expect(refused.body.code).toBe('price_changed');
  });

  it('charges in the school’s currency, and an earlier payment keeps its own', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app, { price: 50 });
    const { cartId } = await holdSeatOf(app, student, campClass);
    const inDollars = await startPaymentOf(app, student, { cartId, price: 50 });
    // The school’s currency is another one. A page from before that shows dollars, so it starts nothing.
    setUpSchool({ currency: 'EUR' });
    const old = startPayment({ cartId, price: 50, currency: 'USD' }, student, app.services);
    await expect(old).rejects.toMatchObject({ code: 'price_changed' });
    const { clientSecret } = await startPayment({ cartId, price: 50 }, student, app.services);
    const fresh = getIntentId(clientSecret);
    expect(await confirmPayment(inDollars)).toBe('payment_intent_unexpected_state');
    expect(await app.services.cardPayments.retrieveIntent(fresh)).toMatchObject({
      amount: 5000,
      currency: 'eur',
    });

    // It is paid, and the school goes back to dollars before the payment is settled.
    setUpSchool();
    expect(await confirmPayment(fresh)).toBe('succeeded');
    expect((await settlePayment(fresh, app.services)).state).toBe('enrolled');
    const query = { email: student.email };
    const mine = await app.as(student).call('GET /myEnrolledClass', { query });
    expect(mine.body).toMatchObject([{ price: 50, currency: 'EUR', transactionId: fresh }]);
  });

  it('is refused for a free class, another student’s seat and a paid seat', async () => {
    const [student, other] = [await buildUser(app), await buildUser(app)];
    // A held seat of a free class exists only if the price was lowered, or if a join was cut off.
    const free = await buildClass(app);
    const { cartId } = await holdSeatOf(app, student, free);
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: free._id }, { $set: { price: 0 } });
    const start = (person: { email: string }, entry: { cartId: string; price: number }) =>
      app.as(person).call('POST /createPayment-intent', { body: entry });
    expect((await start(student, { cartId, price: 0 })).body.code).toBe('nothing_to_pay');
    expect((await start(other, { cartId, price: 0 })).body.code).toBe('seat_not_held');

    const campClass = await buildClass(app);
    const paid = await buildEnrolledSeat(app, campClass);
    const again = await start(paid.student, { cartId: paid.cartId, price: campClass.price });
    expect(again.body.code).toBe('already_joined');
  });
});

it('the intent’s id is read from the client secret', () => {
  expect(getIntentId('pi_123_secret_abc')).toBe('pi_123');
});
