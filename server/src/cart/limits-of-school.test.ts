import { MAX_PAID_TOGETHER } from '@speakifyr/contract/limits.ts';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { ObjectId } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import {
  buildChild,
  buildClass,
  buildUser,
  buildWeeks,
  confirmPayment,
  getIntentId,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { areSeatsNamed, writeSeatIds } from '../ledger/seats-at-stripe.ts';
import { buildFullClass } from '../testing/waiting.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';
import { getSchool } from '../school/school.service.ts';

/** A director decides how many seats an account holds, and the next hold follows. */

const app = useTestApp();
const director = useUser(app, 'admin');
afterAll(() => setUpSchool());

type Parent = { _id: ObjectId; email: string };
type Limits = Partial<typeof FIRST_SCHOOL.booking>;

async function decide(limits: Limits) {
  const body = await getSchool(app.services);
  const booking = { ...FIRST_SCHOOL.booking, ...limits };
  return app.as(director).call('PUT /school', { body: { ...body, booking } });
}
const hold = (parent: Parent, child: { id: string }, { id: classId }: { id: string }) =>
  app
    .as(parent)
    .call('POST /addClass', { body: { classId, email: parent.email, childId: child.id } });
const countHeld = ({ _id }: Parent) =>
  app.services.database.collections.classes.countDocuments({ 'seats.userId': _id });
async function buildFamily(children: number, isVerified = true) {
  const parent = await buildUser(app);
  await app.services.database.collections.users.updateOne(
    { _id: parent._id },
    { $set: { isVerified } },
  );
  const built = [];
  for (let one = 0; one < children; one += 1) built.push(await buildChild(app, parent));
  return { parent, children: built };
}

// Rules: R51, R517.
it('a lower limit of all seats refuses the next hold and takes none away; a higher one allows it', async () => {
  const { parent, children } = await buildFamily(1);
  const [child] = children;
  const weeks = await buildWeeks(app, 4);
  for (const week of weeks.slice(0, 3)) expect((await hold(parent, child!, week)).status).toBe(200);
  expect((await decide({ maxHeld: 2, maxHeldOfClass: 2, maxHeldUnconfirmed: 2 })).status).toBe(200);
  const refused = await hold(parent, child!, weeks[3]!);
  expect(refused.body).toMatchObject({
    code: 'too_many_holds',
    message:
      'One account can hold up to 2 unpaid seats. Pay for yours or remove some, then join this class.',
  });
  expect(await countHeld(parent)).toBe(3);
  expect((await decide({ maxHeld: 4, maxHeldOfClass: 2 })).status).toBe(200);
  expect((await hold(parent, child!, weeks[3]!)).status).toBe(200);
});

it('a lower limit of one class refuses the next sibling; a higher one allows it, also in a free class', async () => {
  for (const price of [40, 0]) {
    const { parent, children } = await buildFamily(3);
    const campClass = await buildClass(app, { price, sit: 9 });
    expect((await decide({ maxHeldOfClass: 1 })).status).toBe(200);
    expect((await hold(parent, children[0]!, campClass)).status).toBe(200);
    const refused = await hold(parent, children[1]!, campClass);
    expect(refused.body).toMatchObject({
      code: 'too_many_holds',
      message: price
        ? 'One account can hold up to 1 unpaid seat in this class. Pay for yours or remove some, then join again.'
        : 'One account can have up to 1 seat of a free class. For a larger family, please contact the school.',
    });
    expect((await decide({ maxHeldOfClass: 2 })).status).toBe(200);
    expect((await hold(parent, children[1]!, campClass)).status).toBe(200);
    expect((await hold(parent, children[2]!, campClass)).body.code).toBe('too_many_holds');
  }
});

it('a lower limit before the email is confirmed refuses the next hold; a higher one allows it', async () => {
  const { parent, children } = await buildFamily(1, false);
  const weeks = await buildWeeks(app, 5);
  expect((await decide({ maxHeldUnconfirmed: 1 })).status).toBe(200);
  expect((await hold(parent, children[0]!, weeks[0]!)).status).toBe(200);
  const refused = await hold(parent, children[0]!, weeks[1]!);
  expect(refused.body).toMatchObject({
    code: 'verify_email_first',
    message: 'Confirm your email address to hold more than 1 seat, or pay for those you hold.',
  });
  expect((await decide({ maxHeldUnconfirmed: 4 })).status).toBe(200);
  for (const week of weeks.slice(1, 4))
    expect((await hold(parent, children[0]!, week)).status).toBe(200);
  expect((await hold(parent, children[0]!, weeks[4]!)).body.code).toBe('verify_email_first');
});

it.each([
  ['maxHeld', 0, 'Unpaid seats of an account: enter from 1 to 60.'],
  ['maxHeld', 61, 'Unpaid seats of an account: enter from 1 to 60.'],
  ['maxHeldOfClass', 0, 'Unpaid seats of one class: enter from 1 to 20.'],
  ['maxHeldOfClass', 21, 'Unpaid seats of one class: enter from 1 to 20.'],
  ['maxHeldUnconfirmed', 0, 'Seats before the email is confirmed: enter from 1 to 10.'],
  ['maxHeldUnconfirmed', 11, 'Seats before the email is confirmed: enter from 1 to 10.'],
])('%s of %i is refused with its name', async (name, count, message) => {
  const { status, body } = await decide({ [name]: count });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(message);
});

it('no part is larger than the whole', async () => {
  const { status, body } = await decide({ maxHeld: 5, maxHeldUnconfirmed: 6 });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(
    'Unpaid seats of one class: enter at most 5, as many as in all.',
  );
  expect(JSON.stringify(body)).toContain(
    'Seats before the email is confirmed: enter at most 5, as many as in all.',
  );
});

// Rules: R190.
it('siblings who wait together are no more than an account may hold of a class', async () => {
  const campClass = await buildFullClass(app, { price: 40 }, 2);
  const waitFor = ({ email }: Parent, childIds: string[]) =>
    app.as({ email }).call('POST /waiting/:classId', {
      params: { classId: campClass.id },
      body: { childIds, together: true },
    });
  const [early, late] = [await buildFamily(2), await buildFamily(2)];
  const idsOf = ({ children }: typeof early) => children.map(({ id }) => id);
  expect((await waitFor(early.parent, idsOf(early))).status).toBe(200);
  expect((await decide({ maxHeldOfClass: 1 })).status).toBe(200);
  expect((await waitFor(late.parent, idsOf(late))).body).toMatchObject({
    code: 'group_too_large',
    message: 'One account can hold one seat of a class, so 2 people can’t get theirs together.',
  });
  expect((await app.as(early.parent).call('GET /myWaiting')).body).toMatchObject([
    { state: 'waiting', limit: 'class' },
  ]);
});

// Rules: R518.
it('one payment is for the most seats that a school can allow', async () => {
  expect((await decide({ maxHeld: 60 })).status).toBe(200);
  const { parent, children } = await buildFamily(3);
  const weeks = await buildWeeks(app, 20, { price: 40 });
  const cartIds: string[] = [];
  for (const child of children)
    for (const week of weeks) cartIds.push((await hold(parent, child, week)).body.cartId);
  const body = { cartIds, price: 40 * 60 };
  const begun = await app.as(parent).call('POST /createPayment-intent', { body });
  expect(begun.status).toBe(200);
  const paymentId = getIntentId(begun.body.clientSecret);
  expect(await confirmPayment(paymentId)).toBe('succeeded');
  const { body: paid } = await recordPayment(app, parent, paymentId);
  expect(paid.items?.map(({ state }) => state)).toEqual(cartIds.map(() => 'enrolled'));
});

it('Stripe reads every seat of such a payment, and another seat at the end is noticed', () => {
  const seats = Array.from({ length: MAX_PAID_TOGETHER }, () => ({ seatId: new ObjectId() }));
  const named = writeSeatIds(seats);
  expect(Object.values(named).join(',').split(',')).toHaveLength(MAX_PAID_TOGETHER);
  for (const value of Object.values(named)) expect(value.length).toBeLessThanOrEqual(500);
  expect(areSeatsNamed(named, seats)).toBe(true);
  expect(areSeatsNamed(named, [...seats.slice(0, -1), { seatId: new ObjectId() }])).toBe(false);
  expect(areSeatsNamed(named, seats.slice(0, 40))).toBe(false);
});

it('the limits are nowhere else than in the school', () => {
  const root = joinPath(import.meta.dirname, '../../..');
  const old = new RegExp(['MAX_FAMILY', 'HOLDS|MAX_OPEN', 'HOLDS'].join('_'));
  const using = ['contract/src', 'server/src', 'client/src'].flatMap((folder) =>
    readdirSync(joinPath(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => old.test(readFileSync(joinPath(root, folder, file), 'utf8'))),
  );
  expect(using).toEqual([]);
});
