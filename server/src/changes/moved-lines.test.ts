import type { Discount, DiscountKind } from '@speakifyr/contract/prices.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { describe, expect, it } from 'vitest';
import { useAid } from '../testing/aid.ts';
import { createDiscounts, makeDiscount, siblings } from '../testing/discounts.ts';
import { createExtras, lunch, shirt, SHIRT_M, WITH_LUNCH } from '../testing/extras.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';

/**
 * The kinds of lines, and the ways in which a seat changes. All sums are worked out by hand here: in dollars for prices, in
 * cents for what moves.
 */

const app = useTestApp();
const admin = useUser(app, 'admin');
const { inDays, setDiscounts, join, readPrices, start, pay } = createDiscounts(app, admin);
const { award } = useAid(app, admin);
const { setExtras, mustChoose } = createExtras(
  () => app,
  () => admin,
);

type Parent = Awaited<ReturnType<typeof buildUser>>;
type Child = Awaited<ReturnType<typeof buildChild>>;
type Class = Awaited<ReturnType<typeof buildClass>>;

/** Monday and Friday of a week in two months. */
function week(): [string, string] {
  const ahead = inDays(60);
  const monday = 60 + ((8 - new Date(ahead).getUTCDay()) % 7);
  return [inDays(monday), inDays(monday + 4)];
}

function buildLater(price: number, name = `Class of ${price}`) {
  const [camp_start, camp_end] = week();
  return buildClass(app, { name, price, sit: 5, camp_start, camp_end });
}

/** A family with two children, a class of 20 to try it, and one of 500. */
async function buildCamp() {
  const parent = await buildUser(app);
  const [mia, tom] = [await buildChild(app, parent), await buildChild(app, parent)];
  return { parent, mia, tom, trial: await buildLater(20), dear: await buildLater(500) };
}
type Camp = Awaited<ReturnType<typeof buildCamp>>;

/** Joins and pays. @returns the seat's id */
async function book(parent: Parent, campClass: Class, child: Child, price: number) {
  const cartId = await join(parent, campClass, child);
  await pay(parent, [cartId], price);
  return cartId;
}

async function typeCode(parent: Parent, campClass: Class, child: Child, price: number) {
  const cartId = await join(parent, campClass, child);
  const typed = await app.as(parent).call('POST /cartCode', { body: { code: 'TRIAL' } });
  expect(typed).toMatchObject({ status: 200 });
  await pay(parent, [cartId], price);
  return cartId;
}

const code = { text: 'TRIAL', from: null, maxUses: null, maxPerFamily: null, minimum: null };
const makeCode = (changes: Partial<Discount>) =>
  makeDiscount({ kind: 'code', label: 'Code', percent: 90, until: inDays(9), code, ...changes });

/** A paid seat, where it goes, and what the move means. */
type Case = {
  what: string;
  build: (camp: Camp) => Promise<string>;
  goal?: (camp: Camp) => Promise<Class> | Class;
  /** In cents; at most one is above 0. */
  pay?: number;
  refund?: number;
  dropped?: string[];
};

