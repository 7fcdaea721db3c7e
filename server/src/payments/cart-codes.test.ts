import { randomUUID } from 'node:crypto';
import type { DiscountCode, Discount } from '@speakifyr/contract/prices.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { createDiscounts, makeDiscount } from '../testing/discounts.ts';
import { makeGuardian } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  holdSeatOf,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { applyCode } from './cart-codes.ts';
import { countUses } from '../ledger/code-uses.ts';
import { inWeek } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const { inDays, setDiscounts, readCart, readPrices } = createDiscounts(app, admin);

type Who = Awaited<ReturnType<typeof buildUser>>;

/** Writes the only discount of the school. @returns its id */
async function makeCode(code: Partial<DiscountCode> = {}, discount: Partial<Discount> = {}) {
  const made = makeDiscount({
    ...{ kind: 'code', label: 'Summer code', percent: 50 },
    code: {
      ...{ text: 'SUMMER', from: null, maxUses: null, maxPerFamily: null, minimum: null },
      ...code,
    },
    ...discount,
  });
  await setDiscounts([made]);
  return made.id;
}

const type = (parent: Who, code = 'SUMMER') =>
  app.as(parent).call('POST /cartCode', { body: { code } });
const remove = (parent: Who, { cartId, classId }: { cartId: string; classId: string }) =>
  app.as(parent).call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } });

/** A parent with a held seat of $100. */
async function buildHolder(seats = 1) {
  const campClass = await buildClass(app, { price: 100, sit: seats });
  const parent = await buildUser(app);
  const { cartId } = await holdSeatOf(app, parent, campClass);
  return { parent, campClass, cartId, classId: campClass.id };
}

const start = (parent: Who, cartId: string, price: number) =>
  app.as(parent).call('POST /createPayment-intent', { body: { cartId, price } });

async function pay(parent: Who, cartId: string, price: number) {
  const paymentId = getIntentId((await start(parent, cartId, price)).body.clientSecret);
  expect(await confirmPayment(paymentId)).toBe('succeeded');
  await recordPayment(app, parent, paymentId);
}

const refusedWith = (message: RegExp) => ({
  ...{ status: 409, body: { code: 'code_refused', message: expect.stringMatching(message) } },
});

// Rules: R435, R484, R486.
describe('a code', () => {
  it('makes the cart cheaper in any case of its letters, is charged and is read line by line', async () => {
    await makeCode();
    const { parent, cartId } = await buildHolder();
    expect(await type(parent, ' summer ')).toMatchObject({ body: { seats: 1 } });
    expect(await readCart(parent)).toMatchObject([
      { price: 50, lines: [{ amount: 10_000 }, { label: 'Summer code', amount: -5_000 }] },
    ]);
    await pay(parent, cartId, 50);
    const query = { email: parent.email };
    expect((await app.as(parent).call('GET /myEnrolledClass', { query })).body).toMatchObject([
      { price: 50, lines: [{}, { label: 'Summer code' }] },
    ]);
  });

  it('is no secret that a class’s page tells', async () => {
    await makeCode();
    const { classId } = await buildHolder();
    const { body } = await app.call('GET /classes/:id', { params: { id: classId } });
    expect(JSON.stringify(body)).not.toMatch(/summer/i);
  });

  it('that can’t be used says why', async () => {
    const { parent, campClass } = await buildHolder();
    await makeCode({ text: 'OTHER' });
    expect(await type(parent)).toMatchObject(refusedWith(/don’t know this code/));
    await makeCode({ from: inDays(2) });
    expect(await type(parent)).toMatchObject(refusedWith(/from .* on/));
    await makeCode({}, { until: inDays(-1) });
    expect(await type(parent)).toMatchObject(refusedWith(/could be used through/));
    await makeCode({ minimum: 10_001 });
    expect(await type(parent)).toMatchObject(refusedWith(/cost more/));
    await makeCode({}, { classIds: [new ObjectId().toHexString()] });
    expect(await type(parent)).toMatchObject(refusedWith(/other classes/));
    await makeCode({}, { classIds: [campClass.id] });
    expect(await type(await buildUser(app))).toMatchObject(refusedWith(/nothing in your cart/));
    expect(await type(parent)).toMatchObject({ status: 200 });
  });

  it('can be taken out again, and a payment with its price can no longer be made', async () => {
    await makeCode();
    const { parent, cartId } = await buildHolder();
    await type(parent);
    const begun = getIntentId((await start(parent, cartId, 50)).body.clientSecret);
    expect((await app.as(parent).call('DELETE /cartCode')).status).toBe(200);
    expect(await readPrices(parent)).toEqual([100]);
    expect(await confirmPayment(begun)).toBe('payment_intent_unexpected_state');
  });
});

