import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  holdSeatOf,
  recordPayment,
} from '../testing/factories.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { readMailTo } from '../testing/mails.ts';
import { listAtStripe, refundAtDashboard } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inWeek } from '../testing/today.ts';
import { createCutOff } from '../testing/watch-writes.ts';
import { settlePayment } from './settle-payment.ts';

const { world, cutOff } = createCutOff();
const app = useTestApp(cutOff);

/** A parent with three held seats of 50, 60 and 70 dollars. */
async function fillCart() {
  const parent = await buildUser(app);
  const classes = [];
  for (const [week, price] of [50, 60, 70].entries())
    classes.push(await buildClass(app, { price, sit: 2, ...inWeek(week) }));
  const cartIds = [];
  for (const campClass of classes) cartIds.push((await holdSeatOf(app, parent, campClass)).cartId);
  return { parent, classes, cartIds };
}
type Cart = Awaited<ReturnType<typeof fillCart>>;

const ask = ({ parent }: Pick<Cart, 'parent'>, cartIds: string[], price: number) =>
  app.as(parent).call('POST /createPayment-intent', { body: { cartIds, price } });

async function start(cart: Pick<Cart, 'parent'>, cartIds: string[], price: number) {
  const answer = await ask(cart, cartIds, price);
  expect(answer.body).toMatchObject({ clientSecret: expect.any(String) });
  return getIntentId(answer.body.clientSecret);
}

/** As if the holds of these classes had expired, and others had taken all seats. */
async function fillClasses(classes: Cart['classes']): Promise<void> {
  for (const { _id } of classes)
    await app.services.database.collections.classes.updateOne(
      { _id },
      { $set: { seats: [], sit: 0 } },
    );
}

const listSeats = async ({ classes }: Cart) => {
  const found = await app.services.database.collections.classes
    .find({ _id: { $in: classes.map(({ _id }) => _id) } })
    .sort({ price: 1 })
    .toArray();
  return found.map(({ seats }) => seats.map(({ state }) => state));
};

const readPayment = (_id: string) => app.services.database.collections.payments.findOne({ _id });

const sumBack = async (paymentId: string) =>
  (await listAtStripe(paymentId)).reduce((sum, { amount }) => sum + amount, 0);

