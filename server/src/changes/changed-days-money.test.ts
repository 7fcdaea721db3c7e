import { ObjectId } from 'mongodb';
import { beforeEach, expect, it } from 'vitest';
import { useAid } from '../testing/aid.ts';
import { idOf, useCostShare } from '../testing/cost-share.ts';
import { createDiscounts, makeDiscount } from '../testing/discounts.ts';
import { createExtras, lunch, SHIRT_M, shirt, WITH_LUNCH } from '../testing/extras.ts';
import { buildChild, buildClass, buildUser, recordPayment, useUser } from '../testing/factories.ts';
import { buildFamily } from '../testing/families.ts';
import { createMoves } from '../testing/moves.ts';
import { planFor } from '../testing/planned-seat.ts';
import { setUpSchool } from '../testing/school.ts';
import { makeByDay } from '../testing/documents.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

/**
 * What days cost and give back, however a seat was paid. All sums are worked out by hand: whole classes cost $200, each day $50, never
 * more than the whole class.
 */

const app = useTestApp();
const admin = useUser(app, 'admin');
const { setDiscounts, join, pay } = createDiscounts(app, admin);
const { award } = useAid(app, admin);
const { share } = useCostShare(app);
const { setExtras, mustChoose } = createExtras(
  () => app,
  () => admin,
);
const { move, payAtStripe } = createMoves(() => app);
const { buildPlanned, readOwed } = planFor(app, admin);

type Parent = Awaited<ReturnType<typeof buildUser>>;

const DAYS = [60, 61, 62, 63, 64].map(inDays);
const BY_DAY = { ...makeByDay(DAYS), sit: 3 };

async function buildFamilyOf(prepare?: (parent: Parent, childId: string) => Promise<unknown>) {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  await prepare?.(parent, child.id);
  return { parent, child, campClass: await buildClass(app, BY_DAY) };
}

/** @returns what it costs in cents; below 0 if that comes back */
async function change(student: Parent, cartId: string, count: number) {
  const { status, body } = await move({ student, cartId }, { days: DAYS.slice(0, count) });
  expect({ status, ...body }).toMatchObject({ status: 200 });
  if (body.state === 'moved') return 0 - body.refund;
  const paymentId = await payAtStripe({ student }, body);
  expect((await recordPayment(app, student, paymentId)).status).toBe(200);
  return body.difference;
}

beforeEach(async () => {
  await setDiscounts([]);
  await setExtras([]);
});

// Rules: R648.
it('a discount takes off its part of the days, there and back', async () => {
  await setDiscounts([makeDiscount({ percent: 10, until: inDays(3) })]);
  const { parent, child, campClass } = await buildFamilyOf();
  const cartId = await join(parent, campClass, child);
  await pay(parent, [cartId], 180);
  expect(await change(parent, cartId, 3)).toBe(-4_500);
  expect(await change(parent, cartId, 5)).toBe(4_500);
});

it('financial aid stays with the days', async () => {
  const { parent, child, campClass } = await buildFamilyOf((who, childId) =>
    award(who, childId, { isForAll: true }),
  );
  const cartId = await join(parent, campClass, child);
  await pay(parent, [cartId], 100);
  expect(await change(parent, cartId, 3)).toBe(-2_500);
  expect(await change(parent, cartId, 4)).toBe(2_500);
});

it('lunch goes by the days, and what does not come back stays with the school', async () => {
  await setExtras([lunch(), shirt()]);
  const { parent, child, campClass } = await buildFamilyOf();
  const cartId = await join(parent, campClass, child);
  await mustChoose(parent, cartId, [WITH_LUNCH, SHIRT_M]);
  await pay(parent, [cartId], 255);
  // Two days less: $50 of the class, since four cost as much as five, and two lunches of $8.
  expect(await change(parent, cartId, 3)).toBe(-6_600);
  expect(await change(parent, cartId, 4)).toBe(5_800);
});

it('of a seat that is paid in parts, what is owed falls first', async () => {
  const { parent, cartId } = await buildPlanned(
    {},
    { ...BY_DAY, price: 100, byDay: { prices: [25], atLeast: 1 } },
  );
  expect(await change(parent, cartId, 3)).toBe(0);
  expect(await readOwed(parent, cartId)).toMatchObject([{ amount: 2_000 }, { amount: 2_500 }]);
  expect(await change(parent, cartId, 1)).toBe(-500);
  expect(await readOwed(parent, cartId)).toEqual([]);
});

// Rules: R698.
it('what is owed for a seat that gets earlier days is due before the first of them', async () => {
  const { parent, cartId } = await buildPlanned(
    {},
    { ...BY_DAY, price: 100, byDay: { prices: [25], atLeast: 1 } },
  );
  await move({ student: parent, cartId }, { days: DAYS.slice(3) });
  // Days that begin later may have a later part.
  await app.services.database.collections.classes.updateOne(
    { 'seats.seatId': new ObjectId(cartId) },
    { $set: { 'seats.0.plan.parts.1.due': inDays(62) } },
  );
  expect(await readOwed(parent, cartId)).toEqual([{ due: inDays(62), amount: 2_000 }]);
  await move({ student: parent, cartId }, { days: DAYS.slice(0, 2) });
  expect(await readOwed(parent, cartId)).toEqual([{ due: inDays(59), amount: 2_000 }]);
});

it('each household gets back its own part', async () => {
  const family = await share(await buildFamily(app));
  const { parent, partner, child } = family;
  const campClass = await buildClass(app, BY_DAY);
  const cartId = await join(parent, campClass, child);
  await pay(parent, [cartId], 120);
  expect(await readOwed(partner, cartId)).toMatchObject([{ amount: 8_000 }]);
  // $50 less: the partner's 40 % of it is not owed anymore.
  expect(await change(parent, cartId, 3)).toBe(-3_000);
  expect(await readOwed(partner, cartId)).toMatchObject([{ amount: 6_000 }]);
  expect(idOf(partner)).not.toBe(idOf(parent));
});

it('a tax that is added is added to the days, too', async () => {
  setUpSchool({ tax: { name: 'VAT', percent: 20, isAdded: true } });
  const { parent, child, campClass } = await buildFamilyOf();
  const cartId = await join(parent, campClass, child);
  await pay(parent, [cartId], 240);
  expect(await change(parent, cartId, 3)).toBe(-6_000);
  // What was frozen with the seat stays.
  setUpSchool({ tax: { name: 'VAT', percent: 25, isAdded: true } });
  expect(await change(parent, cartId, 4)).toBe(6_000);
  setUpSchool();
});
