import type { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { makeGuardian } from '../testing/documents.ts';
import {
  buildChild,
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  recordPayment,
  startPaymentOf,
} from '../testing/factories.ts';
import { addDays } from '../school-time.ts';
import { buildFamily, CONTACT, HEALTH_BODY } from '../testing/families.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

type Person = { _id: ObjectId; email: string };

async function hold({ email }: Person, { id }: { id: string }, child?: { id: string }) {
  const { body } = await app.as({ email }).call('POST /addClass', {
    body: { classId: id, email, ...(child && { childId: child.id }) },
  });
  return body.cartId;
}

/** Joins and pays. */
async function enroll(
  person: Person,
  campClass: { id: string; price: number },
  child?: { id: string },
) {
  const cartId = await hold(person, campClass, child);
  const paymentId = await startPaymentOf(app, person, { cartId, price: campClass.price });
  await confirmPayment(paymentId);
  expect((await recordPayment(app, person, paymentId)).status).toBe(200);
  return { cartId, paymentId };
}

const listEnrolled = async ({ email }: Person) =>
  (await app.as({ email }).call('GET /myEnrolledClass', { query: { email } })).body;

// Rules: R100, R101, R113, R136, R253.
describe('a paid seat of a child', () => {
  it('siblings and the parent have a seat and an entry code each, and the list says who sits there', async () => {
    const parent = await buildUser(app);
    const [mia, ben] = [
      await buildChild(app, parent, { name: 'Mia' }),
      await buildChild(app, parent, { name: 'Ben' }),
    ];
    const campClass = await buildClass(app, { course_tag: 'SIB', sit: 3 });
    const bought = [];
    for (const child of [mia, ben, undefined]) bought.push(await enroll(parent, campClass, child));
    const seats = await listEnrolled(parent);
    const byCode = seats.toSorted((a, b) => a.entry_code.localeCompare(b.entry_code));
    expect(byCode).toMatchObject([
      { entry_code: 'SIB-101', childId: mia.id, student_name: 'Mia', health: 'missing' },
      { entry_code: 'SIB-102', childId: ben.id, student_name: 'Ben', health: 'missing' },
      { entry_code: 'SIB-103', childId: null, student_name: parent.name, health: null },
    ]);
    expect(byCode.map(({ cartId }) => cartId)).toEqual(bought.map(({ cartId }) => cartId));
    expect(byCode.every(({ isPayer }) => isPayer)).toBe(true);
  });

  it('a payment that comes late takes the seat that another guardian holds for the child', async () => {
    const [mother, father] = [await buildUser(app), await buildUser(app)];
    const child = await buildChild(app, mother, {
      guardians: [makeGuardian(mother._id), makeGuardian(father._id)],
    });
    const campClass = await buildClass(app, { sit: 1 });
    const cartId = await hold(mother, campClass, child);
    const paymentId = await startPaymentOf(app, mother, { cartId, price: campClass.price });
    // As if the hold had ended before the card was charged.
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: campClass._id }, { $set: { seats: [], sit: 1 } });
    const otherId = await hold(father, campClass, child);
    await confirmPayment(paymentId);
    expect((await recordPayment(app, mother, paymentId)).status).toBe(200);
    expect(await listEnrolled(mother)).toMatchObject([{ cartId, transactionId: paymentId }]);
    expect(await classes.findOne({ _id: campClass._id })).toMatchObject({
      sit: 0,
      seats: { length: 1 },
    });
    // The father's cart entry is gone with its seat.
    expect(otherId).not.toBe(cartId);
    const cart = await app.as(father).call('GET /myclass', { query: { email: father.email } });
    expect(cart.body).toEqual([]);
  });
});

describe('what the camp still needs before a child comes', () => {
  it('is an answer about health, somebody to call, and somebody who may pick up until the last day', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const campClass = await buildClass(app);
    await enroll(parent, campClass, child);
    const listNeeds = async () => (await listEnrolled(parent)).map(({ needs }) => needs);
    expect(await listNeeds()).toEqual([['health', 'emergency', 'pickUp']]);
    const save = (changes: { isEmergency?: boolean; pickUpUntil?: string }) =>
      app.as(parent).call('PUT /myChildren/:id/contacts', {
        params: { id: child.id },
        body: { contacts: [{ ...CONTACT, ...changes }] },
      });
    await save({ pickUpUntil: addDays(campClass.camp_end, -1) });
    expect(await listNeeds()).toEqual([['health', 'pickUp']]);
    await save({ isEmergency: false });
    expect(await listNeeds()).toEqual([['health', 'emergency']]);
    await save({ pickUpUntil: campClass.camp_end });
    await app
      .as(parent)
      .call('PUT /myChildren/:id/health', { params: { id: child.id }, body: HEALTH_BODY });
    expect(await listNeeds()).toEqual([[]]);
  });

  it('is asked of guardians who may see the child, and about nobody else', async () => {
    const { child, parent, seer, booker } = await buildFamily(app);
    const campClass = await buildClass(app, { sit: 3 });
    await enroll(booker, campClass, child);
    await enroll(booker, campClass);
    expect(await listEnrolled(seer)).toMatchObject([{ needs: [] }]);
    expect(await listEnrolled(parent)).toMatchObject([{ needs: [] }]);
    expect((await listEnrolled(booker)).map(({ needs }) => needs)).toEqual([null, null]);
  });
});

