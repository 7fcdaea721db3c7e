import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { readToday } from '../school-time.ts';
import { createDiscounts } from '../testing/discounts.ts';
import { createExtras, FIVE_DAYS, LUNCH, lunch } from '../testing/extras.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildUser,
  holdSeatOf,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { buyInParts } from '../testing/installments.ts';
import { createMoves } from '../testing/moves.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';

const SALES_TAX = { name: 'Sales tax', percent: 8.875, extras: 5, isAdded: true };
const OF_CLASS = { name: 'Sales tax', percent: 8.875 };
const OF_EXTRAS = { name: 'Sales tax', percent: 5 };
const TAXED = { tax: SALES_TAX, money: { installments: 3 } };

const app = useTestApp(undefined, {}, TAXED);
const admin = useUser(app, 'admin');
const extras = createExtras(
  () => app,
  () => admin,
);
const moves = createMoves(() => app);

afterEach(() => setUpSchool(TAXED));

async function readMonth() {
  const params = { month: readToday(app.services).slice(0, 7) };
  const { body } = await app.as(admin).call('GET /months/:month', { params });
  const { body: rows } = await app.as(admin).call('GET /months/:month/rows', { params });
  return { taxes: body.taxes, rows: rows.filter(({ kind }) => kind !== 'fee') };
}

const readReceipt = async (person: { email: string }, paymentId: string) =>
  (await app.as(person).call('GET /receipts/:paymentId', { params: { paymentId } })).body;

// Rules: R629.
it('from the cart to a refund: what is charged has the tax in it, at the rates of the day it was held', async () => {
  const { setDiscounts, early } = createDiscounts(app, admin);
  await setDiscounts([early()]);
  onTestFinished(() => setDiscounts([]));
  await extras.setExtras([lunch()]);
  const from = await buildClass(app, { price: 100, ...FIVE_DAYS });
  const parent = await buildUser(app);
  const { cartId } = await holdSeatOf(app, parent, from);
  await extras.mustChoose(parent, cartId, [{ id: LUNCH, option: null, amount: 4_200 }]);
  // 90 and 8.875 % of it; 40 and 5 % of it.
  const ofClass = { ...OF_CLASS, amount: 799, of: 9_799 };
  const ofLunch = { ...OF_EXTRAS, amount: 200, of: 4_200 };
  expect(await extras.readCart(parent)).toMatchObject([
    {
      price: 139.99,
      lines: [{ amount: 10_888 }, { amount: -1_089 }, { amount: 4_200 }],
      taxes: [ofClass, ofLunch],
    },
  ]);
  expect(await extras.start(parent, cartId, 130)).toMatchObject({
    status: 409,
    body: { code: 'price_changed' },
  });
  const paymentId = await extras.pay(parent, cartId, 139.99);
  expect(await readReceipt(parent, paymentId)).toMatchObject({
    amount: 13_999,
    taxes: [ofClass, ofLunch],
  });

  // Whatever the school adds later, this seat keeps its rates.
  setUpSchool({ tax: { name: 'VAT', percent: 20, isAdded: true } });
  const to = await buildClass(app, { price: 150, ...FIVE_DAYS });
  const held = await moves.moveTo({ student: parent, cartId, paymentId }, to);
  // 163.31, less 10 %, and lunch.
  expect(held.difference).toBe(14_698 + 4_200 - 13_999);
  const second = await moves.payAtStripe({ student: parent }, { ...held, cartId: held.cartId });
  await recordPayment(app, parent, second);
  expect(await extras.readEnrolled(parent)).toMatchObject([
    { price: 188.98, lines: [{ amount: 16_331 }, { amount: -1_633 }, { amount: 4_200 }] },
  ]);
  const difference = await readReceipt(parent, second);
  expect(sumAmounts(difference.taxes?.map(({ of }) => ({ amount: of })) ?? [])).toBe(4_899);
  // Lunch costs the same there.
  expect(difference.taxes).toEqual([{ ...OF_CLASS, amount: 1_198 - 799, of: 4_899 }]);

  const body = { paymentId, cartId, amount: 2_000, keepsSeat: true, note: 'Rain.' };
  expect(await app.as(admin).call('POST /refunds', { body })).toMatchObject({ status: 200 });
  const [refund] = (await readReceipt(parent, paymentId)).refunds;
  const params = { no: String(refund?.creditNote) };
  const { body: note } = await app.as(parent).call('GET /creditNotes/:no', { params });
  expect(note.amount).toBe(2_000);
  expect(note.taxes).toMatchObject([
    { percent: 8.875, of: 1_400, amount: 114 },
    { percent: 5, of: 600, amount: 29 },
  ]);

  const { taxes, rows } = await readMonth();
  const own = rows.filter((row) => [paymentId, second].includes(row.paymentId));
  expect(sumAmounts(own)).toBe(18_898 - 2_000);
  for (const percent of [8.875, 5]) {
    const ofRate = (all: { percent: number; amount: number }[] = []) =>
      sumAmounts(all.filter((tax) => tax.percent === percent));
    const papers = ofRate([ofClass, ofLunch]) + ofRate(difference.taxes) - ofRate(note.taxes);
    expect(ofRate(own.flatMap((row) => row.taxes ?? []))).toBe(papers);
    expect(ofRate(taxes)).toBe(papers);
  }
});

