import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPayment } from '../payments/start-payment.ts';
import {
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { listAtStripe } from '../testing/refunds.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { releaseExpiredHolds } from './release-holds.ts';

const ENDED = 12;
const JOINS = 40;

let app: TestApp;
const calls: string[] = [];
let most = 0;
beforeAll(async () => {
  let current = 0;
  app = await startTestApp(({ cardPayments }) => {
    const count = async <T>(name: string, ask: () => Promise<T>): Promise<T> => {
      calls.push(name);
      most = Math.max(most, ++current);
      return ask().finally(() => (current -= 1));
    };
    return {
      cardPayments: {
        ...cardPayments,
        cancelIntent: (id) => count('cancel', () => cardPayments.cancelIntent(id)),
        retrieveIntent: (id) => count('retrieve', () => cardPayments.retrieveIntent(id)),
      },
    };
  });
});
afterAll(() => app.close());

// Rules: R7.
it('40 joins on a class with 12 ended holds end each payment once, and each free seat is taken', async () => {
  const campClass = await buildClass(app, { sit: ENDED });
  for (let number = 0; number < ENDED; number += 1) {
    const student = await buildUser(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    await startPaymentOf(app, student, { cartId, price: campClass.price });
  }
  app.passMinutes(31);
  const students = await Promise.all(Array.from({ length: JOINS }, () => buildUser(app)));
  calls.length = 0;
  most = 0;
  const answers = await Promise.all(
    students.map(({ email }) =>
      app.as({ email }).call('POST /addClass', { body: { classId: campClass.id, email } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(ENDED);
  expect(answers.filter(({ body }) => body.code === 'class_full')).toHaveLength(JOINS - ENDED);
  expect(calls.filter((name) => name === 'cancel')).toHaveLength(ENDED);
  expect(calls.length).toBeLessThanOrEqual(2 * ENDED);
  expect(most).toBeLessThanOrEqual(4);
});

// Rules: R7, R16.
it.each([
  { until: 'the seat is free', isFreed: true },
  { until: 'its payment is canceled: who then pays has the seat or the money', isFreed: false },
])(
  'a payment page that is reloaded as its hold ends is answered once $until',
  async ({ isFreed }) => {
    const [student, other] = [await buildUser(app), await buildUser(app)];
    const campClass = await buildClass(app, { sit: 1 });
    const { cartId } = await holdSeatOf(app, student, campClass);
    const seat = { cartId, price: campClass.price };
    const first = await startPaymentOf(app, student, seat);
    const { cardPayments } = app.services;
    const moments = new EventEmitter();
    const [isCanceled, isPaid] = [once(moments, 'canceled'), once(moments, 'paid')];
    let job: Promise<void> | undefined;
    const withStripe = (changes: Partial<typeof cardPayments>) => ({
      ...app.services,
      cardPayments: { ...cardPayments, ...changes },
    });
    const cancelIntent = async (id: string) => {
      await cardPayments.cancelIntent(id);
      moments.emit('canceled');
      if (!isFreed && id === first) await isPaid;
    };
    const retrieveIntent = async (id: string) => {
      if (!job) {
        app.passMinutes(31);
        job = releaseExpiredHolds(withStripe({ cancelIntent }));
        await (isFreed ? job : isCanceled);
      }
      return cardPayments.retrieveIntent(id);
    };
    const reload = startPayment(seat, student, withStripe({ retrieveIntent }));
    const join = () => {
      const body = { classId: campClass.id, email: other.email };
      return app.as(other).call('POST /addClass', { body });
    };
    if (isFreed) {
      await expect(reload).rejects.toMatchObject({ code: 'seat_not_held' });
      return expect((await join()).status).toBe(200);
    }
    const paymentId = getIntentId((await reload).clientSecret);
    expect(await confirmPayment(paymentId)).toBe('succeeded');
    moments.emit('paid');
    await job;
    expect((await join()).status).toBe(200);
    expect((await recordPayment(app, student, paymentId)).body.code).toBe('payment_refunded');
    const price = Math.round(campClass.price * 100);
    expect(await listAtStripe(paymentId)).toMatchObject([{ amount: price, status: 'succeeded' }]);
  },
);
