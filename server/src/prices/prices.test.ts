import { randomUUID } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { createDiscounts, makeDiscount, siblings } from '../testing/discounts.ts';
import { makeGuardian } from '../testing/documents.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  useUser,
} from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inWeek } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const { inDays, early, setDiscounts, join, readCart, readPrices, start, pay } = createDiscounts(
  app,
  admin,
);

type Who = Awaited<ReturnType<typeof buildUser>>;
type Class = Awaited<ReturnType<typeof buildClass>>;

async function buildSiblings() {
  const parent = await buildUser(app);
  return { parent, mia: await buildChild(app, parent), tom: await buildChild(app, parent) };
}

const LINES = [
  { kind: 'base', label: 'Full price', amount: 10_000 },
  { kind: 'early', label: 'Early bird', amount: -1_000 },
];

// Rules: R429, R431, R432, R433.
describe('an early price', () => {
  it('is in the cart line by line, charged, and stays with the seat and its receipt', async () => {
    await setDiscounts([early()]);
    const parent = await buildUser(app);
    const campClass = await buildClass(app, { price: 100 });
    const cartId = await join(parent, campClass);
    expect(await readCart(parent)).toMatchObject([{ price: 90, lines: LINES }]);
    const paymentId = await pay(parent, [cartId], 90);
    const query = { email: parent.email };
    const enrolled = await app.as(parent).call('GET /myEnrolledClass', { query });
    expect(enrolled.body).toMatchObject([{ price: 90, lines: LINES }]);
    const params = { paymentId };
    const { body } = await app.as(parent).call('GET /receipts/:paymentId', { params });
    expect(body).toMatchObject({ amount: 9_000, items: [{ amount: 9_000, lines: LINES }] });
    const year = Number(inDays(0).slice(0, 4));
    const asked = { participant: 'me', year };
    const paper = await app.as(parent).call('POST /myStatements', { body: asked });
    const price = LINES.map(({ label, amount }) => ({ label, amount }));
    expect(paper.body.lines).toMatchObject([{ price, kept: 9_000 }]);
    // Asked again, it is the same paper.
    expect((await app.as(parent).call('POST /myStatements', { body: asked })).body).toEqual(
      paper.body,
    );
  });

  it('stays for a seat that is held, also if the discount is gone by then, or the class costs more', async () => {
    await setDiscounts([early({ until: inDays(0) })]);
    const parent = await buildUser(app);
    const campClass = await buildClass(app, { price: 100 });
    const cartId = await join(parent, campClass);
    await setDiscounts([]);
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { price: 150 } },
    );
    expect(await readPrices(parent)).toEqual([90]);
    await pay(parent, [cartId], 90);
  });

  it('is on cards and pages of classes while it holds, with its last day and what comes then', async () => {
    const campClass = await buildClass(app, { price: 100 });
    const other = await buildClass(app, { price: 100 });
    await setDiscounts([
      early({ classIds: [campClass.id] }),
      early({ label: 'Last call', percent: 5, until: inDays(10), classIds: [campClass.id] }),
      siblings(),
    ]);
    const read = async ({ id }: Class) =>
      (await app.call('GET /classes/:id', { params: { id } })).body;
    const shown = await read(campClass);
    expect(shown).toMatchObject({
      price: 100,
      early: { label: 'Early bird', price: 90, until: inDays(3), then: 95 },
      discounts: [{ label: 'Early bird' }, { label: 'Last call' }, { label: 'Siblings', from: 2 }],
    });
    // Nobody needs to know how the school names its classes internally.
    expect(shown.discounts?.[0]).not.toHaveProperty('classIds');
    expect(await read(other)).not.toHaveProperty('early');
    expect((await app.call('GET /classes', { query: {} })).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ _id: campClass.id, early: shown.early })]),
    );
  });
});