/** Every kind of line, as the contract lists them. A new kind does not compile until somebody judges it here. */
const CASES: Record<DiscountKind | 'aid', Case[]> = {
  early: [
    {
      what: 'for one class',
      build: async ({ parent, mia, trial }) => {
        const early = { percent: 90, until: inDays(3), classIds: [trial.id] };
        await setDiscounts([makeDiscount(early)]);
        return book(parent, trial, mia, 2);
      },
      ...{ pay: 49_800, dropped: ['Early bird'] },
    },
    {
      what: 'for the first seat of each class',
      build: async ({ parent, mia, trial }) => {
        await setDiscounts([makeDiscount({ percent: 50, firstSeats: 1 })]);
        return book(parent, trial, mia, 10);
      },
      ...{ pay: 49_000, dropped: ['Early bird'] },
    },
    {
      what: 'for all classes, which still holds',
      build: async ({ parent, mia, trial }) => {
        await setDiscounts([makeDiscount({ until: inDays(3) })]);
        return book(parent, trial, mia, 18);
      },
      pay: 45_000 - 1_800,
    },
    {
      what: 'that is over: no more than before',
      build: async ({ parent, mia, trial }) => {
        await setDiscounts([makeDiscount({ until: inDays(3) })]);
        const cartId = await book(parent, trial, mia, 18);
        const { classes } = app.services.database.collections;
        await classes.updateOne(
          { _id: trial._id },
          { $set: { 'seats.0.lines.1.terms.until': inDays(-1) } },
        );
        return cartId;
      },
      ...{ pay: 49_800 - 1_800, dropped: ['Early bird'] },
    },
    {
      what: 'of an older seat whose discount is gone',
      build: async ({ parent, mia, trial }) => {
        await setDiscounts([makeDiscount({ percent: 90, until: inDays(3) })]);
        const cartId = await book(parent, trial, mia, 2);
        await setDiscounts([]);
        const { classes } = app.services.database.collections;
        await classes.updateOne({ _id: trial._id }, { $unset: { 'seats.0.lines.1.terms': 1 } });
        return cartId;
      },
      ...{ pay: 49_800, dropped: ['Early bird'] },
    },
    {
      what: 'of an older seat whose discount is for one class now',
      build: async ({ parent, mia, trial }) => {
        const early = makeDiscount({ percent: 90, until: inDays(3), classIds: [trial.id] });
        await setDiscounts([early]);
        const cartId = await book(parent, trial, mia, 2);
        const { classes } = app.services.database.collections;
        await classes.updateOne({ _id: trial._id }, { $unset: { 'seats.0.lines.1.terms': 1 } });
        return cartId;
      },
      ...{ pay: 49_800, dropped: ['Early bird'] },
    },
  ],
  sibling: [
    {
      what: 'as far as the other child’s seat is dear enough',
      build: async ({ parent, mia, tom, trial }) => {
        await setDiscounts([siblings()]);
        await book(parent, await buildLater(30), mia, 30);
        return book(parent, trial, tom, 16);
      },
      // 20 % of 500 would be 100.
      ...{ pay: 47_000 - 1_600, dropped: ['Siblings'] },
    },
    {
      what: 'which still holds',
      build: async ({ parent, mia, tom, trial }) => {
        await setDiscounts([siblings()]);
        await book(parent, await buildLater(200), mia, 200);
        return book(parent, trial, tom, 16);
      },
      pay: 40_000 - 1_600,
    },
  ],
  weeks: [
    {
      what: 'as far as the other class is dear enough',
      build: async ({ parent, mia, trial }) => {
        await setDiscounts([siblings({ kind: 'weeks', label: 'Two weeks', percent: 50 })]);
        await book(parent, await buildLater(0.5), mia, 0.5);
        return book(parent, trial, mia, 19.5);
      },
      ...{ pay: 49_950 - 1_950, dropped: ['Two weeks'] },
    },
  ],
  returning: [
    {
      what: 'which is never lost',
      build: async ({ parent, mia, trial }) => {
        await setDiscounts([makeDiscount({ kind: 'returning', label: 'Welcome back' })]);
        const last = await buildLater(40);
        await book(parent, last, mia, 40);
        const { classes } = app.services.database.collections;
        const over = { camp_start: inDays(-9), camp_end: inDays(-5) };
        await classes.updateOne({ _id: last._id }, { $set: over });
        return book(parent, trial, mia, 18);
      },
      pay: 45_000 - 1_800,
    },
  ],
  code: [
    {
      what: 'for one class',
      build: async ({ parent, mia, trial }) => {
        await setDiscounts([makeCode({ classIds: [trial.id] })]);
        return typeCode(parent, trial, mia, 2);
      },
      ...{ pay: 49_800, dropped: ['Code'] },
    },
    {
      what: 'with a least price, to a cheaper class',
      build: async ({ parent, mia }) => {
        const least = { ...code, minimum: 10_000 };
        await setDiscounts([makeCode({ percent: null, amount: 5_000, code: least })]);
        return typeCode(parent, await buildLater(100), mia, 50);
      },
      goal: ({ trial }) => trial,
      ...{ refund: 3_000, dropped: ['Code'] },
    },
  ],
  aid: [
    {
      what: 'for one class',
      build: async ({ parent, mia, trial }) => {
        await award(parent, mia.id, { percent: 90, classIds: [trial.id] });
        return book(parent, trial, mia, 2);
      },
      ...{ pay: 49_800, dropped: ['Financial aid'] },
    },
    {
      what: 'for the child that has the seat',
      build: async ({ parent, mia, trial }) => {
        await award(parent, mia.id);
        return book(parent, trial, mia, 10);
      },
      pay: 25_000 - 1_000,
    },
  ],
};

