import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { sumTaxes } from '@speakifyr/contract/tax.ts';
import { afterEach, expect, it } from 'vitest';
import { readToday } from '../school-time.ts';
import { createExtras, FIVE_DAYS, LUNCH, lunch, SHIRT, shirt } from '../testing/extras.ts';
import { buildClass, buildUser, holdSeatOf, useUser } from '../testing/factories.ts';
import { createMoves } from '../testing/moves.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';

/** The tax of each paper goes by what the paper is about. */

const TAX = { name: 'Sales tax', percent: 8.875, extras: 5, isAdded: true };
const OF_CLASS = { name: 'Sales tax', percent: 8.875 };
const OF_EXTRAS = { name: 'Sales tax', percent: 5 };

const app = useTestApp(undefined, {}, { tax: TAX });
const admin = useUser(app, 'admin');
const extras = createExtras(
  () => app,
  () => admin,
);
const moves = createMoves(() => app);
afterEach(() => setUpSchool({ tax: TAX }));

const LUNCH_WITH_TAX = { id: LUNCH, option: null, amount: 4_200 };

/** A class of $100 and five lunches, both paid with their taxes. */
async function buySeat() {
  await extras.setExtras([lunch(), shirt()]);
  const campClass = await buildClass(app, { price: 100, ...FIVE_DAYS });
  const student = await buildUser(app);
  const { cartId } = await holdSeatOf(app, student, campClass);
  await extras.mustChoose(student, cartId, [LUNCH_WITH_TAX]);
  const paymentId = await extras.pay(student, cartId, 150.88);
  return { student, cartId, paymentId, campClass };
}

/** The credit notes of a payment, oldest first. */
async function readNotes(person: { email: string }, paymentId: string) {
  const { refunds } = await extras.readReceipt(person, paymentId);
  const read = async ({ creditNote: no }: { creditNote: number | string | null }) =>
    (await app.as(person).call('GET /creditNotes/:no', { params: { no: String(no) } })).body;
  return Promise.all(refunds.map(read));
}

/** The taxes of the accountant's rows of a payment. */
async function readRows(paymentId: string) {
  const params = { month: readToday(app.services).slice(0, 7) };
  const { body } = await app.as(admin).call('GET /months/:month/rows', { params });
  return body
    .filter((row) => row.paymentId === paymentId && row.kind !== 'fee')
    .map(({ amount, taxes }) => ({ amount, taxes: taxes ?? [] }));
}

/** The taxes of each entry of the child's statement, by kind. */
async function readStatement(person: { email: string }) {
  const year = Number(readToday(app.services).slice(0, 4));
  const { body } = await app
    .as(person)
    .call('POST /myStatements', { body: { participant: 'me', year } });
  return body.lines.flatMap(({ entries }) => entries.map(({ kind, taxes }) => ({ kind, taxes })));
}

const negate = (taxes: { name: string; percent: number; amount: number; of: number }[] = []) =>
  taxes.map((tax) => ({ ...tax, amount: -tax.amount, of: -tax.of }));

async function setPolicy(fee: number) {
  const { body } = await app.call('GET /refundPolicy');
  const steps = [{ daysBefore: 14, percent: 100, fee }];
  const saved = { version: body.version, steps };
  expect(await app.as(admin).call('PUT /refundPolicy', { body: saved })).toMatchObject({
    status: 200,
  });
}

// Rules: R638.
it('what is added later, and what comes back without it, has the tax of just that', async () => {
  const { student, cartId, paymentId } = await buySeat();
  await extras.mustChoose(student, cartId, [
    LUNCH_WITH_TAX,
    { id: SHIRT, option: 'M', amount: 1_575 },
  ]);
  const body = { cartIds: [cartId], price: 15.75 };
  const begun = await app.as(student).call('POST /createPayment-intent', { body });
  const second = await extras.confirm(student, begun.body.clientSecret);
  expect(await extras.readReceipt(student, second)).toMatchObject({
    amount: 1_575,
    taxes: [{ ...OF_EXTRAS, amount: 75, of: 1_575 }],
  });

  // The shirt does not come back.
  expect(await moves.cancel({ student, cartId })).toBe(15_088);
  const notes = await readNotes(student, paymentId);
  expect(notes).toMatchObject([
    {
      amount: 15_088,
      taxes: [
        { ...OF_CLASS, amount: 888, of: 10_888 },
        { ...OF_EXTRAS, amount: 200, of: 4_200 },
      ],
    },
  ]);
  expect(await readNotes(student, second)).toEqual([]);
});