describe('a discount for siblings', () => {
  it('is for the second child, whichever class it takes, and counts held and paid seats', async () => {
    await setDiscounts([siblings()]);
    const { parent, mia, tom } = await buildSiblings();
    const [sailing, music] = [
      await buildClass(app, { price: 100 }),
      await buildClass(app, { price: 50 }),
    ];
    const first = await join(parent, sailing, mia);
    const second = await join(parent, music, tom);
    expect(await readPrices(parent)).toEqual([100, 40]);
    await pay(parent, [first, second], 140);
    const third = await join(parent, await buildClass(app, { price: 200 }), tom);
    expect(await readPrices(parent)).toEqual([160]);
    await pay(parent, [third], 160);
  });

  it('counts a seat that the other guardian has booked', async () => {
    await setDiscounts([siblings()]);
    const { parent, mia, tom } = await buildSiblings();
    const other = await buildUser(app);
    const { children } = app.services.database.collections;
    for (const { _id } of [mia, tom])
      await children.updateOne({ _id }, { $push: { guardians: makeGuardian(other._id) } });
    const first = await join(other, await buildClass(app, { price: 100 }), mia);
    const second = await join(parent, await buildClass(app, { price: 100 }), tom);
    // What is only held may be given up.
    expect(await readPrices(parent)).toEqual([100]);
    await pay(other, [first], 100);
    expect(await readPrices(parent)).toEqual([80]);
    // Not for a child that the parent may only see.
    const see = { $set: { 'guardians.0.may': ['see' as const] } };
    await children.updateOne({ _id: mia._id }, see);
    expect(await readPrices(parent)).toEqual([100]);
    expect(await start(parent, [second], 80)).toMatchObject({ body: { code: 'price_changed' } });
  });

  it('does not count a seat of a child for whom the parent may no longer book', async () => {
    await setDiscounts([siblings()]);
    const { parent, mia, tom } = await buildSiblings();
    const campClass = await buildClass(app, { price: 100 });
    await pay(parent, [await join(parent, campClass, mia)], 100);
    const other = await buildUser(app);
    const guardians = [makeGuardian(other._id), makeGuardian(parent._id, { may: ['see'] })];
    const { children } = app.services.database.collections;
    await children.updateOne({ _id: mia._id }, { $set: { guardians } });
    await join(parent, campClass, tom);
    expect(await readPrices(parent)).toEqual([100]);
  });

  it('is lost if the first child’s seat is removed before paying: the parent reads the new price first', async () => {
    await setDiscounts([siblings()]);
    const { parent, mia, tom } = await buildSiblings();
    const campClass = await buildClass(app, { price: 100 });
    const first = await join(parent, campClass, mia);
    const second = await join(parent, campClass, tom);
    expect(await readPrices(parent)).toEqual([100, 80]);
    // It counts in the same payment only.
    expect(await start(parent, [second], 80)).toMatchObject({ body: { code: 'price_changed' } });
    const old = getIntentId((await start(parent, [first, second], 180)).body.clientSecret);
    await app.as(parent).call('DELETE /addClass/:cartId', {
      params: { cartId: first },
      query: { classId: campClass.id },
    });
    expect(await start(parent, [second], 80)).toMatchObject({ body: { code: 'price_changed' } });
    expect(await readPrices(parent)).toEqual([100]);
    await pay(parent, [second], 100);
    expect(await confirmPayment(old)).toBe('payment_intent_unexpected_state');
  });

  it('is not for a child of another family in the same class', async () => {
    await setDiscounts([siblings()]);
    const campClass = await buildClass(app, { price: 100 });
    const [one, two] = [await buildSiblings(), await buildSiblings()];
    await join(one.parent, campClass, one.mia);
    await join(two.parent, campClass, two.tom);
    expect(await readPrices(two.parent)).toEqual([100]);
  });
});