describe('who sees the paid seat of a child', () => {
  it('another guardian reads who paid, while that is a guardian', async () => {
    const { child, parent, partner, seer } = await buildFamily(app);
    await enroll(partner, await buildClass(app), child);
    for (const reader of [parent, seer])
      expect(await listEnrolled(reader)).toMatchObject([{ isPayer: false, paidBy: partner.name }]);
    expect(await listEnrolled(partner)).toMatchObject([{ isPayer: true, paidBy: null }]);
    await app.services.database.collections.children.updateOne(
      { _id: child._id },
      { $pull: { guardians: { userId: partner._id } } },
    );
    expect(await listEnrolled(parent)).toMatchObject([{ isPayer: false, paidBy: null }]);
  });

  it.each([
    [
      'another guardian who may see the child',
      ['see'] as const,
      [{ isPayer: false, health: 'missing' }],
    ],
    ['not one who may only book', ['book'] as const, []],
  ])('%s', async (_name, may, expected) => {
    const [parent, other] = [await buildUser(app), await buildUser(app)];
    const child = await buildChild(app, parent, {
      guardians: [makeGuardian(parent._id), makeGuardian(other._id, { may: [...may] })],
    });
    await enroll(parent, await buildClass(app), child);
    expect(await listEnrolled(other)).toMatchObject(expected);
    const query = { email: other.email };
    const stats = await app.as(other).call('GET /userStats', { query });
    expect(stats.body).toMatchObject({ totalEnrolled: expected.length, totalSpend: 0 });
  });

  it('the one who booked it, as long as they may book for the child, but not its health', async () => {
    const [parent, aunt] = [await buildUser(app), await buildUser(app)];
    const child = await buildChild(app, parent, {
      guardians: [makeGuardian(parent._id), makeGuardian(aunt._id, { may: ['book'] })],
    });
    const { paymentId } = await enroll(aunt, await buildClass(app), child);
    expect(await listEnrolled(aunt)).toMatchObject([
      { transactionId: paymentId, isPayer: true, health: 'hidden' },
    ]);
    await app.services.database.collections.children.updateOne(
      { _id: child._id },
      { $pull: { guardians: { userId: aunt._id } } },
    );
    expect(await listEnrolled(aunt)).toEqual([]);
    expect(await listEnrolled(parent)).toMatchObject([{ isPayer: false }]);
  });

  it('not a payer who was removed since, however often they report the payment', async () => {
    const [parent, aunt] = [await buildUser(app), await buildUser(app)];
    const child = await buildChild(app, parent, {
      guardians: [makeGuardian(parent._id), makeGuardian(aunt._id)],
    });
    const campClass = await buildClass(app, { price: 50, assign_room: 4711 });
    const [cartId, ownId] = [await hold(aunt, campClass, child), await hold(aunt, campClass)];
    const cartIds = [cartId, ownId];
    const started = await app.as(aunt).call('POST /createPayment-intent', {
      body: { cartIds, price: 100 },
    });
    const both = getIntentId(started.body.clientSecret);
    await confirmPayment(both);
    expect((await recordPayment(app, aunt, both)).body.items?.[0]).toMatchObject({ room: 4711 });
    const { paymentId } = await enroll(aunt, await buildClass(app), child);
    const { children, classes } = app.services.database.collections;
    await children.updateOne(
      { _id: child._id },
      { $pull: { guardians: { userId: aunt._id } }, $set: { name: 'New Name' } },
    );
    await classes.updateOne({ _id: campClass._id }, { $set: { name: 'New Class' } });

    const mixed = await recordPayment(app, aunt, both);
    expect(mixed.body.items).toMatchObject([
      {
        ...{ state: 'enrolled', className: campClass.name, student_name: child.name },
        ...{ cartId: null, classId: null, childId: null, entry_code: null, room: null },
      },
      { cartId: ownId, state: 'enrolled', student_name: aunt.name, room: 4711 },
    ]);
    expect(mixed.body.entry_code).toBe(mixed.body.items?.[1]?.entry_code);
    expect((await recordPayment(app, aunt, paymentId)).body.code).toBe('guardian_may_not');
  });
});
