import type { Discount } from '@speakifyr/contract/prices.ts';
import { describe, expect, it } from 'vitest';
import { startOfferClocks } from '../waiting/tend-lists.ts';
import { createDiscounts, makeDiscount } from '../testing/discounts.ts';
import { buildClass, buildUser, useUser } from '../testing/factories.ts';
import { readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { inDays, early, setDiscounts, join, readCart, readPrices } = createDiscounts(app, admin);

const LINES = [
  { kind: 'base', label: 'Full price', amount: 10_000 },
  { kind: 'early', label: 'Early bird', amount: -1_000 },
];

const laterDays = () => ({ camp_start: inDays(60), camp_end: inDays(64) });

// Rules: R437.
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
  // Their lists say the same as the offers will.
  const readList = async (user: typeof parent) =>
    (await app.as(user).call('GET /myWaiting')).body.map(({ price }) => price);
  expect(await readList(parent)).toEqual([90]);
  expect(await readList(other)).toEqual([100]);
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
