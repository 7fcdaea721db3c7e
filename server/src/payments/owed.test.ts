import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { makeGuardian } from '../testing/documents.ts';
import {
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { readProps } from '../messages/write-mail.ts';
import { listMailsTo, readMailTo } from '../testing/mails.ts';
import { planFor } from '../testing/planned-seat.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';
import { killAfter } from '../testing/watch-writes.ts';
import { recordMoney } from './record-money.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { inDays, record, buildReserved, buildPlanned, readOwed, readPayment, listPaymentsFor } =
  planFor(app, admin);

const wrong = (field: string) => ({
  ...{ status: 400, body: { fields: { [`body.${field}`]: expect.any(String) as unknown } } },
});

function start(parent: { email: string }, cartIds: string[], price: number) {
  return app.as(parent).call('POST /createPayment-intent', { body: { cartIds, price } });
}

/** Pays by card on the payment page. */
async function pay(parent: { email: string }, cartIds: string[], price: number) {
  const begun = await start(parent, cartIds, price);
  expect(begun).toMatchObject({ status: 200, body: { heldUntil: null } });
  const paymentId = getIntentId(begun.body.clientSecret);
  return { paymentId, state: await confirmPayment(paymentId) };
}

/** What of a seat's payments the school keeps, and its refunds that wait. */
async function sumKept(cartId: string) {
  const payments = await listPaymentsFor(cartId);
  const waiting = (await app.as(admin).call('GET /openRefunds')).body;
  const back = waiting.filter(({ paymentId }) => payments.some(({ _id }) => _id === paymentId));
  const kept = payments
    .filter(({ status }) => status === 'enrolled' || status === 'refunded')
    .reduce((sum, one) => sum + one.kept, 0);
  return kept - back.reduce((sum, { amount }) => sum + amount, 0);
}

// Rules: R350, R351, R354, R378.
describe('a deposit', () => {
  it('enrolls the seat; the parent, the office and the email say what is still owed and by when', async () => {
    const { parent, id, cartId, deposit } = await buildPlanned();
    const owed = [
      { due: inDays(10), amount: 2_000 },
      { due: inDays(30), amount: 5_000 },
    ];
    expect(await readOwed(parent, cartId)).toEqual(owed);
    const family = await app.as(admin).call('GET /families/:id', { params: { id } });
    expect(family.body.enrolled).toMatchObject([{ person: { owed, price: 100, left: 3_000 } }]);
    expect(await readPayment(deposit)).toMatchObject({ status: 'enrolled', kept: 3_000 });
    const mail = await readMailTo(app, parent, 'paid');
    expect(mail).toMatchObject({ props: { items: [{ outcome: 'given', owed }] } });
  });

  it('has a receipt that says what is still to pay now, to its payer while they may know of the seat', async () => {
    const { parent, child, id, cartId, deposit } = await buildPlanned();
    const read = async (who = parent) => {
      const params = { paymentId: deposit };
      const { body } = await app.as(who).call('GET /receipts/:paymentId', { params });
      return body;
    };
    const later = { due: inDays(30), amount: 5_000 };
    const owed = [{ due: inDays(10), amount: 2_000 }, later];
    expect(await read()).toMatchObject({ amount: 3_000, items: [{ amount: 3_000, owed }] });
    await record(id, { cartIds: [cartId], amount: 2_000 });
    expect(await read()).toMatchObject({ amount: 3_000, items: [{ owed: [later] }] });
    expect(await read(admin)).toMatchObject({ items: [{ owed: [later] }] });
    const { children, payments } = app.services.database.collections;
    await children.updateOne({ _id: child._id }, { $set: { guardians: [] } });
    expect(await read()).toMatchObject({ items: [{ owed: [] }] });
    // Money of somebody else.
    await payments.updateOne({ _id: deposit }, { $set: { userId: admin._id } });
    expect(await read(admin)).toMatchObject({ items: [{ owed: [] }] });
  });

  it('for several seats is split by what they cost, to the cent', async () => {
    const { parent, id, cartIds } = await buildReserved([100, 49.99]);
    const plan = [{ due: inDays(5), amount: 3_333 }, { due: inDays(20) }];
    expect(await record(id, { cartIds, amount: 1_001, plan })).toMatchObject({ status: 200 });
    const owed = await Promise.all(cartIds.map((cartId) => readOwed(parent, cartId)));
    const sum = (due: string) =>
      owed
        .flatMap((parts = []) => parts)
        .reduce((all, one) => all + (one.due === due ? one.amount : 0), 0);
    expect([sum(inDays(5)), sum(inDays(20))]).toEqual([3_333, 14_999 - 1_001 - 3_333]);
    const [first] = await listPaymentsFor(cartIds[0] ?? '');
    expect(first?.items.map(({ amount }) => amount)).toEqual([667, 334]);
    for (const [place, { plan: agreed }] of (first?.items ?? []).entries())
      expect(agreed?.parts.reduce((all, { amount }) => all + amount, 0)).toBe(
        [10_000, 4_999][place],
      );
  });

  it('is less than the price, and everything is due before the first day, in order', async () => {
    const { id, cartIds } = await buildReserved([100]);
    const rest = [{ due: inDays(10) }];
    const plan = (...parts: { due: string; amount?: number }[]) =>
      record(id, { cartIds, amount: 3_000, plan: parts });
    expect(await record(id, { cartIds, amount: 3_000 })).toMatchObject(wrong('amount'));
    for (const amount of [10_000, 10_001])
      expect(await record(id, { cartIds, amount, plan: rest })).toMatchObject(wrong('amount'));
    expect(await record(id, { cartIds, amount: 0, plan: rest })).toMatchObject({ status: 400 });
    expect(await plan({ due: inDays(60) })).toMatchObject(wrong('plan'));
    expect(await plan({ due: inDays(-1) })).toMatchObject(wrong('plan'));
    const twice = { due: inDays(10), amount: 1_000 };
    expect(await plan(twice, { due: inDays(10) })).toMatchObject(wrong('plan'));
    expect(await plan({ due: inDays(9) }, { due: inDays(10) })).toMatchObject(wrong('plan'));
    for (const amount of [7_000, 7_001])
      expect(await plan({ due: inDays(9), amount }, { due: inDays(10) })).toMatchObject(
        wrong('plan'),
      );
    // The last part takes the rest: neither less nor more.
    for (const amount of [6_999, 7_001])
      expect(await plan({ due: inDays(9), amount })).toMatchObject(wrong('plan'));
    expect(await plan({ due: inDays(59), amount: 7_000 })).toMatchObject({ status: 200 });
  });

  it('is in the books once and for a seat with its plan, wherever the server stops', async () => {
    for (let writes = 0, isOver = false; !isOver; writes += 1) {
      const { parent, id, cartIds } = await buildReserved([100]);
      const money = {
        ...{ requestId: randomUUID(), cartIds, method: 'cash' as const, amount: 3_000 },
        ...{ day: inDays(0), reference: '', plan: [{ due: inDays(10) }] },
      };
      const dying = killAfter(app.services, writes);
      const said = await recordMoney(id, money, admin, dying).catch(() => 'cut off');
      isOver = said !== 'cut off';
      app.passMinutes(2);
      await runJobs(app.services);
      await recordMoney(id, money, admin, app.services);
      expect(await listPaymentsFor(cartIds[0] ?? '')).toMatchObject([{ status: 'enrolled' }]);
      expect(await readOwed(parent, cartIds[0] ?? '')).toEqual([
        { due: inDays(10), amount: 7_000 },
      ]);
    }
  });
});

describe('what is owed', () => {
  it('is paid by card: what is due next, or all of it, and the email says what is left', async () => {
    const { parent, cartId } = await buildPlanned();
    for (const price of [19.99, 69.99, 100])
      expect(await start(parent, [cartId], price)).toMatchObject({
        ...{ status: 409, body: { code: 'price_changed' } },
      });
    const first = await pay(parent, [cartId], 20);
    expect(await recordPayment(app, parent, first.paymentId)).toMatchObject({
      body: { items: [{ cartId, amount: 2_000, state: 'enrolled' }] },
    });
    const owed = [{ due: inDays(30), amount: 5_000 }];
    expect(await readOwed(parent, cartId)).toEqual(owed);
    const mail = (await listMailsTo(app, parent)).find(({ _id }) => _id.includes(first.paymentId));
    expect(mail && (await readProps(mail, app.services))).toMatchObject({
      props: { items: [{ outcome: 'balance', amount: 2_000, owed }] },
    });
    await recordPayment(app, parent, (await pay(parent, [cartId], 50)).paymentId);
    expect(await readOwed(parent, cartId)).toEqual([]);
    expect(await start(parent, [cartId], 50)).toMatchObject({ body: { code: 'already_joined' } });
    expect(await sumKept(cartId)).toBe(10_000);
  });

  it('is not asked about for weeks: a card payment that nobody finishes ends like a hold, and the parent begins again', async () => {
    const { parent, cartId } = await buildPlanned();
    const begun = await start(parent, [cartId], 20);
    const paymentId = getIntentId(begun.body.clientSecret);
    for (const status of ['open', 'canceled']) {
      app.passMinutes(20);
      await runJobs(app.services);
      expect(await readPayment(paymentId)).toMatchObject({ status });
    }
    expect(await confirmPayment(paymentId)).toBe('payment_intent_unexpected_state');
    expect(await pay(parent, [cartId], 20)).toMatchObject({ state: 'succeeded' });
  });

  it('is not for a parent who may no longer book for the child', async () => {
    const { parent, child, cartId } = await buildPlanned();
    const other = await buildUser(app);
    await app.services.database.collections.children.updateOne(
      { _id: child._id },
      { $set: { guardians: [makeGuardian(other._id)] } },
    );
    expect(await start(parent, [cartId], 20)).toMatchObject({
      ...{ status: 409, body: { code: 'guardian_may_not' } },
    });
  });

  it('is resumed with the same payment after a reload, and a changed amount ends the one before', async () => {
    const { parent, cartId } = await buildPlanned();
    const secrets = [];
    for (const price of [20, 20, 70]) secrets.push((await start(parent, [cartId], price)).body);
    expect(secrets[0]).toEqual(secrets[1]);
    expect(await confirmPayment(getIntentId(secrets[0]?.clientSecret ?? ''))).toBe(
      'payment_intent_unexpected_state',
    );
    expect(await confirmPayment(getIntentId(secrets[2]?.clientSecret ?? ''))).toBe('succeeded');
  });

  it('that is paid and returned while the seat moves is settled later, and the parent reads why', async () => {
    const { parent, cartId } = await buildPlanned();
    const { paymentId } = await pay(parent, [cartId], 20);
    await refundAtDashboard(paymentId);
    const { seatChanges } = app.services.database.collections;
    const seatId = new ObjectId(cartId);
    const move = { _id: new ObjectId(), kind: 'move', state: 'decided', seatId };
    await seatChanges.insertOne({ ...move, openSeatId: seatId } as never);
    expect(await recordPayment(app, parent, paymentId)).toMatchObject({
      ...{ status: 409, body: { code: 'seat_changing' } },
    });
    await seatChanges.deleteOne({ _id: move._id });
    await recordPayment(app, parent, paymentId);
    expect(await readOwed(parent, cartId)).toMatchObject([{ amount: 2_000 }, { amount: 5_000 }]);
  });

  it('is not paid by card if it is less than a card can pay, but together with the next part', async () => {
    const { id, parent, cartId } = await buildPlanned();
    await record(id, { cartIds: [cartId], amount: 1_963 });
    expect(await readOwed(parent, cartId)).toMatchObject([{ amount: 37 }, { amount: 5_000 }]);
    expect(await start(parent, [cartId], 0.37)).toMatchObject({
      ...{ status: 400, body: { code: 'invalid_input' } },
    });
    expect((await start(parent, [cartId], 50.37)).status).toBe(200);
  });

  it('is asked for once while the seat is in two classes, because it is just moving', async () => {
    const { id, parent, child, cartId, classes } = await buildPlanned();
    const { collections } = app.services.database;
    const other = await buildClass(app, { camp_start: inDays(60), camp_end: inDays(65) });
    const seat = (await collections.classes.findOne({ _id: classes[0]!._id }))!.seats[0]!;
    // The new seat is taken, and the old one is not free yet.
    await collections.classes.updateOne(
      { _id: other._id },
      { $push: { seats: { ...seat, childId: child._id } } },
    );
    expect((await record(id, { cartIds: [cartId], amount: 7_000 })).status).toBe(200);
    const [, rest] = await listPaymentsFor(cartId);
    expect(rest?.items).toHaveLength(1);
    const owed = (await app.as(admin).call('GET /owedSeats', {})).body;
    expect(owed.filter(({ email }) => email === parent.email).length).toBeLessThan(2);
  });

  it('is recorded by the office, oldest first over all chosen seats, and never more than it', async () => {
    const { parent, id, cartIds } = await buildReserved([100, 100]);
    const [a = '', b = ''] = cartIds;
    const early = [{ due: inDays(5) }];
    const late = [{ due: inDays(3), amount: 1_000 }, { due: inDays(9) }];
    await record(id, { cartIds: [a], amount: 3_000, plan: early });
    await record(id, { cartIds: [b], amount: 3_000, plan: late });
    expect(await record(id, { cartIds, amount: 14_001 })).toMatchObject(wrong('amount'));
    const plan = [{ due: inDays(9) }];
    expect(await record(id, { cartIds, amount: 3_000, plan })).toMatchObject(wrong('plan'));
    expect(await record(id, { cartIds, amount: 3_000 })).toMatchObject({ status: 200 });
    expect(await readOwed(parent, a)).toEqual([{ due: inDays(5), amount: 5_000 }]);
    expect(await readOwed(parent, b)).toEqual([{ due: inDays(9), amount: 6_000 }]);
    expect(await record(id, { cartIds, amount: 11_000 })).toMatchObject({ status: 200 });
    expect([await readOwed(parent, a), await readOwed(parent, b)]).toEqual([[], []]);
    expect(await record(id, { cartIds: [a], amount: 1 })).toMatchObject({ status: 409 });
  });

  it('is not paid twice: cards in two tabs, cash and a transfer at the same moment', async () => {
    const { parent, id, cartId } = await buildPlanned();
    const tabs = await Promise.all([20, 70].map((price) => start(parent, [cartId], price)));
    const begun = tabs.flatMap(({ status, body }) =>
      status === 200 ? [getIntentId(body.clientSecret)] : [],
    );
    await Promise.all(begun.map((paymentId) => confirmPayment(paymentId)));
    await Promise.all([
      ...begun.map((paymentId) => recordPayment(app, parent, paymentId)),
      record(id, { cartIds: [cartId], amount: 7_000 }),
      record(id, { cartIds: [cartId], amount: 5_000, method: 'bank transfer' }),
      record(id, { cartIds: [cartId], amount: 7_000, method: 'cheque' }),
    ]);
    app.passMinutes(2);
    await runJobs(app.services);
    const owed = (await readOwed(parent, cartId)) ?? [];
    const left = owed.reduce((sum, { amount }) => sum + amount, 0);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(await sumKept(cartId)).toBe(10_000 - left);
    for (const payment of await listPaymentsFor(cartId)) expect(payment.status).not.toBe('open');
  });

  it('that two admins record at the same moment is taken once; the rest waits to go back, and says why', async () => {
    const { id, cartId } = await buildPlanned();
    const answers = await Promise.all([
      record(id, { cartIds: [cartId], amount: 7_000 }),
      record(id, { cartIds: [cartId], amount: 7_000 }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect(await sumKept(cartId)).toBe(10_000);
    const late = (await listPaymentsFor(cartId)).filter(({ status }) => status === 'refunded');
    for (const { refundReason } of late) expect(refundReason).toBe('not owed');
  });

  it('is in the books once, wherever the server stops', async () => {
    for (let writes = 0, isOver = false; !isOver; writes += 1) {
      const { parent, id, cartId } = await buildPlanned();
      const money = {
        ...{ requestId: randomUUID(), cartIds: [cartId], method: 'cash' as const, amount: 2_000 },
        ...{ day: inDays(0), reference: '' },
      };
      const dying = killAfter(app.services, writes);
      const said = await recordMoney(id, money, admin, dying).catch(() => 'cut off');
      isOver = said !== 'cut off';
      app.passMinutes(2);
      await runJobs(app.services);
      await recordMoney(id, money, admin, app.services);
      expect(await readOwed(parent, cartId)).toEqual([{ due: inDays(30), amount: 5_000 }]);
      expect(await sumKept(cartId)).toBe(5_000);
    }
  });
});