const quote = async (who: Parent | typeof admin, cartId: string, to: Class, childId?: string) => {
  const query = childId ? { childId } : {};
  const answer = await app.as(who).call('GET /moveQuotes/:cartId', { params: { cartId }, query });
  return answer.body.find(({ classId }) => classId === to.id);
};
const move = (who: Parent | typeof admin, cartId: string, to: Class, more = {}) =>
  app.as(who).call('POST /moves', {
    body: { cartId, classId: to.id, price: to.price, note: 'By phone.', ...more },
  });
const preview = async (parent: Parent, cartId: string) =>
  (await app.as(parent).call('GET /cancellation/:cartId', { params: { cartId } })).body;
const readSeat = async ({ _id }: Class, cartId: string) => {
  const found = await app.services.database.collections.classes.findOne({ _id });
  return found?.seats.find(({ seatId }) => seatId.toHexString() === cartId);
};
const giveUp = async (parent: Parent, cartId: string, { id: classId }: Class) =>
  app.as(parent).call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } });

slowDescribe.each(Object.entries(CASES))('a line of the kind %s', (_kind, cases) => {
  it.each(cases)('$what: both sides read it, and all ways of moving agree', async (one) => {
    const { pay: due = 0, refund = 0, dropped = [] } = one;
    const camp = await buildCamp();
    const { parent, dear } = camp;
    const cartId = await one.build(camp);
    const goal = one.goal ? await one.goal(camp) : dear;
    expect(await quote(parent, cartId, goal)).toMatchObject({ pay: due, refund, lines: dropped });
    expect(await quote(admin, cartId, goal)).toMatchObject({ whole: { pay: due, refund } });

    if (due === 0) {
      expect(await move(parent, cartId, goal, { refund })).toMatchObject({ body: { refund } });
      return;
    }
    const held = (await move(parent, cartId, goal)).body;
    expect(held).toMatchObject({ state: 'pay', difference: due });
    expect(await start(parent, [held.cartId], due / 100)).toMatchObject({ status: 200 });
    await giveUp(parent, held.cartId, goal);
    const asked = (await move(admin, cartId, goal, { charge: true })).body;
    expect(asked).toMatchObject({ state: 'pay', difference: due });
    await giveUp(parent, asked.cartId, goal);
    // What an admin waives is an agreed price: nothing of it moves on.
    const before = await preview(parent, cartId);
    expect(await move(admin, cartId, goal)).toMatchObject({ body: { state: 'moved', refund: 0 } });
    expect(await readSeat(goal, cartId)).not.toHaveProperty('lines');
    expect(await preview(parent, cartId)).toMatchObject({ refund: before.refund });
    const next = await buildLater(500, 'Another');
    const paid = before.paid;
    expect(await quote(parent, cartId, next)).toMatchObject({ pay: 50_000 - paid, lines: [] });
  });
});

