import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { taxIn, withTax } from '@speakifyr/contract/tax.ts';
import { afterEach, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { readToday } from '../school-time.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { IN_THREE_PARTS, buyInParts } from '../testing/installments.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';

/** Whatever a school decides about its tax, a seat keeps the one of the day on which it was held. */

const app = useTestApp(undefined, {}, IN_THREE_PARTS);
const admin = useUser(app, 'admin');

const WAYS = {
  none: undefined,
  included: { name: 'VAT', percent: 19 },
  added: { name: 'Sales tax', percent: 8.875, isAdded: true },
  other: { name: 'HST', percent: 13, isAdded: true },
};
type Way = keyof typeof WAYS;
const CHANGES: [Way, Way][] = [
  ['none', 'included'],
  ['none', 'added'],
  ['included', 'added'],
  ['included', 'none'],
  ['added', 'other'],
  ['added', 'included'],
  ['other', 'none'],
];

const decide = (way: Way) =>
  setUpSchool({ ...IN_THREE_PARTS, ...(WAYS[way] && { tax: WAYS[way] }) });
afterEach(() => setUpSchool(IN_THREE_PARTS));

async function join(parent: UserDocument, childId: string | null, price = 100) {
  const campClass = await buildClass(app, { price });
  const body = { classId: campClass.id, email: parent.email, ...(childId && { childId }) };
  return { campClass, ...(await app.as(parent).call('POST /addClass', { body })).body };
}

/** Pays what the cart, or what is owed, says. @returns the payment's id */
async function pay(parent: { email: string }, cartIds: string[], cents: number) {
  const body = { cartIds, price: cents / 100 };
  const begun = await app.as(parent).call('POST /createPayment-intent', { body });
  expect(begun).toMatchObject({ status: 200 });
  const paymentId = getIntentId(begun.body.clientSecret);
  await confirmPayment(paymentId);
  expect(await recordPayment(app, parent, paymentId)).toMatchObject({ status: 200 });
  return paymentId;
}

/** In the price of a class, in cents. */
function taxOf(tax: { name: string; percent: number; isAdded?: boolean }, price: number): number {
  return taxIn(tax, withTax(price * 100, tax.isAdded ? tax.percent : 0)).amount;
}

const readCart = async (parent: { email: string }) =>
  (await app.as(parent).call('GET /myclass', { query: { email: parent.email } })).body;

async function payCart(parent: { email: string }) {
  const cart = await readCart(parent);
  const cents = sumAmounts(cart.map(({ price }) => ({ amount: Math.round(price * 100) })));
  const taxes = cart.flatMap((course) => course.taxes ?? []);
  const paymentId = await pay(
    parent,
    cart.map(({ _id }) => _id),
    cents,
  );
  // What the cart said is what the receipt says.
  const receipt = await readReceipt(parent, paymentId);
  expect(sumAmounts(receipt.taxes ?? [])).toBe(sumAmounts(taxes));
  return paymentId;
}

async function readReceipt(person: { email: string }, paymentId: string) {
  return (await app.as(person).call('GET /receipts/:paymentId', { params: { paymentId } })).body;
}

async function reserve() {
  const parent = await buildUser(app);
  const campClass = await buildClass(app, { price: 100 });
  const params = { id: parent._id.toHexString() };
  const body = { classId: campClass.id, childId: null, until: readToday(app.services) };
  const { body: held } = await app.as(admin).call('POST /families/:id/seats', { params, body });
  return { parent, params, cartId: held.cartId };
}

/** A paid seat of a child moves to a dearer class, and to its sibling. @returns the payment of the difference */
async function moveOn(parent: UserDocument, cartId: string, childId: string) {
  const to = await buildClass(app, { price: 150 });
  const body = { cartId, classId: to.id, childId };
  const { body: held } = await app.as(parent).call('POST /moves', { body });
  expect(held).toMatchObject({ state: 'pay' });
  return payCart(parent);
}

/** Each begins under one decision; what it returns goes on under another, and returns whose payment that is. */
const CASES = {
  async 'a held seat'() {
    const parent = await buildUser(app);
    await join(parent, null);
    return async () => ({ parent, paymentId: await payCart(parent) });
  },
  async 'a seat that is paid in parts'() {
    const { student: parent, cartId, parts } = await buyInParts(app);
    return async () => ({
      parent,
      paymentId: await pay(parent, [cartId], parts[1]?.amount ?? 0),
    });
  },
  async 'a seat that the office has reserved'() {
    const { parent } = await reserve();
    return async () => ({ parent, paymentId: await payCart(parent) });
  },
  async 'a reservation to which the office gives another day'() {
    const { parent, params, cartId } = await reserve();
    return async () => {
      const [seat] = await readCart(parent);
      const until = readToday(app.services);
      const body = { classId: seat?.classId ?? '', childId: null, cartId, until };
      const again = await app.as(admin).call('POST /families/:id/seats', { params, body });
      expect(again).toMatchObject({ status: 200 });
      return { parent, paymentId: await payCart(parent) };
    };
  },
  async 'a seat that moves to a dearer class'() {
    const parent = await buildUser(app);
    const mia = await buildChild(app, parent);
    const { cartId } = await join(parent, mia.id);
    await payCart(parent);
    return async () => ({ parent, paymentId: await moveOn(parent, cartId, mia.id) });
  },
  async 'a seat that a sibling takes over'() {
    const parent = await buildUser(app);
    const [mia, ben] = [await buildChild(app, parent), await buildChild(app, parent)];
    const { cartId } = await join(parent, mia.id);
    await payCart(parent);
    return async () => ({ parent, paymentId: await moveOn(parent, cartId, ben.id) });
  },
  async 'a cart with two children'() {
    const parent = await buildUser(app);
    await join(parent, (await buildChild(app, parent)).id);
    await join(parent, (await buildChild(app, parent)).id, 80);
    return async () => ({ parent, paymentId: await payCart(parent) });
  },
  async 'a link to pay'() {
    const { parent, params, cartId } = await reserve();
    const { body: made } = await app
      .as(admin)
      .call('POST /families/:id/payLink', { params, body: { cartIds: [cartId] } });
    return async () => {
      const open = (more = {}) => app.call('POST /payLink', { body: { code: made.code, ...more } });
      const { amount, taxes = [] } = (await open()).body;
      const { body } = await open({ price: amount / 100 });
      const paymentId = getIntentId(body.clientSecret ?? '');
      await confirmPayment(paymentId);
      expect((await open({ transactionId: paymentId })).body).toMatchObject({ state: 'paid' });
      const receipt = await readReceipt(parent, paymentId);
      expect(receipt).toMatchObject({ amount });
      expect(receipt.taxes ?? []).toEqual(taxes);
      return { parent, paymentId };
    };
  },
};

// Rules: R636.
for (const [name, begin] of Object.entries(CASES))
  it.each(CHANGES)(`${name} keeps its tax: %s, then %s`, async (before, after) => {
    decide(before);
    const goOn = await begin();
    decide(after);
    const { parent, paymentId } = await goOn();
    const { amount, items, taxes } = await readReceipt(parent, paymentId);
    // A tax that prices have from now on is in all that comes in. An added one is never asked of a family that has not seen it.
    const way = before === 'none' ? (after === 'included' ? after : 'none') : before;
    const tax = WAYS[way];
    if (tax) {
      // The receipt of a difference: by how much more tax is in the price.
      const isMove = /moves|takes over/.test(name);
      const inEach = isMove
        ? [taxOf(tax, 150) - taxOf(tax, 100)]
        : items.map((item) => taxIn(tax, item.amount).amount);
      const sum = inEach.reduce((all, one) => all + one, 0);
      expect(taxes).toEqual([{ name: tax.name, percent: tax.percent, amount: sum, of: amount }]);
    } else expect(taxes).toBeUndefined();
    // It costs what the family saw.
    const isNetPrice = name === 'a held seat';
    if (isNetPrice)
      expect(amount).toBe({ none: 10_000, included: 10_000, added: 10_888, other: 11_300 }[before]);
  });
