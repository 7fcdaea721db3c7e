import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  buildClass,
  buildPaidSeat,
  buildUser,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { startTestApp, useTestApp } from '../testing/test-app.ts';
import { sendWebhook } from '../testing/webhooks.ts';

const app = useTestApp();

const record = (person: { email: string }, paymentId: string) =>
  recordPayment(app, person, paymentId);

const enrolledClassesOf = async (person: { email: string }) =>
  (await app.as(person).call('GET /myEnrolledClass', { query: { email: person.email } })).body;

// Rules: R15, R18.
describe('Stripe’s webhook', () => {
  it('enrolls the student once, even if Stripe repeats the event', async () => {
    const campClass = await buildClass(app);
    const { student, paymentId } = await buildPaidSeat(app, campClass);
    const event = { type: 'payment_intent.succeeded', paymentId };
    expect(await sendWebhook(app, event)).toBe(200);
    expect(await sendWebhook(app, event)).toBe(200);
    expect(await enrolledClassesOf(student)).toHaveLength(1);
  });

  it('doesn’t trust the event but asks Stripe', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    const paymentId = await startPaymentOf(app, student, { cartId, price: campClass.price });
    expect(await sendWebhook(app, { type: 'payment_intent.succeeded', paymentId })).toBe(200);
    expect(await enrolledClassesOf(student)).toEqual([]);
  });

  it('in live mode is answered with 200 and does nothing in a school in test mode', async () => {
    const campClass = await buildClass(app);
    const { student, paymentId } = await buildPaidSeat(app, campClass);
    const event = { type: 'payment_intent.succeeded', paymentId, livemode: true };
    expect(await sendWebhook(app, event)).toBe(200);
    expect(await enrolledClassesOf(student)).toEqual([]);
  });

  it('refuses forged, old and missing signatures, and answers 200 to events that are not ours', async () => {
    const event = { type: 'payment_intent.succeeded', paymentId: 'pi_of_another_shop' };
    expect(await sendWebhook(app, event, { secret: 'whsec_wrong' })).toBe(400);
    expect(await sendWebhook(app, event, { ageInSeconds: 3600 })).toBe(400);
    expect(await sendWebhook(app, event, { header: '' })).toBe(400);
    expect(await sendWebhook(app, event)).toBe(200);
    for (const type of ['customer.created', '__proto__.x', 'constructor.x', 'toString', ''])
      expect(await sendWebhook(app, { type, paymentId: 'cus_1' }), type).toBe(200);
  });
});

describe('a refund made in Stripe’s dashboard', () => {
  it('frees the seat once and is recorded in the audit log', async () => {
    const campClass = await buildClass(app, { sit: 3 });
    const { student, paymentId } = await buildPaidSeat(app, campClass);
    await record(student, paymentId);
    await refundAtDashboard(paymentId);
    const event = { type: 'charge.refunded', paymentId };
    expect(await Promise.all([1, 2, 3].map(() => sendWebhook(app, event)))).toEqual([
      200, 200, 200,
    ]);
    const { classes } = app.services.database.collections;
    expect(await classes.findOne({ _id: campClass._id })).toMatchObject({ sit: 3, seats: [] });
    expect(await enrolledClassesOf(student)).toEqual([]);
    expect((await record(student, paymentId)).body.code).toBe('payment_refunded');
    expect(await readAuditLog(app, { target: paymentId })).toHaveLength(1);
  });

  it('frees the seat even if the payment is being recorded at the same moment', async () => {
    let webhook: Promise<number> | undefined;
    const asked = new EventEmitter();
    const busy = await startTestApp(({ cardPayments }) => ({
      cardPayments: {
        ...cardPayments,
        async retrieveIntent(id) {
          const intent = await cardPayments.retrieveIntent(id);
          if (webhook) {
            // The webhook: it has seen an open payment, and waits until the other call has enrolled the student.
            asked.emit('webhook');
            await once(asked, 'recorded');
          } else {
            await refundAtDashboard(id);
            const isAsked = once(asked, 'webhook');
            webhook = sendWebhook(busy, { type: 'charge.refunded', paymentId: id });
            await isAsked;
          }
          return intent;
        },
      },
    }));
    try {
      const { student, paymentId } = await buildPaidSeat(busy, await buildClass(busy, { sit: 3 }));
      expect((await recordPayment(busy, student, paymentId)).status).toBe(200);
      asked.emit('recorded');
      expect(await webhook).toBe(200);
      const { payments, classes } = busy.services.database.collections;
      expect(await payments.findOne({ _id: paymentId })).toMatchObject({ status: 'refunded' });
      expect(await classes.findOne({})).toMatchObject({ sit: 3, seats: [] });
    } finally {
      await busy.close();
    }
  });

  it('means no seat if it came before the payment was recorded', async () => {
    const campClass = await buildClass(app, { sit: 3 });
    const { student, paymentId } = await buildPaidSeat(app, campClass);
    await refundAtDashboard(paymentId);
    expect((await record(student, paymentId)).body.code).toBe('payment_refunded');
    expect(await enrolledClassesOf(student)).toEqual([]);
  });
});