// Rules: R18, R132, R133, R530.
describe('one payment for three seats', () => {
  it('gives all of them, each with its entry code, and has one receipt', async () => {
    const cart = await fillCart();
    const paymentId = await start(cart, cart.cartIds, 180);
    await confirmPayment(paymentId);
    const { body } = await recordPayment(app, cart.parent, paymentId);
    expect(body.items).toMatchObject(
      [50, 60, 70].map((price) => ({ amount: price * 100, state: 'enrolled' })),
    );
    expect(await listSeats(cart)).toEqual([['enrolled'], ['enrolled'], ['enrolled']]);
    const params = { paymentId };
    const receipt = await app.as(cart.parent).call('GET /receipts/:paymentId', { params });
    expect(receipt.body).toMatchObject({
      number: expect.stringMatching(/^R-\d{6}$/),
      payer: { email: cart.parent.email },
      items: [{ amount: 5_000 }, { amount: 6_000 }, { amount: 7_000 }],
      ...{ amount: 18_000, kept: 18_000, refunds: [] },
    });
    const other = await buildUser(app);
    expect((await app.as(other).call('GET /receipts/:paymentId', { params })).status).toBe(404);
  });

  it('keeps each field of the spec’s payment record, whatever the browser says that it cost', async () => {
    const cart = await fillCart();
    const paymentId = await start(cart, cart.cartIds, 180);
    await confirmPayment(paymentId);
    const { email } = cart.parent;
    const seats = cart.classes.map(({ id: classId }, at) => ({
      ...{ classId, cartId: cart.cartIds[at] ?? '', price: 1 },
    }));
    const body = { transactionId: paymentId, email, pay: 'succeeded', ...seats[0], items: seats };
    const record = (change: object) =>
      app.as(cart.parent).call('POST /makepayment', { body: { ...body, ...change } });
    // One seat stands in the fields themselves, and a seat has all three.
    expect((await record({ items: seats.slice(0, 1) })).status).toBe(400);
    expect((await record({ items: [...seats, { classId: seats[0]?.classId }] })).status).toBe(400);
    expect((await record({})).status).toBe(200);
    const kept = await readPayment(paymentId);
    expect(kept).toMatchObject({ _id: paymentId, email, status: 'enrolled', amount: 18_000 });
    expect(kept?.settledAt).toBeInstanceOf(Date);
    const read = kept?.items.map(({ classId, seatId, amount }) => ({
      ...{ classId: String(classId), cartId: String(seatId), price: amount / 100 },
    }));
    const byPrice = (read ?? []).toSorted((a, b) => a.price - b.price);
    expect(byPrice).toEqual(seats.map((seat, at) => ({ ...seat, price: [50, 60, 70][at] })));
  });

  it('returns the price of a class that is full by then, and gives the others', async () => {
    const cart = await fillCart();
    const paymentId = await start(cart, cart.cartIds, 180);
    await confirmPayment(paymentId);
    await fillClasses(cart.classes.slice(1, 2));
    const { body } = await recordPayment(app, cart.parent, paymentId);
    expect(body.items?.map(({ state }) => state)).toEqual(['enrolled', 'refunded', 'enrolled']);
    expect(await listAtStripe(paymentId)).toMatchObject([
      { amount: 6_000, metadata: { refundId: `${paymentId}:${cart.cartIds[1]}` } },
    ]);
    expect(await readPayment(paymentId)).toMatchObject({ status: 'enrolled', kept: 12_000 });
  });

  it('returns everything if all classes are full', async () => {
    const cart = await fillCart();
    const paymentId = await start(cart, cart.cartIds, 180);
    await confirmPayment(paymentId);
    await fillClasses(cart.classes);
    const { body } = await recordPayment(app, cart.parent, paymentId);
    expect(body.code).toBe('payment_refunded');
    expect(await sumBack(paymentId)).toBe(18_000);
    expect(await readPayment(paymentId)).toMatchObject({ status: 'refunded', kept: 0 });
    const answer = await app
      .as(cart.parent)
      .call('GET /receipts/:paymentId', { params: { paymentId } });
    expect(answer.status).toBe(404);
  });

  slowIt(
    'ends the same, no matter after which write the server was killed',
    async () => {
      for (let writes = 0, isCutOff = true; isCutOff; writes += 1) {
        const cart = await fillCart();
        const paymentId = await start(cart, cart.cartIds, 180);
        await confirmPayment(paymentId);
        await fillClasses(cart.classes.slice(1, 2));
        world.writesLeft = writes;
        await settlePayment(paymentId, app.services).catch(() => undefined);
        isCutOff = world.writesLeft < 0;
        world.writesLeft = Infinity;
        app.passMinutes(2);
        await runJobs(app.services);
        const why = `after ${writes} writes`;
        expect(await readPayment(paymentId), why).toMatchObject({
          items: [{ state: 'enrolled' }, { state: 'refunded' }, { state: 'enrolled' }],
          ...{ status: 'enrolled', kept: 12_000 },
        });
        expect(await listSeats(cart), why).toEqual([['enrolled'], [], ['enrolled']]);
        expect(await sumBack(paymentId), why).toBe(6_000);
      }
    },
    60_000,
  );
});

