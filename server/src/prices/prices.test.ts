import type { Discount } from '@speakifyr/contract/prices.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { startOfferClocks } from '../enrollments/waiting/tend-lists.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { addDays, readToday } from '../school-time.ts';
import { makeGuardian } from '../testing/documents.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

type Who = Awaited<ReturnType<typeof buildUser>>;
type Class = Awaited<ReturnType<typeof buildClass>>;

const inDays = (days: number) => addDays(readToday(app.services), days);
const laterDays = () => ({ camp_start: inDays(60), camp_end: inDays(64) });
const makeDiscount = (discount: Partial<Discount> = {}): Discount => ({
  ...{ id: new ObjectId().toHexString(), kind: 'early', label: 'Early bird', percent: 10 },
  ...{ amount: null, until: null, from: null, classIds: [], stacks: false },
  ...discount,
});
const early = (discount: Partial<Discount> = {}) => makeDiscount({ until: inDays(3), ...discount });
const siblings = (discount: Partial<Discount> = {}) =>
  makeDiscount({ kind: 'sibling', label: 'Siblings', percent: 20, from: 2, ...discount });

async function setDiscounts(discounts: Discount[]) {
  const { body } = await app.as(admin).call('GET /discounts');
  const answer = await app
    .as(admin)
    .call('PUT /discounts', { body: { version: body.version, discounts } });
  expect(answer).toMatchObject({ status: 200 });
}

/** @returns the id of the seat */
async function join(parent: Who, campClass: Class, child?: ChildDocument & { id: string }) {
  const { body } = await app.as(parent).call('POST /addClass', {
    body: { classId: campClass.id, email: parent.email, ...(child && { childId: child.id }) },
  });
  return body.cartId;
}

const readCart = async (parent: Who) =>
  (await app.as(parent).call('GET /myclass', { query: { email: parent.email } })).body;
const readPrices = async (parent: Who) => (await readCart(parent)).map(({ price }) => price);

const start = (parent: Who, cartIds: string[], price: number) =>
  app.as(parent).call('POST /createPayment-intent', { body: { cartIds, price } });

async function pay(parent: Who, cartIds: string[], price: number) {
  const begun = await start(parent, cartIds, price);
  expect(begun).toMatchObject({ status: 200 });
  const paymentId = getIntentId(begun.body.clientSecret);
  await confirmPayment(paymentId);
  await recordPayment(app, parent, paymentId);
  return paymentId;
}

async function buildSiblings() {
  const parent = await buildUser(app);
  return { parent, mia: await buildChild(app, parent), tom: await buildChild(app, parent) };
}

const LINES = [
  { kind: 'base', label: 'Full price', amount: 10_000 },
  { kind: 'early', label: 'Early bird', amount: -1_000 },
];

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
    // Nobody needs to know how the school names its classes inside.
    expect(shown.discounts?.[0]).not.toHaveProperty('classIds');
    expect(await read(other)).not.toHaveProperty('early');
    expect((await app.call('GET /classes', { query: {} })).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ _id: campClass.id, early: shown.early })]),
    );
  });
});

