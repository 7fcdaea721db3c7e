import { randomUUID } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import { checkCredit } from './check-credit.ts';
import type { Answer, TestApp } from './test-app.ts';
import {
  buildClass,
  confirmPayment,
  getIntentId,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from './factories.ts';
import { inWeek } from './today.ts';

type Person = { email: string };

/** Pays for a seat by card. @returns its cart id and its payment */
export async function enrollByCard(app: TestApp, person: Person, price: number) {
  const campClass = await buildClass(app, { price, name: `Canceled class of ${price}` });
  const { cartId } = await holdSeatOf(app, person, campClass);
  const paymentId = await startPaymentOf(app, person, { cartId, price });
  await confirmPayment(paymentId);
  await recordPayment(app, person, paymentId);
  return { campClass, cartId, paymentId };
}

/** Cancels a seat and keeps all of its money as credit. @param refund in cents */
export function cancelForCredit(
  app: TestApp,
  person: Person,
  { cartId, refund }: { cartId: string; refund: number },
): Promise<Answer<'POST /cancellation/:cartId'>> {
  return app.as(person).call('POST /cancellation/:cartId', {
    params: { cartId },
    body: { refund, asCredit: true },
  });
}

/** Gives somebody credit, from a seat that they paid by card and canceled. */
export async function buildCredit(app: TestApp, person: Person, price: number) {
  const seat = await enrollByCard(app, person, price);
  const answer = await cancelForCredit(app, person, { ...seat, refund: price * 100 });
  if (answer.status !== 200) throw new Error(`No credit: ${JSON.stringify(answer.body)}`);
  return seat;
}

/** Begins a card payment that credit pays in part. @returns the PaymentIntent's id */
export async function startMixed(
  app: TestApp,
  person: Person,
  order: { cartId: string; price: number; credit: number },
): Promise<string> {
  const answer = await app.as(person).call('POST /createPayment-intent', { body: order });
  if (answer.status !== 200) throw new Error(`No payment: ${JSON.stringify(answer.body)}`);
  return getIntentId(answer.body.clientSecret);
}

/** What tests of credit do, on one server. */
export function creditFor(app: TestApp) {
  let held = 0;
  return {
    readCredit: async (person: Person) => (await app.as(person).call('GET /myCredit')).body,
    readPayment: (_id: string) => app.services.database.collections.payments.findOne({ _id }),
    /** Pays held seats with credit. */
    pay: (person: Person, cartIds: string[], price: number, requestId = randomUUID()) =>
      app.as(person).call('POST /creditPayments', { body: { requestId, cartIds, price } }),
    /** Holds a seat in a new class. */
    async hold(person: Person, price: number) {
      const campClass = await buildClass(app, { price, ...inWeek((held += 1)) });
      return { campClass, cartId: (await holdSeatOf(app, person, campClass)).cartId };
    },
    check: (person: { _id: ObjectId }) => checkCredit(app, person),
  };
}
