import { ObjectId } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import type { ChildDocument } from '../database/family-documents.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser, startPaymentOf } from '../testing/factories.ts';
import { readSeatNames } from '../testing/seats.ts';
import { type TestApp, useSecondServer, useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

// Two servers with one database, so that joins at once don't only wait for each other in one process.
const app = useTestApp();
const other = useSecondServer(app);

type Person = { _id: ObjectId; email: string };
type Fields = { child?: { id: string }; at?: TestApp; price?: number };

const join = (
  { email }: { email: string },
  { id: classId }: { id: string },
  { child, at = app, ...fields }: Fields = {},
) =>
  at.as({ email }).call('POST /addClass', {
    body: { classId, email, ...fields, ...(child && { childId: child.id }) },
  });
const readCart = async ({ email }: Person) =>
  (await app.as({ email }).call('GET /myclass', { query: { email } })).body;
const readClass = async ({ _id }: { _id: ObjectId }) => {
  const found = await app.services.database.collections.classes.findOne({ _id });
  if (!found) throw new Error('The class is gone');
  return found;
};
const codesOf = (answers: { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'joined' : body.code)).sort();

/** A family: an account with children. */
async function buildFamily(names: string[], fields: Partial<ChildDocument> = {}) {
  const parent = await buildUser(app);
  const children = [];
  for (const name of names) children.push(await buildChild(app, parent, { ...fields, name }));
  return { parent, children };
}

/** A child with two guardians who may do everything. */
async function buildSharedChild() {
  const [mother, father] = [await buildUser(app), await buildUser(app)];
  const guardians = [mother, father].map(({ _id }) => makeGuardian(_id));
  return { mother, father, child: await buildChild(app, mother, { guardians }) };
}

// Rules: R3, R51, R98, R99.
describe('joining a class for a child', () => {
  it('siblings and the parent sit in one class, and the cart says who each seat is for', async () => {
    const { parent, children } = await buildFamily(['Mia', 'Ben']);
    const campClass = await buildClass(app, { sit: 4 });
    for (const child of [...children, undefined])
      expect(await join(parent, campClass, { child: child! })).toMatchObject({
        status: 200,
        body: { enrolled: false },
      });
    expect(await readCart(parent)).toMatchObject([
      { childId: children[0]!.id, student_name: 'Mia', classId: campClass.id, email: parent.email },
      { childId: children[1]!.id, student_name: 'Ben' },
      { childId: null, student_name: parent.name },
    ]);
    expect(await readClass(campClass)).toMatchObject({ sit: 1, seats: { length: 3 } });
  });

  it('a child gets one seat, and the answer names the child', async () => {
    const { mother, father, child } = await buildSharedChild();
    const campClass = await buildClass(app, { sit: 4 });
    expect((await join(mother, campClass, { child })).status).toBe(200);
    for (const guardian of [mother, father])
      expect((await join(guardian, campClass, { child })).body).toMatchObject({
        code: 'already_joined',
        message: `${child.name} already has a seat in this class, or one is held.`,
      });
    expect((await join(father, campClass)).status).toBe(200);
    expect(await readClass(campClass)).toMatchObject({ sit: 2 });
  });

  it('nobody removes what another guardian holds for the child', async () => {
    const { mother, father, child } = await buildSharedChild();
    const campClass = await buildClass(app);
    const { cartId } = (await join(mother, campClass, { child })).body;
    const startPayment = () => startPaymentOf(app, mother, { cartId, price: campClass.price });
    const paymentId = await startPayment();
    const remove = (person: Person) =>
      app.as(person).call('DELETE /addClass/:cartId', {
        params: { cartId },
        query: { classId: campClass.id },
      });
    expect((await remove(father)).status).toBe(404);
    expect(await readClass(campClass)).toMatchObject({ sit: 4, seats: [{ childId: child._id }] });
    expect(await startPayment()).toBe(paymentId);
    expect((await remove(mother)).status).toBe(200);
    expect(await readClass(campClass)).toMatchObject({ sit: 5, seats: [] });
  });

  it('another guardian can join the child as soon as an earlier hold has ended', async () => {
    const { mother, father, child } = await buildSharedChild();
    const campClass = await buildClass(app, { sit: 1 });
    const held = await join(mother, campClass, { child });
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { 'seats.0.heldUntil': new Date(Date.now() - 1_000) } },
    );
    expect((await join(father, campClass, { child })).status).toBe(200);
    expect(await readCart(mother)).toEqual([]);
    expect(await readCart(father)).toMatchObject([{ childId: child.id }]);
    expect((await readCart(father))[0]?._id).not.toBe(held.body.cartId);
  });

  it('a child of another family is as unknown as one that does not exist', async () => {
    const { children } = await buildFamily(['Mia']);
    const stranger = await buildUser(app);
    const campClass = await buildClass(app);
    const [foreign, none] = [
      await join(stranger, campClass, { child: children[0]! }),
      await join(stranger, campClass, { child: { id: new ObjectId().toHexString() } }),
    ];
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(none.body);
    expect(await readClass(campClass)).toMatchObject({ sit: 5, seats: [] });
  });

  it('a guardian who may only see the child joins nothing for it', async () => {
    const [parent, aunt] = [await buildUser(app), await buildUser(app)];
    const guardians = [makeGuardian(parent._id), makeGuardian(aunt._id, { may: ['see'] })];
    const child = await buildChild(app, parent, { guardians });
    const campClass = await buildClass(app);
    const { status, body } = await join(aunt, campClass, { child });
    expect([status, body.code]).toEqual([409, 'guardian_may_not']);
    expect(await readClass(campClass)).toMatchObject({ seats: [] });
  });

  it('a guardian who is removed in this moment keeps no seat', async () => {
    const { mother, child } = await buildSharedChild();
    const campClass = await buildClass(app, { price: 0 });
    const { children } = app.services.database.collections;
    const find = children.findOne.bind(children);
    const spy = vi.spyOn(children, 'findOne').mockImplementationOnce(async (...asked) => {
      const found = await find(...asked);
      await children.updateOne(
        { _id: child._id },
        { $pull: { guardians: { userId: mother._id } } },
      );
      return found;
    });
    try {
      expect((await join(mother, campClass, { child })).status).toBe(404);
    } finally {
      spy.mockRestore();
    }
    expect(await readClass(campClass)).toMatchObject({ sit: 5, seats: [] });
  });

  it('a free class enrolls the child at once, and once', async () => {
    const { parent, children } = await buildFamily(['Mia', 'Ben']);
    const campClass = await buildClass(app, { price: 0, sit: 5, course_tag: 'FRE' });
    const clicks = children.flatMap((child) => Array.from({ length: 5 }, () => child));
    await Promise.all(
      clicks.map((child, number) =>
        join(parent, campClass, { child, at: number % 2 ? other : app, price: 0 }),
      ),
    );
    const { seats, sit } = await readClass(campClass);
    expect(sit).toBe(3);
    expect(seats.map(({ state }) => state)).toEqual(['enrolled', 'enrolled']);
    expect((await readSeatNames(app, campClass)).sort()).toEqual(['Ben', 'Mia']);
    expect(new Set(seats.map((seat) => seat.state === 'enrolled' && seat.entry_code)).size).toBe(2);
  });

  it('a join of a free class that was cut off is finished by who began it, not by another guardian', async () => {
    const { mother, father, child } = await buildSharedChild();
    const campClass = await buildClass(app, { sit: 2 });
    expect((await join(mother, campClass, { child })).status).toBe(200);
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { price: 0 } },
    );
    expect((await join(father, campClass, { child, price: 0 })).body.code).toBe('already_joined');
    expect(await readClass(campClass)).toMatchObject({ seats: [{ state: 'held' }] });
    expect((await join(mother, campClass, { child, price: 0 })).body.enrolled).toBe(true);
    expect(await readClass(campClass)).toMatchObject({ sit: 1, seats: [{ userId: mother._id }] });
  });
});