describe('the last use of a code', () => {
  it('is taken once by 20 parents at once', async () => {
    const id = await makeCode({ maxUses: 1 });
    const holders = [];
    for (let number = 0; number < 20; number += 1) holders.push(await buildHolder());
    const answers = await Promise.all(holders.map(({ parent }) => type(parent)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const prices = [];
    for (const { parent } of holders) prices.push(...(await readPrices(parent)));
    expect(prices.filter((price) => price === 50)).toHaveLength(1);
    expect((await app.as(admin).call('GET /codeUses')).body).toEqual([{ id, count: 1 }]);
  });

  it.each([{ maxUses: 1 }, { maxPerFamily: 1 }])(
    'with %j is not taken twice if another one is taken between the look and the write',
    async (limit) => {
      const id = await makeCode(limit);
      const { parent, classId } = await buildHolder();
      const other = limit.maxUses ? (await buildHolder()).parent : parent;
      const { database } = app.services;
      let isFirst = true;
      const collections = watchWrites(database.collections, async (collection) => {
        if (collection !== 'codeUses' || !isFirst) return;
        isFirst = false;
        await database.collections.codeUses.insertOne({
          // A place that was dropped just before may be free for the other one.
          ...{ place: limit.maxUses ?? 2, ownPlace: 1, at: app.services.now() },
          ...{ _id: `${id}:other`, discountId: id },
          ...{ userId: other._id, seatId: new ObjectId(), classId: new ObjectId(classId) },
        });
      });
      const services = { ...app.services, database: { ...database, collections } };
      await expect(applyCode('SUMMER', parent, services)).rejects.toMatchObject({
        code: 'code_refused',
      });
      expect(isFirst).toBe(false);
      expect(await database.collections.codeUses.countDocuments({ discountId: id })).toBe(1);
    },
  );

  it('is free again once its seat was removed, its hold has run out, or the code was taken out', async () => {
    await makeCode({ maxUses: 1 });
    const [first, second, third, fourth] = [
      await buildHolder(),
      await buildHolder(),
      await buildHolder(),
      await buildHolder(),
    ];
    await type(first.parent);
    app.passMinutes(2);
    expect(await type(second.parent)).toMatchObject(refusedWith(/used up/));
    await remove(first.parent, first);
    app.passMinutes(2);
    expect((await type(second.parent)).status).toBe(200);
    expect(await type(third.parent)).toMatchObject(refusedWith(/used up/));
    await app.as(second.parent).call('DELETE /cartCode');
    app.passMinutes(2);
    expect((await type(third.parent)).status).toBe(200);
    // Everybody's time runs out.
    app.passMinutes(31);
    await runJobs(app.services);
    const late = await buildHolder();
    expect(await readPrices(fourth.parent)).toEqual([]);
    expect((await type(late.parent)).status).toBe(200);
  });

  it('stays taken by a seat that is paid, and by a payment that may still buy it', async () => {
    await makeCode({ maxUses: 1 });
    const [paid, other] = [await buildHolder(), await buildHolder()];
    await type(paid.parent);
    const begun = getIntentId((await start(paid.parent, paid.cartId, 50)).body.clientSecret);
    app.passMinutes(2);
    // The cart says so no longer, but the payment could still be made.
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: paid.campClass._id }, { $unset: { 'seats.0.pricing': '' } });
    expect(await type(other.parent)).toMatchObject(refusedWith(/used up/));
    await confirmPayment(begun);
    await recordPayment(app, paid.parent, begun);
    expect(await type(other.parent)).toMatchObject(refusedWith(/used up/));
  });

  it('of a family is its last one, also for two seats at once', async () => {
    await makeCode({ maxPerFamily: 1 });
    const { parent } = await buildHolder();
    await holdSeatOf(app, parent, await buildClass(app, { price: 60, ...inWeek(2) }));
    const [one, two] = await Promise.all([type(parent), type(parent)]);
    expect([one.status, two.status]).toContain(200);
    expect((await readPrices(parent)).toSorted((a, b) => a - b)).toEqual([50, 60]);
    const stranger = await buildHolder();
    expect((await type(stranger.parent)).status).toBe(200);
  });
});