it('several weeks count each child’s own classes, and a family that was here before is a returning one', async () => {
  const weeks = makeDiscount({
    kind: 'weeks',
    label: 'Two weeks',
    percent: null,
    amount: 500,
    from: 2,
  });
  const returning = makeDiscount({ kind: 'returning', label: 'Welcome back', percent: 50 });
  await setDiscounts([weeks, returning]);
  const { parent, mia, tom } = await buildSiblings();
  const classes = [];
  for (const week of [1, 2, 3])
    classes.push(await buildClass(app, { price: 100, ...inWeek(week) }));
  const [first, second, third] = classes as [Class, Class, Class];
  const cartId = await join(parent, first, mia);
  await join(parent, second, tom);
  await join(parent, second, mia);
  expect(await readPrices(parent)).toEqual([100, 100, 95]);
  await pay(parent, [cartId], 100);
  await app.services.database.collections.classes.updateOne(
    { _id: first._id },
    { $set: { camp_start: '2020-07-01', camp_end: '2020-07-05' } },
  );
  await join(parent, third, mia);
  expect(await readPrices(parent)).toEqual([50, 50, 50]);
});

describe('a seat with a discount', () => {
  async function enroll() {
    await setDiscounts([early()]);
    const { parent, mia } = await buildSiblings();
    const from = await buildClass(app, { price: 100 });
    const cartId = await join(parent, from, mia);
    await pay(parent, [cartId], 90);
    // The discount moves along, even once nobody else gets it.
    await setDiscounts([]);
    return { parent, cartId };
  }

  const readEnrolled = async (parent: Who) =>
    (await app.as(parent).call('GET /myEnrolledClass', { query: { email: parent.email } })).body;

  it('moves to a class with the same full price for nothing', async () => {
    const { parent, cartId } = await enroll();
    const to = await buildClass(app, { price: 100 });
    const body = { cartId, classId: to.id, price: 100 };
    expect(await app.as(parent).call('POST /moves', { body })).toMatchObject({
      body: { state: 'moved', difference: 0, refund: 0 },
    });
    expect(await readEnrolled(parent)).toMatchObject([{ classId: to.id, price: 90, lines: LINES }]);
  });

  it('moves to a dearer class for what that costs more with the discount', async () => {
    const { parent, cartId } = await enroll();
    const to = await buildClass(app, { price: 200 });
    const body = { cartId, classId: to.id, price: 200 };
    const moved = await app.as(parent).call('POST /moves', { body });
    expect(moved).toMatchObject({ body: { state: 'pay', difference: 9_000 } });
    await pay(parent, [moved.body.cartId], 90);
    expect(await readEnrolled(parent)).toMatchObject([
      { classId: to.id, price: 180, lines: [{ amount: 20_000 }, { amount: -2_000 }] },
    ]);
  });

  it('moves to a cheaper class and gets back what that costs less with the discount', async () => {
    const { parent, cartId } = await enroll();
    const to = await buildClass(app, { price: 50 });
    const body = { cartId, classId: to.id, price: 50 };
    expect(await app.as(parent).call('POST /moves', { body })).toMatchObject({
      body: { state: 'moved', refund: 4_500 },
    });
    expect(await readEnrolled(parent)).toMatchObject([{ price: 45 }]);
  });
});

