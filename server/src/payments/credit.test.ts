import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import {
  buildClass,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import {
  buildCredit,
  cancelForCredit,
  creditFor,
  enrollByCard,
  startMixed,
} from '../testing/credit.ts';
import { listAtStripe } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { killAfter } from '../testing/watch-writes.ts';
import { payWithCredit } from './pay-with-credit.ts';
import { refundCredit } from './own-credit.ts';
import { cancelOwnSeat } from '../changes/cancel-own-seat.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const { readCredit, readPayment, pay, hold, check } = creditFor(app);

type Person = { email: string };
const cancel = (person: Person, cartId: string, refund: number) =>
  app.as(person).call('POST /cancellation/:cartId', { params: { cartId }, body: { refund } });
const takeBack = (person: Person, amount: number) =>
  app.as(person).call('POST /myCredit/refund', { body: { amount } });

// Rules: R360, R361, R362, R504.
describe('credit instead of a refund', () => {
  it('is what the parent chose: nothing goes to Stripe, and the books say where the money is', async () => {
    const parent = await buildUser(app);
    const { cartId, paymentId } = await enrollByCard(app, parent, 100);
    const answer = await cancelForCredit(app, parent, { cartId, refund: 10_000 });
    expect(answer.body).toMatchObject({ refund: 10_000, credit: 10_000, state: 'refunded' });
    expect(await listAtStripe(paymentId)).toEqual([]);
    expect(await readPayment(paymentId)).toMatchObject({
      kept: 0,
      movements: [{ kind: 'begun' }, { kind: 'paid' }, { kind: 'credit', amount: -10_000 }],
    });
    const { body: preview } = await app
      .as(parent)
      .call('GET /receipts/:paymentId', { params: { paymentId } });
    expect(preview.refunds).toMatchObject([{ amount: 10_000, isCredit: true, creditNote: 1 }]);
    expect(await readCredit(parent)).toMatchObject({
      ...{ available: 10_000, refundable: 10_000 },
      lines: [{ amount: 10_000, left: 10_000, paymentId, isRefundable: true, uses: [] }],
    });
    expect(await readAuditLog(app, { action: 'cancel seat', target: paymentId })).toMatchObject([
      { after: { refund: 10_000, asCredit: true } },
    ]);
    await check(parent);
  });

  it('is never there without being asked for, and belongs to one account', async () => {
    const [parent, other] = [await buildUser(app), await buildUser(app)];
    const { cartId, paymentId } = await enrollByCard(app, parent, 100);
    expect((await cancel(parent, cartId, 10_000)).body).toMatchObject({ credit: 0 });
    expect(await listAtStripe(paymentId)).toMatchObject([{ amount: 10_000 }]);
    expect(await readCredit(parent)).toMatchObject({ available: 0, lines: [] });
    await buildCredit(app, parent, 60);
    expect(await readCredit(other)).toMatchObject({ available: 0, lines: [] });
    const held = await hold(other, 60);
    expect(await pay(other, [held.cartId], 60)).toMatchObject({
      body: { code: 'credit_changed' },
    });
    expect(await takeBack(other, 6_000)).toMatchObject({ body: { code: 'credit_changed' } });
  });

  it('is also what an admin gives if the family asks for it, for office money, too', async () => {
    const parent = await buildUser(app);
    const { cartId } = await hold(parent, 80);
    const id = parent._id.toHexString();
    const { transactionId: paymentId } = (
      await app.as(admin).call('POST /families/:id/payments', {
        params: { id },
        body: {
          ...{ requestId: randomUUID(), cartIds: [cartId], method: 'cash', amount: 8_000 },
          ...{ day: inDays(0), reference: '' },
        },
      })
    ).body;
    const body = { paymentId, cartId, amount: 8_000, asCredit: true, note: 'They asked for it.' };
    expect((await app.as(admin).call('POST /refunds', { body })).status).toBe(200);
    expect((await app.as(admin).call('GET /openRefunds')).body).toEqual([]);
    const shown = await app.as(admin).call('GET /families/:id/credit', { params: { id } });
    expect(shown.body).toMatchObject({ available: 8_000, lines: [{ until: null }] });
    await check(parent);
    // It came in cash, so it is refunded by hand.
    const answer = await app.as(admin).call('POST /families/:id/credit/refund', {
      params: { id },
      body: { amount: 8_000, note: 'They move away.' },
    });
    expect(answer.status).toBe(200);
    const [open] = (await app.as(admin).call('GET /openRefunds')).body;
    expect(open).toMatchObject({ paymentId, amount: 8_000, method: 'cash', state: 'failed' });
    expect(await readCredit(parent)).toMatchObject({ available: 0 });
    const given = await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params: { refundId: open!._id },
      body: { cartId: null, paidOtherwise: 8_000 },
    });
    expect(given.status).toBe(200);
    expect(await readPayment(paymentId)).toMatchObject({ kept: 0 });
    await check(parent);
  });
});