it('a code replaces the one before, and one that makes nothing cheaper is not used', async () => {
  const { parent } = await buildHolder();
  const id = await makeCode();
  await type(parent);
  const { body } = await app.as(admin).call('GET /discounts');
  const [first] = body.discounts;
  const small = { ...first!, id: new ObjectId().toHexString(), label: 'Small', percent: 10 };
  const discounts = [first!, { ...small, code: { ...first!.code!, text: 'SMALL' } }];
  await app.as(admin).call('PUT /discounts', { body: { version: body.version, discounts } });
  expect(await type(parent, 'SMALL')).toMatchObject(refusedWith(/nothing cheaper/));
  expect(await readPrices(parent)).toEqual([50]);
  expect(await countUses(id, app.services)).toBe(1);
  expect(await countUses(small.id, app.services)).toBe(0);
});

it('a code of a seat whose check bounced is still the one use of that seat, and its price stays', async () => {
  const id = await makeCode({ maxUses: 1 });
  const { parent, campClass, cartId } = await buildHolder();
  await type(parent);
  const record = async (seat: string, method: 'cheque' | 'cash') => {
    const { status, body } = await app.as(admin).call('POST /families/:id/payments', {
      params: { id: parent._id.toHexString() },
      body: {
        ...{ requestId: randomUUID(), cartIds: [seat], method, amount: 5_000 },
        ...{ day: inDays(0), reference: '' },
      },
    });
    expect(status).toBe(200);
    return body.transactionId;
  };
  const readSeat = async () =>
    (await app.services.database.collections.classes.findOne({ _id: campClass._id }))!.seats[0]!;
  const other = await buildHolder();
  const expectOneUse = async () => {
    // Longer than a new use counts by itself.
    app.passMinutes(2);
    expect(await type(other.parent)).toMatchObject(refusedWith(/used|all/i));
    expect(await countUses(id, app.services)).toBe(1);
  };

  const paymentId = await record(cartId, 'cheque');
  const until = inDays(4);
  const body = { day: inDays(0), note: 'No funds.', until };
  await app.as(admin).call('POST /payments/:paymentId/bounce', { params: { paymentId }, body });
  expect(await readSeat()).toMatchObject({
    state: 'held',
    reserved: { price: 50, lines: [{ amount: 10_000 }, { discountId: id, amount: -5_000 }] },
  });
  await expectOneUse();
  await record((await readSeat()).seatId.toHexString(), 'cash');
  expect(await readSeat()).toMatchObject({
    ...{ state: 'enrolled', price: 50 },
    lines: [{ amount: 10_000 }, { discountId: id, amount: -5_000 }],
  });
  await expectOneUse();
});