// Rules: R431, R470, R471, R472, R473.
it('aid for one child does not go to another one: not in the same class, and elsewhere the difference is paid', async () => {
  const { parent, mia, tom, dear } = await buildCamp();
  await award(parent, mia.id, { percent: 90 });
  const cartId = await book(parent, dear, mia, 50);
  const own = { classId: undefined, price: undefined, childId: tom.id };
  expect(await quote(parent, cartId, dear, tom.id)).toMatchObject({
    ...{ pay: 45_000, lines: ['Financial aid'] },
  });
  expect(await move(parent, cartId, dear, own)).toMatchObject({
    ...{
      status: 409,
      body: { code: 'too_late_to_move', message: expect.stringMatching('Financial aid') },
    },
  });
  const other = await buildLater(500, 'Another');
  expect(await move(parent, cartId, other, { childId: tom.id })).toMatchObject({
    body: { state: 'pay', difference: 45_000 },
  });
});

describe('a discount that depends on another seat', () => {
  it('is for seats of the same payment, and one that is only held is none for later', async () => {
    await setDiscounts([siblings()]);
    const { parent, mia, tom, dear } = await buildCamp();
    const first = await join(parent, dear, mia);
    const second = await join(parent, dear, tom);
    expect(await readPrices(parent)).toEqual([500, 400]);
    expect(await start(parent, [second], 400)).toMatchObject({ body: { code: 'price_changed' } });
    await pay(parent, [second], 500);
    // The other one is the second child now.
    expect(await readPrices(parent)).toEqual([400]);
    await pay(parent, [first], 400);
  });

  it('comes off what a move to a cheaper class gives back, and then not again', async () => {
    await setDiscounts([siblings({ isTakenBack: true })]);
    const { parent, mia, tom, trial, dear } = await buildCamp();
    const first = await book(parent, dear, mia, 500);
    const second = await book(parent, dear, tom, 400);
    // 100 depend on a seat of 100 at least. Now it costs 20.
    expect(await quote(parent, first, trial)).toMatchObject({
      ...{ refund: 40_000, kept: 8_000, lost: [{ label: 'Siblings', amount: 8_000 }] },
    });
    expect(await move(parent, first, trial, { refund: 40_000 })).toMatchObject({
      body: { refund: 40_000, kept: 8_000 },
    });
    // The other 20 come off what is left of it: together as much as canceling at once.
    expect(await preview(parent, first)).toMatchObject({ refund: 0, lost: [{ amount: 2_000 }] });
    expect(await preview(parent, second)).toMatchObject({ refund: 40_000, lost: [] });
  });

  it('comes off at once if more depends on the seat than it then costs, and only once', async () => {
    const third = { from: 3, percent: 30, label: 'Third child' };
    await setDiscounts([
      siblings({ isTakenBack: true }),
      siblings({ isTakenBack: true, ...third }),
    ]);
    const { parent, mia, tom, dear } = await buildCamp();
    const first = await book(parent, dear, mia, 500);
    await book(parent, dear, tom, 400);
    await book(parent, dear, await buildChild(app, parent), 350);
    expect(await preview(parent, first)).toMatchObject({ refund: 50_000 - 10_000 - 15_000 });
    // Beside a seat of 120, one is still worth 100, and the other one 120: more than comes back if it is canceled then.
    const cheaper = await buildLater(120, 'Cheaper');
    expect(await move(parent, first, cheaper, { refund: 25_000 })).toMatchObject({
      body: { refund: 25_000, kept: 13_000 },
    });
    expect(await preview(parent, first)).toMatchObject({ refund: 0 });
    // In a dear class again, what came off does not come off once more.
    const { cartId, difference } = (await move(parent, first, dear)).body;
    expect(difference).toBe(38_000);
    await pay(parent, [cartId], difference / 100);
    const { lost } = await preview(parent, first);
    expect(sumAmounts(lost)).toBe(25_000 - 13_000);
  });

  it('comes off later if the move gives nothing back, unless it is earned again', async () => {
    await setDiscounts([siblings({ isTakenBack: true })]);
    const { parent, mia, tom, dear } = await buildCamp();
    const first = await book(parent, dear, mia, 500);
    await book(parent, dear, tom, 400);
    const other = await buildLater(500, 'Another');
    expect(await preview(parent, first)).toMatchObject({ refund: 40_000 });
    const moved = { childId: tom.id, refund: 0 };
    expect(await move(parent, first, other, moved)).toMatchObject({ body: { state: 'moved' } });
    expect(await preview(parent, first)).toMatchObject({
      ...{ refund: 40_000, lost: [{ label: 'Siblings', amount: 10_000 }] },
    });
    const back = { childId: mia.id, refund: 0 };
    expect(await move(parent, first, dear, back)).toMatchObject({ body: { state: 'moved' } });
    expect(await readSeat(dear, first)).not.toHaveProperty('lost');
    expect(await preview(parent, first)).toMatchObject({ refund: 40_000 });
  });

  it('counts a seat that waits for its move to be paid as it will be', async () => {
    await setDiscounts([siblings({ isTakenBack: true })]);
    const { parent, mia, tom, trial, dear } = await buildCamp();
    const first = await book(parent, dear, mia, 500);
    const second = await book(parent, trial, tom, 16);
    expect(await preview(parent, first)).toMatchObject({ lost: [{ amount: 400 }] });
    const held = (await move(parent, second, dear)).body;
    expect(held).toMatchObject({ difference: 38_400 });
    expect(await preview(parent, first)).toMatchObject({ lost: [{ amount: 10_000 }] });
  });
});