describe('paying with credit', () => {
  it('enrolls the seat, with a receipt of its own; the rest stays', async () => {
    const parent = await buildUser(app);
    await buildCredit(app, parent, 100);
    const { cartId } = await hold(parent, 70);
    const requestId = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => pay(parent, [cartId], 70, requestId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { transactionId: paymentId } = answers[0]!.body;
    // The same request of somebody else is not theirs.
    expect(await pay(await buildUser(app), [cartId], 70, requestId)).toMatchObject({
      body: { code: 'request_used' },
    });
    expect(await readPayment(paymentId)).toMatchObject({
      ...{ method: 'credit', status: 'enrolled', kept: 7_000 },
      movements: [{ kind: 'begun' }, { kind: 'credit', amount: 7_000 }],
    });
    expect(await readCredit(parent)).toMatchObject({
      available: 3_000,
      lines: [{ left: 3_000, uses: [{ paymentId, amount: 7_000, isOpen: false }] }],
    });
    const receipt = await app
      .as(parent)
      .call('GET /receipts/:paymentId', { params: { paymentId } });
    expect(receipt.body).toMatchObject({ method: 'credit', amount: 7_000 });
    expect((await recordPayment(app, parent, paymentId)).body).toMatchObject({
      items: [{ state: 'enrolled' }],
    });
    await check(parent);
  });

  it('in two tabs at once, for two seats: one is paid, and the credit is spent once', async () => {
    const parent = await buildUser(app);
    await buildCredit(app, parent, 100);
    const [one, two] = [await hold(parent, 100), await hold(parent, 100)];
    const answers = await Promise.all([
      pay(parent, [one.cartId], 100),
      pay(parent, [two.cartId], 100),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readCredit(parent)).toMatchObject({ available: 0 });
    await check(parent);
  });

  it('together with a card is two payments for one seat, and each part goes back its own way', async () => {
    const parent = await buildUser(app);
    await buildCredit(app, parent, 60);
    const { cartId } = await hold(parent, 100);
    const paymentId = await startMixed(app, parent, { cartId, price: 100, credit: 6_000 });
    expect(await readCredit(parent)).toMatchObject({
      available: 0,
      lines: [{ uses: [{ amount: 6_000, isOpen: true }] }],
    });
    await confirmPayment(paymentId);
    expect((await recordPayment(app, parent, paymentId)).body).toMatchObject({
      items: [{ amount: 10_000, state: 'enrolled' }],
    });
    const beside = `credit_${paymentId}`;
    expect(await readPayment(paymentId)).toMatchObject({ amount: 4_000, kept: 4_000 });
    expect(await readPayment(beside)).toMatchObject({ amount: 6_000, kept: 6_000 });
    await check(parent);
    const quote = await app.as(parent).call('GET /cancellation/:cartId', { params: { cartId } });
    expect(quote.body).toMatchObject({ paid: 10_000, refund: 10_000, fromCredit: 6_000 });
    expect((await cancel(parent, cartId, 10_000)).body).toMatchObject({ credit: 6_000 });
    expect(await listAtStripe(paymentId)).toMatchObject([{ amount: 4_000 }]);
    expect(await readCredit(parent)).toMatchObject({
      available: 6_000,
      lines: [{ left: 6_000, uses: [] }],
    });
    await check(parent);
  });

  slowIt(
    'and checkouts that are given up one after the other leave a list that does not grow',
    async () => {
      const parent = await buildUser(app);
      await buildCredit(app, parent, 60);
      const paid = await hold(parent, 10);
      expect(await pay(parent, [paid.cartId], 10)).toMatchObject({ status: 200 });
      const { cartId } = await hold(parent, 100);
      const orders = Array.from({ length: 24 }, (_, place) => ({
        ...{ cartId, price: 100, credit: place % 2 ? 1_000 : 2_000 },
      }));
      for (const order of orders) await startMixed(app, parent, order);
      const { refunds } = app.services.database.collections;
      const [{ credit } = {}] = await refunds.find({ 'credit.left': 4_000 }).toArray();
      // What was spent, the open checkout, and the last ones that were given up.
      expect(credit?.uses.filter(({ isDropped }) => !isDropped)).toMatchObject([
        { amount: 1_000 },
        { amount: 1_000 },
      ]);
      expect(credit?.uses).toHaveLength(22);
      expect(await readCredit(parent)).toMatchObject({ available: 4_000 });
      await check(parent);
    },
  );

  it('and a card that is declined, or a checkout that is left: nothing is spent', async () => {
    const parent = await buildUser(app);
    await buildCredit(app, parent, 60);
    const { campClass, cartId } = await hold(parent, 100);
    const order = { cartId, price: 100, credit: 6_000 };
    const paymentId = await startMixed(app, parent, order);
    expect(await confirmPayment(paymentId, 'pm_card_chargeDeclined')).toBe('card_declined');
    // A reload, or a second tab, continues with the same payment.
    expect(await startMixed(app, parent, order)).toBe(paymentId);
    expect(await readCredit(parent)).toMatchObject({ available: 0 });
    // By card alone instead: the first payment ends.
    const byCard = await startPaymentOf(app, parent, { cartId, price: 100 });
    expect(byCard).not.toBe(paymentId);
    expect(await readCredit(parent)).toMatchObject({ available: 6_000 });
    const again = await startMixed(app, parent, order);
    expect(await readCredit(parent)).toMatchObject({ available: 0 });
    app.passMinutes(120);
    await runJobs(app.services);
    expect(await readPayment(again)).toMatchObject({ status: 'canceled' });
    expect(await readPayment(`credit_${again}`)).toBeNull();
    expect(await readCredit(parent)).toMatchObject({ available: 6_000, lines: [{ uses: [] }] });
    expect(
      await app.services.database.collections.classes.findOne({ _id: campClass._id }),
    ).toMatchObject({ seats: [] });
    await check(parent);
  });

  it('of two checkouts at once, in two tabs, one gets the credit', async () => {
    const parent = await buildUser(app);
    await buildCredit(app, parent, 60);
    const [one, two] = [await hold(parent, 100), await hold(parent, 100)];
    const answers = await Promise.all(
      [one, two].map(({ cartId }) =>
        app
          .as(parent)
          .call('POST /createPayment-intent', { body: { cartId, price: 100, credit: 6_000 } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      body: { code: 'credit_changed' },
    });
    await check(parent);
  });

  it('leaves nothing that a card can’t pay, and pays no more than there is', async () => {
    const parent = await buildUser(app);
    await buildCredit(app, parent, 60);
    const { cartId } = await hold(parent, 60.2);
    const begin = (credit: number) =>
      app.as(parent).call('POST /createPayment-intent', { body: { cartId, price: 60.2, credit } });
    expect(await begin(6_000)).toMatchObject({ status: 400 });
    expect(await begin(6_020)).toMatchObject({ status: 400 });
    expect(await begin(0)).toMatchObject({ status: 400 });
    expect((await begin(5_900)).status).toBe(200);
    const dear = await hold(parent, 300);
    const body = { cartId: dear.cartId, price: 300, credit: 6_001 };
    expect(await app.as(parent).call('POST /createPayment-intent', { body })).toMatchObject({
      body: { code: 'credit_changed' },
    });
  });

  it('of a seat that is gone when the card has paid: both parts go back', async () => {
    const parent = await buildUser(app);
    await buildCredit(app, parent, 60);
    const { campClass, cartId } = await hold(parent, 100);
    const paymentId = await startMixed(app, parent, { cartId, price: 100, credit: 6_000 });
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { seats: [], sit: 0 } },
    );
    await confirmPayment(paymentId);
    expect(await recordPayment(app, parent, paymentId)).toMatchObject({
      body: { code: 'payment_refunded' },
    });
    expect(await listAtStripe(paymentId)).toMatchObject([{ amount: 4_000 }]);
    expect(await readCredit(parent)).toMatchObject({ available: 6_000 });
    await check(parent);
  });

  it('for two seats, of which one is gone: its share of the credit is free again', async () => {
    const parent = await buildUser(app);
    await buildCredit(app, parent, 100);
    const [one, two] = [await hold(parent, 100), await hold(parent, 50)];
    const cartIds = [one.cartId, two.cartId];
    const answer = await app.as(parent).call('POST /createPayment-intent', {
      body: { cartIds, price: 150, credit: 9_000 },
    });
    const paymentId = answer.body.clientSecret.replace(/_secret_.*$/, '');
    await app.services.database.collections.classes.updateOne(
      { _id: two.campClass._id },
      { $set: { seats: [], sit: 0 } },
    );
    await confirmPayment(paymentId);
    await recordPayment(app, parent, paymentId);
    // A hundred is two thirds of it: 60 of the credit and 40 of the card.
    expect(await readPayment(paymentId)).toMatchObject({ amount: 6_000, kept: 4_000 });
    expect(await readPayment(`credit_${paymentId}`)).toMatchObject({ amount: 9_000, kept: 6_000 });
    expect(await readCredit(parent)).toMatchObject({ available: 4_000 });
    await check(parent);
  });
});

describe('credit that goes back', () => {
  it('goes to the card that it came from: what is not spent', async () => {
    const parent = await buildUser(app);
    const { paymentId } = await buildCredit(app, parent, 100);
    const { cartId } = await hold(parent, 30);
    await pay(parent, [cartId], 30);
    expect(await takeBack(parent, 10_000)).toMatchObject({ body: { code: 'credit_changed' } });
    const answers = await Promise.all([takeBack(parent, 7_000), takeBack(parent, 7_000)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await listAtStripe(paymentId)).toMatchObject([{ amount: 7_000 }]);
    expect(await readPayment(paymentId)).toMatchObject({ kept: 0 });
    expect(await readCredit(parent)).toMatchObject({ available: 0, refundable: 0 });
    await check(parent);
  });

  it('only until the last day on which the refund would have been the same; it can be spent after that', async () => {
    const parent = await buildUser(app);
    await buildCredit(app, parent, 100);
    await app.services.database.collections.refunds.updateMany(
      { credit: { $exists: true } },
      { $set: { 'credit.until': inDays(-1) } },
    );
    expect(await readCredit(parent)).toMatchObject({ available: 10_000, refundable: 0 });
    expect(await takeBack(parent, 10_000)).toMatchObject({ body: { code: 'credit_changed' } });
    const { cartId } = await hold(parent, 100);
    expect((await pay(parent, [cartId], 100)).status).toBe(200);
    await check(parent);
  });

  it('or is spent, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const parent = await buildUser(app);
      const { paymentId } = await buildCredit(app, parent, 50);
      const { cartId } = await hold(parent, 50);
      const [paid, back] = await Promise.all([pay(parent, [cartId], 50), takeBack(parent, 5_000)]);
      expect([paid.status, back.status].sort()).toEqual([200, 409]);
      expect(await listAtStripe(paymentId)).toHaveLength(back.status === 200 ? 1 : 0);
      await check(parent);
    }
  });

  it('waits in the admins’ list if the card can’t take it', async () => {
    const parent = await buildUser(app);
    const campClass = await buildClass(app, { price: 40 });
    const { cartId } = await holdSeatOf(app, parent, campClass);
    const paymentId = await startPaymentOf(app, parent, { cartId, price: 40 });
    await confirmPayment(paymentId, 'pm_card_refundFail');
    await recordPayment(app, parent, paymentId);
    await cancelForCredit(app, parent, { cartId, refund: 4_000 });
    expect((await takeBack(parent, 4_000)).status).toBe(200);
    await expect
      .poll(async () => {
        app.passMinutes(61);
        await runJobs(app.services);
        return (await app.as(admin).call('GET /openRefunds')).body;
      })
      .toContainEqual(expect.objectContaining({ paymentId, state: 'failed' }));
    expect(await readPayment(paymentId)).toMatchObject({ kept: 4_000 });
    await check(parent);
  });
});

describe('wherever the server stops', () => {
  slowIt('credit is given once', async () => {
    for (let writes = 0, isOver = false; !isOver; writes += 1) {
      const parent = await buildUser(app);
      const { cartId } = await enrollByCard(app, parent, 40);
      const dying = killAfter(app.services, writes);
      const shown = { refund: 4_000, asCredit: true };
      const said = await cancelOwnSeat(cartId, shown, parent, dying).catch(() => 'cut off');
      isOver = said !== 'cut off' && (await readCredit(parent)).available === 4_000;
      app.passMinutes(2);
      await runJobs(app.services);
      if ((await readCredit(parent)).lines.length === 0) {
        expect(writes).toBeLessThan(3);
        await cancelForCredit(app, parent, { cartId, refund: 4_000 });
      }
      expect(await readCredit(parent), `after ${writes} writes`).toMatchObject({
        available: 4_000,
      });
      await check(parent);
    }
  });

  slowIt('credit is spent once, and buys a seat or is free', async () => {
    for (let writes = 0, isOver = false; !isOver; writes += 1) {
      const parent = await buildUser(app);
      await buildCredit(app, parent, 100);
      const { cartId } = await hold(parent, 40);
      const order = { requestId: randomUUID(), cartIds: [cartId], price: 40 };
      const dying = killAfter(app.services, writes);
      const said = await payWithCredit(order, parent, dying).catch(() => 'cut off');
      isOver = said !== 'cut off';
      app.passMinutes(2);
      await runJobs(app.services);
      await check(parent);
      expect(await payWithCredit(order, parent, app.services)).toMatch(/^credit_/);
      expect(await readCredit(parent), `after ${writes} writes`).toMatchObject({
        available: 6_000,
      });
      await check(parent);
    }
  });

  slowIt('together with a card, too', async () => {
    for (let writes = 0, isOver = false; !isOver; writes += 1) {
      const parent = await buildUser(app);
      await buildCredit(app, parent, 100);
      const { cartId } = await hold(parent, 100);
      const paymentId = await startMixed(app, parent, { cartId, price: 100, credit: 4_000 });
      await confirmPayment(paymentId);
      const dying = killAfter(app.services, writes);
      const { settlePayment } = await import('../changes/settle-payment.ts');
      const said = await settlePayment(paymentId, dying).catch(() => 'cut off');
      isOver = said !== 'cut off';
      app.passMinutes(2);
      await runJobs(app.services);
      expect(await readPayment(paymentId), `after ${writes} writes`).toMatchObject({
        status: 'enrolled',
      });
      expect(await readPayment(`credit_${paymentId}`)).toMatchObject({ kept: 4_000 });
      await check(parent);
    }
  });

  slowIt('credit goes back once', async () => {
    for (let writes = 0, isOver = false; !isOver; writes += 1) {
      const parent = await buildUser(app);
      const { paymentId } = await buildCredit(app, parent, 40);
      const dying = killAfter(app.services, writes);
      await refundCredit(parent._id, { isAnyDay: true }, dying).catch(() => 'cut off');
      const before = await listAtStripe(paymentId);
      app.passMinutes(2);
      await runJobs(app.services);
      const refunds = await app.services.database.collections.refunds
        .find({ paymentId, ofCredit: { $exists: true } })
        .toArray();
      isOver = before.length === 1 && writes > 12;
      expect(await listAtStripe(paymentId)).toHaveLength(refunds.length);
      if (refunds.length === 0) expect(writes).toBe(0);
      await check(parent);
    }
  });
});