describe('a price for the first seats of a class', () => {
  const first = (firstSeats: number, discount: Partial<Discount> = {}) =>
    makeDiscount({ label: 'First birds', firstSeats, ...discount });

  it('is for exactly so many, also if twenty parents join at the same moment', async () => {
    await setDiscounts([first(3), first(5, { label: 'Next birds', percent: 5 })]);
    const campClass = await buildClass(app, { price: 100, sit: 20 });
    const parents = await Promise.all(Array.from({ length: 20 }, () => buildUser(app)));
    await Promise.all(parents.map((parent) => join(parent, campClass)));
    const prices = (await Promise.all(parents.map(readPrices))).flat();
    const count = (price: number) => prices.filter((one) => one === price).length;
    expect([count(90), count(95), count(100)]).toEqual([3, 2, 15]);
  });

  it('says for how many more seats it holds, and what comes then', async () => {
    await setDiscounts([first(2), first(3, { label: 'Next birds', percent: 5 })]);
    const campClass = await buildClass(app, { price: 100 });
    const read = async () =>
      (await app.call('GET /classes/:id', { params: { id: campClass.id } })).body;
    expect((await read()).early).toEqual({
      ...{ label: 'First birds', price: 90, until: null, seats: 2, then: 95 },
    });
    await join(await buildUser(app), campClass);
    expect((await read()).early).toMatchObject({ price: 90, seats: 1 });
    await join(await buildUser(app), campClass);
    expect((await read()).early).toMatchObject({ price: 95, seats: 1, then: 100 });
    await join(await buildUser(app), campClass);
    expect(await read()).not.toHaveProperty('early');
  });

  it('comes back with a seat that is removed from the cart', async () => {
    await setDiscounts([first(1)]);
    const campClass = await buildClass(app, { price: 100 });
    const [parent, other] = [await buildUser(app), await buildUser(app)];
    const cartId = await join(parent, campClass);
    const [query, params] = [{ classId: campClass.id }, { cartId: cartId ?? '' }];
    await app.as(parent).call('DELETE /addClass/:cartId', { params, query });
    await join(other, campClass);
    expect(await readPrices(other)).toEqual([90]);
  });

  it('counts for seats that the office reserves', async () => {
    await setDiscounts([first(1)]);
    const campClass = await buildClass(app, { price: 100 });
    const parent = await buildUser(app);
    const read = async () =>
      (
        await app.as(admin).call('GET /families/:id/seatPrice', {
          ...{ params: { id: parent._id.toHexString() }, query: { classId: campClass.id } },
        })
      ).body.price;
    expect(await read()).toBe(90);
    await join(await buildUser(app), campClass);
    expect(await read()).toBe(100);
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
    await join(other, await buildClass(app, { price: 100 }), mia);
    await join(parent, await buildClass(app, { price: 100 }), tom);
    expect(await readPrices(parent)).toEqual([80]);
  });

  it('is lost if the first child’s seat is removed before paying: the parent reads the new price first', async () => {
    await setDiscounts([siblings()]);
    const { parent, mia, tom } = await buildSiblings();
    const campClass = await buildClass(app, { price: 100 });
    const first = await join(parent, campClass, mia);
    const second = await join(parent, campClass, tom);
    const old = getIntentId((await start(parent, [second], 80)).body.clientSecret);
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
  for (const price of [100, 100, 100]) classes.push(await buildClass(app, { price }));
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
    // The discount moves along, also once nobody else gets it.
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
    // What the office reads before it reserves.
    expect(quotes).toEqual([90, 80]);
    return parent;
  }

  it('reserves at the price that the family’s discounts give, and that stays', async () => {
    const parent = await reserve();
    await setDiscounts([]);
    expect(await readCart(parent)).toMatchObject([
      { price: 90, lines: LINES },
      { price: 80, lines: [{ amount: 10_000 }, { label: 'Siblings', amount: -2_000 }] },
    ]);
  });

  it('reserves at another price with a reason, and then there are no lines', async () => {
    const cart = await readCart(await reserve({ price: 70, note: 'A friend of the camp.' }));
    expect(cart).toMatchObject([{ price: 70 }, { price: 70 }]);
    expect(cart[0]).not.toHaveProperty('lines');
  });
});

it('an offer of the waiting list keeps the early price of the day of joining it, if the school says so', async () => {
  const campClass = await buildClass(app, { price: 100, sit: 1, ...laterDays() });
  const [holder, parent, other] = [
    await buildUser(app),
    await buildUser(app),
    await buildUser(app),
  ];
  const cartId = await join(holder, campClass);
  const params = { classId: campClass.id };
  await app.as(parent).call('POST /waiting/:classId', { params, body: {} });
  await setDiscounts([early({ until: inDays(0), isForWaiting: true })]);
  app.passMinutes(2 * 24 * 60);
  await app.as(other).call('POST /waiting/:classId', { params, body: {} });
  const query = { classId: campClass.id };
  await app.as(holder).call('DELETE /addClass/:cartId', { params: { cartId }, query });
  expect(await readMailTo(app, parent, 'seat offered')).toMatchObject({ props: { prices: [90] } });
  const [{ _id: offered } = { _id: '' }] = await readCart(parent);
  await app.as(parent).call('DELETE /addClass/:cartId', { params: { cartId: offered }, query });
  // The next one began to wait after it had ended.
  expect(await readMailTo(app, other, 'seat offered')).toMatchObject({ props: { prices: [100] } });
});

it('an offer of the waiting list costs what the discounts of its day give, as its email says', async () => {
  await setDiscounts([early()]);
  const campClass = await buildClass(app, { price: 100, sit: 1, ...laterDays() });
  const [holder, parent] = [await buildUser(app), await buildUser(app)];
  const cartId = await join(holder, campClass);
  await app.as(parent).call('POST /waiting/:classId', {
    params: { classId: campClass.id },
    body: {},
  });
  await app.as(holder).call('DELETE /addClass/:cartId', {
    params: { cartId },
    query: { classId: campClass.id },
  });
  expect(await readMailTo(app, parent, 'seat offered')).toMatchObject({ props: { prices: [90] } });
  const sent = { state: 'sent' as const, sentAt: app.services.now() };
  await app.services.database.collections.outbox.updateMany({}, { $set: sent });
  await startOfferClocks(app.services);
  await setDiscounts([]);
  expect(await readCart(parent)).toMatchObject([{ price: 90, lines: LINES }]);
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