describe('a code that a family may use once', () => {
  /** Two parents with accounts of their own look after two children. Each holds a seat for one of them. */
  async function buildFamily() {
    await makeCode({ maxPerFamily: 1 });
    const [mother, father] = [await buildUser(app), await buildUser(app)];
    const hold = async (parent: Who) => {
      const guardians = [
        makeGuardian(mother._id),
        makeGuardian(father._id, { invitedBy: mother._id }),
      ];
      const { id: childId } = await buildChild(app, mother, { guardians });
      const { id: classId } = await buildClass(app, { price: 100 });
      const body = { classId, childId, email: parent.email };
      const { cartId } = (await app.as(parent).call('POST /addClass', { body })).body;
      return { cartId, classId };
    };
    return { mother, father, hold };
  }
  const byFamily = refusedWith(/as often as a family may/);

  it('is used once by two guardians together, whoever books, also at the same moment', async () => {
    const { mother, father, hold } = await buildFamily();
    const seat = await hold(mother);
    await hold(father);
    const answers = await Promise.all([type(mother), type(father), type(mother), type(father)]);
    const prices = [...(await readPrices(mother)), ...(await readPrices(father))];
    expect(prices.toSorted()).toEqual([100, 50]);
    expect(answers.map(({ status }) => status)).toContain(409);
    const [winner, loser] =
      (await readPrices(mother))[0] === 50 ? [mother, father] : [father, mother];
    expect(await type(loser)).toMatchObject(byFamily);
    if (winner !== mother) return;
    // What was not used is free again, for both.
    await remove(mother, seat);
    app.passMinutes(2);
    expect(await type(father)).toMatchObject({ status: 200 });
  });

  it('is not taken if the other guardian takes it between the look and the write', async () => {
    const { mother, father, hold } = await buildFamily();
    await hold(mother);
    const { cartId, classId } = await hold(father);
    const { database } = app.services;
    const [{ id: discountId } = { id: '' }] = (await app.as(admin).call('GET /discounts')).body
      .discounts;
    const seat = { seatId: new ObjectId(cartId), classId: new ObjectId(classId) };
    const found = await database.collections.classes.findOne({ _id: seat.classId });
    const childId = found?.seats[0]?.childId;
    let isFirst = true;
    const collections = watchWrites(database.collections, async (collection) => {
      if (collection !== 'codeUses' || !isFirst) return;
      isFirst = false;
      await database.collections.codeUses.insertOne({
        ...{ _id: `${discountId}:${cartId}`, discountId, ...seat, userId: father._id },
        ...{ place: 9, ownPlace: 1, at: app.services.now(), ...(childId && { childId }) },
      });
    });
    const services = { ...app.services, database: { ...database, collections } };
    await expect(applyCode('SUMMER', mother, services)).rejects.toMatchObject({
      code: 'code_refused',
    });
    expect(isFirst).toBe(false);
    expect(await readPrices(mother)).toEqual([100]);
    expect(await database.collections.codeUses.countDocuments({ discountId })).toBe(1);
  });

  it('counts for a seat of the other guardian’s own, too, and not for a stranger', async () => {
    const { mother, father, hold } = await buildFamily();
    await hold(mother);
    expect(await type(mother)).toMatchObject({ status: 200 });
    await holdSeatOf(app, father, await buildClass(app, { price: 100 }));
    // The child's use counts for both.
    expect(await type(father)).toMatchObject(byFamily);
    const stranger = await buildUser(app);
    await holdSeatOf(app, stranger, await buildClass(app, { price: 100 }));
    expect(await type(stranger)).toMatchObject({ status: 200 });
  });

  it('was used by both accounts once they are one', async () => {
    await makeCode({ maxPerFamily: 2 });
    const [from, into] = [await buildUser(app), await buildUser(app)];
    for (const one of [from, into]) {
      const { cartId } = await holdSeatOf(app, one, await buildClass(app, { price: 100 }));
      expect(await type(one)).toMatchObject({ status: 200 });
      await pay(one, cartId, 50);
    }
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: from._id }, { $unset: { uid: '' }, $set: { isUnclaimed: true } });
    const body = { into: into._id.toHexString(), note: 'The same parent.' };
    const params = { id: from._id.toHexString() };
    expect(await app.as(admin).call('POST /families/:id/merge', { params, body })).toMatchObject({
      status: 200,
    });
    await holdSeatOf(app, into, await buildClass(app, { price: 100 }));
    app.passMinutes(2);
    expect(await type(into)).toMatchObject(byFamily);
  });
});