it('a move to a class without lunch returns the tax on lunch, on all papers', async () => {
  const { student, cartId, paymentId, campClass } = await buySeat();
  await extras.setExtras([lunch({ classIds: [campClass.id] })]);
  const to = await buildClass(app, { price: 100, ...FIVE_DAYS });
  const { body: moved } = await app
    .as(student)
    .call('POST /moves', { body: { cartId, classId: to.id, refund: 4_200 } });
  expect(moved).toMatchObject({ refund: 4_200 });
  const taxes = [{ ...OF_EXTRAS, amount: 200, of: 4_200 }];
  expect(await readNotes(student, paymentId)).toMatchObject([{ amount: 4_200, taxes }]);
  expect(await readRows(paymentId)).toMatchObject([
    { amount: 15_088 },
    { amount: -4_200, taxes: negate(taxes) },
  ]);
  expect(await readStatement(student)).toMatchObject([
    { kind: 'paid' },
    { kind: 'returned', taxes },
  ]);
});

it('the difference of a move is of what costs more there: the cart says what the receipt says', async () => {
  const { student, cartId } = await buySeat();
  // Ten days of lunch.
  const days = { camp_start: '2027-07-12', camp_end: '2027-07-23' };
  const to = await buildClass(app, { price: 120, ...days });
  await app.as(student).call('POST /moves', { body: { cartId, classId: to.id } });
  const [inCart] = await extras.readCart(student);
  const price = inCart?.price ?? 0;
  const taxes = [
    // 130.65 - 108.88, and 84 - 42.
    { ...OF_CLASS, amount: 1_065 - 888, of: 13_065 - 10_888 },
    { ...OF_EXTRAS, amount: 200, of: 4_200 },
  ];
  expect(inCart).toMatchObject({ price: 63.77, taxes });
  const paymentId = await extras.pay(student, inCart?._id ?? '', price);
  expect(await extras.readReceipt(student, paymentId)).toMatchObject({ amount: 6_377, taxes });
});

// Rules: R638.
it.each([
  // 10 / 1.07 = 9.35
  [7, [{ name: 'Sales tax', percent: 7, amount: -65, of: -1_000 }]],
  [0, []],
])(
  'a fee of a canceled seat has its own rate of %d percent, until it is given back',
  async (fees, kept) => {
    setUpSchool({ tax: { ...TAX, fees } });
    await setPolicy(1_000);
    const { student, cartId, paymentId } = await buySeat();
    expect(await moves.cancel({ student, cartId })).toBe(14_088);
    const taxes = [
      { ...OF_CLASS, amount: 888, of: 10_888 },
      { ...OF_EXTRAS, amount: 200, of: 4_200 },
      ...kept,
    ];
    const [note] = await readNotes(student, paymentId);
    expect(note).toMatchObject({ amount: 14_088, taxes });
    expect(note?.lines[0]?.price).toContainEqual({ label: 'Cancellation fee', amount: -1_000 });

    const body = { paymentId, amount: 1_000, note: 'Goodwill.' };
    expect(await app.as(admin).call('POST /refunds', { body })).toMatchObject({ status: 200 });
    const notes = await readNotes(student, paymentId);
    expect(notes[1]).toMatchObject({ amount: 1_000 });
    expect(notes[1]?.taxes ?? []).toEqual(negate(kept));
    // All papers together: nothing was sold.
    const rows = await readRows(paymentId);
    expect(sumAmounts(rows)).toBe(0);
    for (const tax of sumTaxes(rows.flatMap((row) => row.taxes)))
      expect(tax).toMatchObject({ amount: 0, of: 0 });
  },
);

it('a fee without a rate of its own stays taxed as what was sold', async () => {
  await setPolicy(1_000);
  const { student, cartId, paymentId } = await buySeat();
  await moves.cancel({ student, cartId });
  const [note] = await readNotes(student, paymentId);
  // 140.88 of 150.88.
  expect(note).toMatchObject({
    amount: 14_088,
    taxes: [
      { ...OF_CLASS, amount: 829, of: 10_166 },
      { ...OF_EXTRAS, amount: 187, of: 3_922 },
    ],
  });
  expect(JSON.stringify(note)).not.toContain('Cancellation fee');
});