describe('the ages of a class', () => {
  const first = inDays(30);
  const born = (years: number, days = 0) => {
    const day = new Date(`${Number(first.slice(0, 4)) - years}${first.slice(4)}T00:00:00Z`);
    return new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  };
  const buildNursery = () =>
    buildClass(app, { ageFrom: 3, ageTo: 5, camp_start: first, camp_end: inDays(40) });

  it('a child that turns 6 on the first day is too old for 3 to 5, and the answer says why', async () => {
    const { parent, children } = await buildFamily(['Mia'], { birthDate: born(6) });
    const nursery = await buildNursery();
    expect(await join(parent, nursery, { child: children[0]! })).toMatchObject({
      status: 409,
      body: {
        code: 'wrong_age',
        message:
          'Mia will be 6 on the first day. This class is for ages 3 to 5. If you think that it fits, please contact the school.',
      },
    });
    expect(await readClass(nursery)).toMatchObject({ seats: [] });
  });

  it('counts on the first day, not today', async () => {
    const nursery = await buildNursery();
    for (const [birthDate, expected] of [
      [born(6, 1), 'joined'],
      [born(3), 'joined'],
      [born(3, 1), 'wrong_age'],
    ] as const) {
      const { parent, children } = await buildFamily(['Mia'], { birthDate });
      expect(codesOf([await join(parent, nursery, { child: children[0]! })]), birthDate).toEqual([
        expected,
      ]);
    }
  });

  it('an exception of the school counts for that class and child only', async () => {
    const [nursery, second] = [await buildNursery(), await buildNursery()];
    const { parent, children } = await buildFamily(['Mia', 'Ben'], { birthDate: born(9) });
    await app.services.database.collections.children.updateOne(
      { _id: children[0]!._id },
      { $push: { allowedClasses: nursery._id } },
    );
    expect((await join(parent, nursery, { child: children[0]! })).status).toBe(200);
    expect((await join(parent, second, { child: children[0]! })).body.code).toBe('wrong_age');
    expect((await join(parent, nursery, { child: children[1]! })).body.code).toBe('wrong_age');
  });

  it('accounts and classes without ages are not checked', async () => {
    const { parent, children } = await buildFamily(['Mia'], { birthDate: born(60) });
    expect((await join(parent, await buildNursery())).status).toBe(200);
    expect((await join(parent, await buildClass(app), { child: children[0]! })).status).toBe(200);
  });
});

