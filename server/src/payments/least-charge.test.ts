import { toCents } from '@speakifyr/contract/format.ts';
import { MAX_PRICE } from '@speakifyr/contract/limits.ts';
import { CURRENCIES, leastCharge } from '@speakifyr/contract/places.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { useAid } from '../testing/aid.ts';
import { makeNewCourse } from '../testing/documents.ts';
import { lunch } from '../testing/extras.ts';
import {
  buildClass,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
  startPaymentOf,
  useUser,
} from '../testing/factories.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const director = useUser(app, 'admin');
const { award } = useAid(app, director);

/** As if a director had chosen it, before there was a class. */
async function setCurrency(currency: string): Promise<void> {
  const { settings } = app.services.database.collections;
  const change = { $set: { 'terms.currency': currency } };
  await settings.updateOne({ _id: 'school' }, change as object, { upsert: true });
  setUpSchool({ currency });
}
beforeEach(() => setCurrency('CZK'));
afterAll(() => setUpSchool());

const readCart = async ({ email }: { email: string }) =>
  (await app.as({ email }).call('GET /myclass', { query: { email } })).body;

// Rules: R11, R430, R454.
describe('the least that a card pays', () => {
  it.each([
    ['CZK', 15],
    ['HUF', 175],
    ['SEK', 3],
    ['GBP', 0.3],
  ])(
    'is left of a seat with all the aid there is, and paid by card: in %s',
    async (currency, price) => {
      await setCurrency(currency);
      const parent = await buildUser(app);
      await award(parent, undefined, { percent: 100 });
      const { cartId } = await holdSeatOf(app, parent, await buildClass(app, { price: 2_000 }));
      expect(await readCart(parent)).toMatchObject([{ price }]);
      const paymentId = await startPaymentOf(app, parent, { cartId, price });
      expect(await app.services.cardPayments.retrieveIntent(paymentId)).toMatchObject({
        ...{ amount: toCents(price), currency: currency.toLowerCase() },
      });
      expect(await confirmPayment(paymentId)).toBe('succeeded');
      expect(await recordPayment(app, parent, paymentId)).toMatchObject({ status: 200 });
    },
  );

  it('is the least price of a class, of a day and of an extra', async () => {
    const instructor = await buildUser(app, 'instructor');
    const course = makeNewCourse(instructor);
    const add = (change: object) =>
      app.as(director).call('POST /addCourse', { body: { ...course, ...change } });
    const problem = 'Must be 0, or from 15.00 to 100,000, with two decimals at most';
    expect(await add({ price: 14.99 })).toMatchObject({
      ...{ status: 400, body: { fields: { 'body.price': problem } } },
    });
    const byDay = (prices: number[]) => ({ price: 100, byDay: { prices, atLeast: 1 } });
    expect(await add(byDay([5]))).toMatchObject({
      ...{ status: 400, body: { fields: { 'body.byDay.prices.0': problem } } },
    });
    expect((await add({ ...byDay([15]), price: 15 })).status).toBe(200);
    const put = async (price: number) => {
      const { version } = (await app.as(director).call('GET /extras')).body;
      const body = { version, extras: [{ ...lunch(), price }] };
      return app.as(director).call('PUT /extras', { body });
    };
    expect(await put(14_99)).toMatchObject({
      status: 400,
      body: {
        fields: {
          'body.extras.0.price': 'Please enter an amount from 15.00 on, with two decimals at most.',
        },
      },
    });
    expect((await put(15_00)).status).toBe(200);
  });

  it('is more than an older class costs: everybody reads it, and the card is refused in plain words', async () => {
    const parent = await buildUser(app);
    const campClass = await buildClass(app, { price: 100 });
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: campClass._id }, { $set: { price: 5 } });
    const { cartId } = await holdSeatOf(app, parent, campClass);
    expect(await readCart(parent)).toMatchObject([{ price: 5 }]);
    const body = { cartId, price: 5 };
    expect(await app.as(parent).call('POST /createPayment-intent', { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message: /^A card can’t pay as little as this/ },
    });
  });

  it('is known for each currency, and little', () => {
    for (const currency of CURRENCIES) {
      expect(leastCharge(currency.toLowerCase())).toBe(leastCharge(currency));
      expect(leastCharge(currency)).toBeGreaterThan(0);
      expect(leastCharge(currency)).toBeLessThan(MAX_PRICE / 20);
    }
    expect(leastCharge()).toBe(15);
  });
});