describe('the office', () => {
  async function reserve(wish: { price?: number; note?: string } = {}) {
    await setDiscounts([early(), siblings({ stacks: true })]);
    const { parent, mia, tom } = await buildSiblings();
    const campClass = await buildClass(app, { price: 100 });
    const quotes = [];
    for (const child of [mia, tom]) {
      const quote = await app.as(admin).call('GET /families/:id/seatPrice', {
        params: { id: parent._id.toHexString() },
        query: { classId: campClass.id, childId: child.id },
      });
      quotes.push(quote.body.price);
      const answer = await app.as(admin).call('POST /families/:id/seats', {
        params: { id: parent._id.toHexString() },
        body: { classId: campClass.id, childId: child.id, until: inDays(2), ...wish },
      });
      expect(answer).toMatchObject({ status: 200 });
    }
    // What the office sees before it reserves.
    expect(quotes).toEqual([90, 90]);
    return parent;
  }

  it('reserves at the price that the family’s discounts give, and that stays', async () => {
    const parent = await reserve();
    await setDiscounts([]);
    expect(await readCart(parent)).toMatchObject([
      { price: 90, lines: LINES },
      // Paid together, they cost what they would in a purchase.
      { price: 80, lines: [{ kind: 'base' }, { kind: 'sibling', amount: -2_000 }] },
    ]);
  });

  const record = (parent: { _id: ObjectId }, cartIds: string[], amount: number) =>
    app.as(admin).call('POST /families/:id/payments', {
      params: { id: parent._id.toHexString() },
      body: {
        ...{ requestId: randomUUID(), method: 'cash', day: inDays(0), reference: '' },
        ...{ cartIds, amount },
      },
    });

  it('records one payment for two children’s seats at the price of a purchase, and one alone at its own', async () => {
    const parent = await reserve();
    const [first = '', second = ''] = (await readCart(parent)).map(({ _id }) => _id);
    expect(await record(parent, [second], 8_000)).toMatchObject({ status: 400 });
    expect(await record(parent, [first, second], 18_000)).toMatchObject({ status: 400 });
    expect(await record(parent, [first, second], 17_000)).toMatchObject({ status: 200 });
    const other = await reserve();
    const [one = '', next = ''] = (await readCart(other)).map(({ _id }) => _id);
    await pay(other, [one], 90);
    expect(await record(other, [next], 8_000)).toMatchObject({ status: 200 });
  });

  it('asks no more than it has said, even if the sibling’s seat has ended since', async () => {
    const { parent, mia, tom } = await buildSiblings();
    await setDiscounts([early(), siblings()]);
    const campClass = await buildClass(app, { price: 100, camp_start: inDays(90) });
    const cartId = await join(parent, campClass, mia);
    await pay(parent, [cartId], 90);
    const answer = await app.as(admin).call('POST /families/:id/seats', {
      params: { id: parent._id.toHexString() },
      body: { classId: campClass.id, childId: tom.id, until: inDays(2) },
    });
    expect(answer).toMatchObject({ status: 200 });
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: campClass._id }, { $pull: { seats: { childId: mia._id } } });
    expect(await readCart(parent)).toMatchObject([{ price: 80 }]);
  });

  it('reserves at another price with a reason, and then there are no lines', async () => {
    const cart = await readCart(await reserve({ price: 70, note: 'A friend of the camp.' }));
    expect(cart).toMatchObject([{ price: 70 }, { price: 70 }]);
    expect(cart[0]).not.toHaveProperty('lines');
  });
});

describe('the discounts of the school', () => {
  it('are replaced as a whole by a director, once, and stand in the audit log', async () => {
    const { body } = await app.as(admin).call('GET /discounts');
    const discounts = [early()];
    const save = () => app.as(admin).call('PUT /discounts', { body: { ...body, discounts } });
    const answers = await Promise.all([save(), save()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await save()).body.code).toBe('discounts_changed');
    const [entry] = await readAuditLog(app, { action: 'change discounts' });
    expect(entry).toMatchObject({ after: { discounts: [{ label: 'Early bird' }] } });
  });

  it.each([
    ['more than 100 percent', { percent: 101 }, 'percent'],
    ['both a percentage and an amount', { amount: 500 }, 'percent'],
    ['neither', { percent: null }, 'percent'],
    ['an early price without an end', { until: null }, 'until'],
    ['an early price for no seat', { firstSeats: 0 }, 'firstSeats'],
    [
      'a number of seats for siblings',
      { kind: 'sibling', until: null, from: 2, firstSeats: 2 },
      'firstSeats',
    ],
    ['an early price that is taken back', { isTakenBack: true }, 'isTakenBack'],
    ['siblings from the first child on', { kind: 'sibling', until: null, from: 1 }, 'from'],
    ['a discount without a name', { label: ' ' }, 'label'],
  ] as const)('are refused with %s', async (_what, wrong, field) => {
    const { body } = await app.as(admin).call('GET /discounts');
    const discounts = [{ ...early(), ...wrong }];
    const answer = await app.as(admin).call('PUT /discounts', { body: { ...body, discounts } });
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { [`body.discounts.0.${field}`]: expect.any(String) as unknown } },
    });
  });
});
