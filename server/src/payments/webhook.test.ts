import { EventEmitter, once } from 'node:events';
import type { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import {
  buildClass,
  buildPaidSeat,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { listAtStripe, refundAtDashboard } from '../testing/refunds.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
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

const [T, V1] = [/t=\d+/, /v1=\w+/];
/** What is not Stripe's, or not as Stripe signed it. */
const FORGED: Record<string, Parameters<typeof sendWebhook>[2]> = {
  'nonsense as signature': { header: 'x' },
  'no time in the signature': { sign: (text) => V1.exec(text)![0] },
  'no signature at the time': { sign: (text) => T.exec(text)![0] },
  'another time than was signed': {
    sign: (text) => text.replace(T, `t=${Math.floor(Date.now() / 1_000) + 1}`),
  },
  'an older signature scheme': { sign: (text) => text.replace('v1=', 'v0=') },
  'the secret of our sessions': { secret: 'a-secret-for-tests-that-is-long-enough' },
  'the key of our account': { secret: 'sk_test_sandbox' },
  'another type than was signed': { write: (text) => text.replace('succeeded', 'processing') },
  'the same without spaces': { write: (text) => JSON.stringify(JSON.parse(text)) },
  'the same with a newline at the end': { write: (text) => `${text}\n` },
  'cut off': { write: (text) => text.slice(0, -1) },
  'an empty body': { write: () => '' },
};

it.each(Object.entries(FORGED))(
  '%s: an event is refused, and enrolls nobody',
  async (_what, forge) => {
    const { student, paymentId } = await buildPaidSeat(app, await buildClass(app));
    const event = { type: 'payment_intent.succeeded', paymentId };
    expect(await sendWebhook(app, event, forge)).toBe(400);
    expect(await enrolledClassesOf(student)).toEqual([]);
  },
);

it('an event about another amount than is in the ledger enrolls nobody, and Stripe sends it again', async () => {
  const { paymentId } = await buildPaidSeat(app, await buildClass(app));
  const { payments } = app.services.database.collections;
  await payments.updateOne({ _id: paymentId }, { $inc: { amount: 100 } });
  expect(await sendWebhook(app, { type: 'payment_intent.succeeded', paymentId })).toBe(500);
  expect(await payments.findOne({ _id: paymentId })).toMatchObject({ status: 'open' });
});

const EVENTS = [
  ...(['payment_intent.succeeded', 'payment_intent.payment_failed'] as const),
  ...(['payment_intent.canceled', 'charge.refunded'] as const),
];

type Started = { student: { email: string }; paymentId: string; classId: ObjectId };
/** How a payment is at Stripe when its events come, and how it and its seat end. */
const STATES: [name: string, reach: (started: Started) => Promise<unknown>, end: string][] = [
  ['paid', ({ paymentId }) => confirmPayment(paymentId), 'enrolled, seat enrolled'],
  [
    'declined',
    ({ paymentId }) => confirmPayment(paymentId, 'pm_card_chargeDeclined'),
    'open, seat held',
  ],
  [
    'canceled',
    ({ paymentId }) => app.services.cardPayments.cancelIntent(paymentId),
    'canceled, seat held',
  ],
  [
    'paid and refunded',
    async ({ paymentId }) => {
      await confirmPayment(paymentId);
      await refundAtDashboard(paymentId);
    },
    'refunded, seat held',
  ],
  [
    'enrolled and refunded',
    async ({ student, paymentId }) => {
      await confirmPayment(paymentId);
      await record(student, paymentId);
      await refundAtDashboard(paymentId);
    },
    'refunded, seat undefined',
  ],
  [
    'paid for a closed class',
    async ({ paymentId, classId: _id }) => {
      await confirmPayment(paymentId);
      const closed = { $set: { status: 'archived' as const }, $inc: { version: 1 } };
      await app.services.database.collections.classes.updateOne({ _id }, closed);
    },
    'refunded, seat held',
  ],
];

slowDescribe('Stripe’s four events in each of 24 orders, true or not', () => {
  it.each(STATES)('end a payment that is %s in the same state', async (_name, reach, end) => {
    const ends = permute([...EVENTS]).map(async (order) => {
      const student = await buildUser(app);
      const campClass = await buildClass(app);
      const { cartId } = await holdSeatOf(app, student, campClass);
      const paymentId = await startPaymentOf(app, student, { cartId, price: campClass.price });
      await reach({ student, paymentId, classId: campClass._id });
      for (const type of order) expect(await sendWebhook(app, { type, paymentId })).toBe(200);
      const { payments, classes } = app.services.database.collections;
      const payment = await payments.findOne({ _id: paymentId });
      const [seat] = (await classes.findOne({ _id: campClass._id }))!.seats;
      const returned = (await listAtStripe(paymentId)).length;
      return `${payment?.status}, seat ${seat?.state}, ${returned} refunds`;
    });
    const refunds = end.startsWith('refunded') ? 1 : 0;
    expect(new Set(await Promise.all(ends))).toEqual(new Set([`${end}, ${refunds} refunds`]));
  });
});

/** @returns the items in every order */
function permute<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((first) =>
    permute(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}

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