describe('joins at once, on two servers', () => {
  const TIMES = 5;

  it('the same child from two guardians gets one seat', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const { mother, father, child } = await buildSharedChild();
      const campClass = await buildClass(app, { sit: 5 });
      const answers = await Promise.all(
        [0, 1, 2, 3].map((number) =>
          join(number % 2 ? mother : father, campClass, { child, at: number > 1 ? other : app }),
        ),
      );
      expect(codesOf(answers).filter((code) => code === 'joined')).toEqual(['joined']);
      expect(await readClass(campClass)).toMatchObject({ sit: 4, seats: { length: 1 } });
    }
  });

  it('of two guardians who want the last seat for different children, one gets it', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const families = [await buildFamily(['Mia']), await buildFamily(['Ben'])];
      const campClass = await buildClass(app, { sit: 1 });
      const answers = await Promise.all(
        families.map(({ parent, children }, number) =>
          join(parent, campClass, { child: children[0]!, at: number ? other : app }),
        ),
      );
      expect(codesOf(answers)).toEqual(['class_full', 'joined']);
      expect(await readClass(campClass)).toMatchObject({ sit: 0, seats: { length: 1 } });
    }
  });

  it('of three siblings who want the last seat, one gets it', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const { parent, children } = await buildFamily(['Mia', 'Ben', 'Zoe']);
      const campClass = await buildClass(app, { sit: 1 });
      const answers = await Promise.all(
        children.map((child, number) =>
          join(parent, campClass, { child, at: number % 2 ? other : app }),
        ),
      );
      expect(codesOf(answers)).toEqual(['class_full', 'class_full', 'joined']);
      expect(await readClass(campClass)).toMatchObject({ sit: 0, seats: { length: 1 } });
    }
  });
});

describe('how much a family may hold', () => {
  it('the same class twice for each child', async () => {
    const { parent, children } = await buildFamily(['Mia', 'Ben']);
    const campClass = await buildClass(app);
    const joinAndRemove = async (child: { id: string }) => {
      const answer = await join(parent, campClass, { child });
      if (answer.status === 200)
        await app.as(parent).call('DELETE /addClass/:cartId', {
          params: { cartId: answer.body.cartId },
          query: { classId: campClass.id },
        });
      return answer.body.code;
    };
    const [mia, ben] = [children[0]!, children[1]!];
    expect([await joinAndRemove(mia), await joinAndRemove(mia)]).toEqual([undefined, undefined]);
    expect(await joinAndRemove(mia)).toBe('held_too_often');
    expect(await joinAndRemove(ben)).toBeUndefined();
  });
});