it('parts of a price come to the price with its tax, and their receipts to the tax', async () => {
  const { student, parts, paymentId } = await buyInParts(app);
  // 189 and 8.875 % of it.
  expect(sumAmounts(parts)).toBe(20_577);
  const receipt = await readReceipt(student, paymentId);
  expect(receipt.taxes).toMatchObject([{ ...OF_CLASS, of: receipt.amount }]);
});

it('a free class stays free, but what a family adds to it has its tax', async () => {
  await extras.setExtras([lunch()]);
  const campClass = await buildClass(app, { price: 0, ...FIVE_DAYS });
  const parent = await buildUser(app);
  const { cartId } = await holdSeatOf(app, parent, campClass);
  await extras.mustChoose(parent, cartId, [{ id: LUNCH, option: null, amount: 4_200 }]);
  expect(await extras.readEnrolled(parent)).toMatchObject([
    { price: 42, owed: [{ amount: 4_200 }] },
  ]);
});

it('a seat that was held before the school added a tax costs what its family saw, and has none', async () => {
  setUpSchool();
  const campClass = await buildClass(app, { price: 100 });
  const parent = await buildUser(app);
  const { cartId } = await holdSeatOf(app, parent, campClass);
  setUpSchool(TAXED);
  const paymentId = await extras.pay(parent, cartId, 100);
  const receipt = await readReceipt(parent, paymentId);
  expect(receipt.amount).toBe(10_000);
  expect(receipt).not.toHaveProperty('taxes');
});

// Rules: R630.
it('extras have their own rate in prices that include the tax, too; 0 is free of it', async () => {
  setUpSchool({ tax: { name: 'VAT', percent: 0, extras: 7 } });
  await extras.setExtras([lunch()]);
  const campClass = await buildClass(app, { price: 100, ...FIVE_DAYS });
  const parent = await buildUser(app);
  const { cartId } = await holdSeatOf(app, parent, campClass);
  await extras.mustChoose(parent, cartId, [{ id: LUNCH, option: null, amount: 4_000 }]);
  const paymentId = await extras.pay(parent, cartId, 140);
  // 40 / 1.07 = 37.38
  const taxes = [{ name: 'VAT', percent: 7, amount: 262, of: 4_000 }];
  expect(await readReceipt(parent, paymentId)).toMatchObject({ amount: 14_000, taxes });
  const body = { paymentId, cartId, amount: 7_000, keepsSeat: true, note: 'Rain.' };
  await app.as(admin).call('POST /refunds', { body });
  const { rows } = await readMonth();
  const own = rows.filter((row) => row.paymentId === paymentId);
  expect(own.map((row) => row.taxes?.[0])).toMatchObject([
    { amount: 262, of: 4_000 },
    { amount: -131, of: -2_000 },
  ]);
});