describe('starting a payment for several seats', () => {
  it('resumes the same selection, in any order, and ends a payment that overlaps', async () => {
    const cart = await fillCart();
    const [a = '', b = '', c = ''] = cart.cartIds;
    const first = await start(cart, [a, b], 110);
    expect(await start(cart, [b, a, b], 110)).toBe(first);
    const second = await start(cart, [b, c], 130);
    expect(second).not.toBe(first);
    expect(await confirmPayment(first)).toBe('payment_intent_unexpected_state');
    expect(await confirmPayment(second)).toBe('succeeded');
  });

  it('can’t be paid anymore once one of its seats is gone', async () => {
    const cart = await fillCart();
    const paymentId = await start(cart, cart.cartIds, 180);
    await fillClasses(cart.classes.slice(1, 2));
    app.passMinutes(1);
    await runJobs(app.services);
    expect(await confirmPayment(paymentId)).toBe('payment_intent_unexpected_state');
    expect(await readPayment(paymentId)).toMatchObject({ status: 'canceled' });
  });

  describe('in two tabs with overlapping selections that are both paid', () => {
    /** The first pays for two seats, the second for the second of them and a third one. */
    async function payTwice() {
      const cart = await fillCart();
      const [a = '', b = '', c = ''] = cart.cartIds;
      const first = await start(cart, [a, b], 110);
      // As if both tabs had asked at the same moment, so that neither saw the other's payment.
      const { payments } = app.services.database.collections;
      await payments.updateOne({ _id: first }, { $set: { status: 'canceled' } });
      const second = await start(cart, [b, c], 130);
      await payments.updateOne({ _id: first }, { $set: { status: 'open' } });
      for (const paymentId of [first, second])
        expect(await confirmPayment(paymentId)).toBe('succeeded');
      return { cart, first, second };
    }
    const record = async ({ parent }: Cart, paymentId: string) =>
      expect((await recordPayment(app, parent, paymentId)).status).toBe(200);

    it('one seat each, the rest goes back', async () => {
      const { cart, first, second } = await payTwice();
      for (const paymentId of [first, second]) await record(cart, paymentId);
      expect(await listSeats(cart)).toEqual([['enrolled'], ['enrolled'], ['enrolled']]);
      expect([await sumBack(first), await sumBack(second)]).toEqual([0, 6_000]);
    });

    it.each([
      ['before it is recorded', false],
      ['later', true],
    ])('if one payment is returned %s, the other keeps its seats', async (_when, isLater) => {
      const { cart, first, second } = await payTwice();
      await record(cart, second);
      if (isLater) await record(cart, first);
      await refundAtDashboard(first);
      await readRefunds(first, app.services);
      await runJobs(app.services);
      const [, ...kept] = await listSeats(cart);
      expect(kept).toEqual([['enrolled'], ['enrolled']]);
      expect(await readPayment(first)).toMatchObject({ status: 'refunded', kept: 0 });
      expect(await readPayment(second)).toMatchObject({
        ...{ status: 'enrolled', kept: 13_000 },
        items: [{ state: 'enrolled' }, { state: 'enrolled' }],
      });
      const canceled = await app.as(cart.parent).call('GET /myCancellations');
      expect(canceled.body.map(({ classId }) => classId)).toEqual(
        isLater ? [cart.classes[0]?.id] : [],
      );
      const mail = await readMailTo(app, cart.parent, 'refunded');
      // Of the two seats that it was for, the second one is not lost.
      expect(mail).toMatchObject({ props: { isWhole: true, lost: [{}] } });
    });
  });

  it('is refused at another price, if a seat is gone, or a class can’t be joined anymore', async () => {
    const cart = await fillCart();
    const { classes } = app.services.database.collections;
    const [, , third] = cart.classes;
    expect((await ask(cart, cart.cartIds, 181)).body.code).toBe('price_changed');
    await classes.updateOne({ _id: third?._id }, { $set: { camp_start: '2020-01-01' } });
    expect((await ask(cart, cart.cartIds, 180)).body.code).toBe('class_started');
    await classes.updateOne({ _id: third?._id }, { $set: { seats: [] } });
    expect((await ask(cart, cart.cartIds, 180)).body.code).toBe('seat_not_held');
  });

  it('is refused for a child whose guardian the caller no longer is', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const campClass = await buildClass(app, { price: 50 });
    const joined = await app.as(parent).call('POST /addClass', {
      body: { classId: campClass.id, email: parent.email, childId: child.id },
    });
    const { children } = app.services.database.collections;
    await children.updateOne({ _id: child._id }, { $set: { guardians: [] } });
    expect((await ask({ parent }, [joined.body.cartId], 50)).body.code).toBe('guardian_may_not');
  });
});