describe('extras that don’t come back', () => {
  /** A seat of 100 with a T-shirt for 15, and lunch for 40 that does not come back either. */
  async function buildSeat() {
    const { parent, mia } = await buildCamp();
    const from = await buildLater(100);
    await setDiscounts([]);
    await setExtras([lunch({ isRefundable: false }), shirt({ classIds: [from.id] })]);
    const cartId = await join(parent, from, mia);
    await mustChoose(parent, cartId, [WITH_LUNCH, SHIRT_M]);
    await pay(parent, [cartId], 155);
    return { parent, cartId };
  }

  it('are kept by a move as by a cancellation, which then gives back no more', async () => {
    const { parent, cartId } = await buildSeat();
    expect(await preview(parent, cartId)).toMatchObject({ refund: 10_000 });
    const to = await buildLater(100, 'Another');
    expect(await quote(parent, cartId, to)).toMatchObject({
      ...{ pay: 0, refund: 0, kept: 1_500, extrasKept: 1_500, dropped: ['T-shirt, M'] },
    });
    expect(await move(parent, cartId, to, { refund: 0 })).toMatchObject({
      body: { state: 'moved', refund: 0, kept: 1_500 },
    });
    expect(await preview(parent, cartId)).toMatchObject({ refund: 10_000 });
  });

  it('are kept as far as they cost less for fewer days', async () => {
    const { parent, cartId } = await buildSeat();
    const [first] = week();
    const day = { camp_start: first, camp_end: first };
    const short = await buildClass(app, { price: 100, sit: 5, ...day });
    // The T-shirt, and lunch for four days.
    expect(await quote(parent, cartId, short)).toMatchObject({
      ...{ pay: 0, refund: 0, kept: 4_700, extrasKept: 4_700 },
      stays: [{ label: 'Lunch', amount: 800 }],
    });
  });

  it('count for the seat if an admin gives back the whole difference', async () => {
    const { parent, cartId } = await buildSeat();
    const to = await buildLater(100, 'Another');
    expect(await quote(admin, cartId, to)).toMatchObject({
      ...{ refund: 0, whole: { pay: 0, refund: 1_500 } },
    });
    expect(await move(admin, cartId, to)).toMatchObject({ body: { refund: 1_500 } });
    expect(await preview(parent, cartId)).toMatchObject({ refund: 10_000 });
  });

  it('are paid again in a dearer class: what was kept does not count', async () => {
    const { parent, cartId } = await buildSeat();
    const to = await buildLater(115, 'Another');
    const held = (await move(parent, cartId, to)).body;
    expect(held).toMatchObject({ state: 'pay', difference: 1_500 });
    await pay(parent, [held.cartId], 15);
    expect(await preview(parent, cartId)).toMatchObject({ refund: 11_500 });
  });
});