it('what the office reserves costs the price with the tax, and so does the link to pay it', async () => {
  const campClass = await buildClass(app, { price: 100 });
  const family = await buildUser(app);
  const params = { id: family._id.toHexString() };
  const until = readToday(app.services);
  const body = { classId: campClass.id, childId: null, until };
  const reserved = await app.as(admin).call('POST /families/:id/seats', { params, body });
  expect(reserved).toMatchObject({ status: 200 });
  expect(await extras.readCart(family)).toMatchObject([
    { price: 108.88, taxes: [{ ...OF_CLASS, amount: 888, of: 10_888 }] },
  ]);
});

// Rules: R637.
it('a search by price finds what a family pays, and the office reads what of it is tax', async () => {
  const campClass = await buildClass(app, { name: 'Sold by the cent', price: 100 });
  const find = async (query: { min_price?: number; max_price?: number }) =>
    (await app.call('GET /classes', { query: { search: 'Sold by the cent', ...query } })).body;
  expect(await find({ max_price: 108.87 })).toEqual([]);
  expect(await find({ min_price: 108.88, max_price: 108.88 })).toMatchObject([{ price: 100 }]);
  expect(await find({ min_price: 108.89 })).toEqual([]);

  const family = await buildUser(app);
  const params = { id: family._id.toHexString() };
  const quote = async () =>
    (
      await app
        .as(admin)
        .call('GET /families/:id/seatPrice', { params, query: { classId: campClass.id } })
    ).body;
  const taxes = [{ ...OF_CLASS, amount: 888, of: 10_888 }];
  expect(await quote()).toMatchObject({ price: 108.88, taxes });
  setUpSchool();
  expect(await quote()).not.toHaveProperty('taxes');
  setUpSchool(TAXED);
  const body = { classId: campClass.id, childId: null, until: readToday(app.services) };
  await app.as(admin).call('POST /families/:id/seats', { params, body });
  setUpSchool({ tax: { name: 'VAT', percent: 19 } });
  // The reservation is older than that.
  expect(await quote()).toMatchObject({ price: 108.88, taxes });
});

it('a seat at an agreed price keeps it, to the cent, when it goes to another child', async () => {
  setUpSchool({ tax: { name: 'HST', percent: 13, isAdded: true } });
  const campClass = await buildClass(app, { price: 150 });
  const parent = await buildUser(app);
  const [mia, ben] = [await buildChild(app, parent), await buildChild(app, parent)];
  const body = {
    ...{ classId: campClass.id, childId: mia.id, until: readToday(app.services) },
    ...{ price: 114, note: 'A neighbor of the camp.' },
  };
  const params = { id: parent._id.toHexString() };
  await app.as(admin).call('POST /families/:id/seats', { params, body });
  const [reserved] = await extras.readCart(parent);
  const cartId = reserved?._id ?? '';
  await extras.pay(parent, cartId, 114);
  const moved = await app
    .as(parent)
    .call('POST /moves', { body: { cartId, classId: campClass.id, childId: ben.id } });
  expect(moved.body).toMatchObject({ state: 'moved', difference: 0, refund: 0 });
  expect(await extras.readEnrolled(parent)).toMatchObject([{ price: 114, childId: ben.id }]);
});

it('without a tax, nothing that is read or stored says anything of one', async () => {
  setUpSchool();
  const campClass = await buildClass(app, { price: 100 });
  const { student, paymentId } = await buildEnrolledSeat(app, campClass);
  expect(await readReceipt(student, paymentId)).not.toHaveProperty('taxes');
  const { classes, payments, receipts } = app.services.database.collections;
  const stored = [
    await classes.findOne({ _id: campClass._id }),
    await payments.findOne({ _id: paymentId }),
    await receipts.findOne({ paymentId }),
  ];
  expect(JSON.stringify(stored)).not.toMatch(/"tax/);
});
