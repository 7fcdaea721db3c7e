import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ClassDocument } from '../database/class-document.ts';
import { buildClass, buildEnrolledSeat, buildUser, holdSeatOf } from '../testing/factories.ts';
import { listNews } from '../testing/mails.ts';
import { listOffers, makeEntry, makePeople, nameOf } from '../testing/queues.ts';
import { type TestApp, useSecondServer, useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { changeSeats } from './change-seats.ts';
import { giveSeatBack, renewSeatHold, takeBackPaidSeat } from './seats.service.ts';

const app = useTestApp();
const second = useSecondServer(app);

async function readClass({ _id }: { _id: ObjectId }): Promise<ClassDocument> {
  const found = await app.services.database.collections.classes.findOne({ _id });
  if (!found) throw new Error('The class is gone');
  return found;
}

/** A class whose only place is held, with somebody on its list. */
async function buildWaitedClass(fields: Partial<ClassDocument> = {}) {
  const [holder, waiter] = [await buildUser(app), await buildUser(app)];
  const waiting = [makeEntry({ userId: waiter._id, people: [{}] })];
  const campClass = await buildClass(app, { sit: 1, waiting, ...fields });
  const { cartId } = await holdSeatOf(app, holder, campClass);
  return { campClass, holder, waiter, cartId };
}

// Rules: R139, R142, R146, R315.
it('changes of many servers at once come one after the other, and none is lost', async () => {
  const campClass = await buildClass(app, { sit: 0 });
  const add = (server: TestApp) =>
    changeSeats(campClass._id, ({ sit }) => ({ sit: sit + 1 }), server.services);
  await Promise.all(Array.from({ length: 20 }, (_none, index) => add(index % 2 ? app : second)));
  expect((await readClass(campClass)).sit).toBe(20);
});

it('a change is decided again if anything that matters has changed since the class was read', async () => {
  const { classes } = app.services.database.collections;
  const changes: Partial<ClassDocument>[] = [
    { status: 'draft' },
    { camp_start: inDays(3) },
    { price: 1 },
    { sit: 4 },
    { waiting: [makeEntry()] },
    { refusedItems: ['pi_1:1'] },
    { course_tag: 'QQQ' },
    { nextEntryNumber: 200 },
    { instructorId: new ObjectId() },
  ];
  for (const change of changes) {
    const campClass = await buildClass(app);
    let meanwhile: (() => Promise<unknown>) | undefined = () =>
      classes.updateOne({ _id: campClass._id }, { $set: change, $inc: { version: 1 } });
    const services = {
      ...app.services,
      database: {
        ...app.services.database,
        collections: {
          ...app.services.database.collections,
          classes: new Proxy(classes, {
            get: (target, name) => {
              const member = Reflect.get(target, name) as unknown;
              if (typeof member !== 'function') return member;
              if (name !== 'updateOne') return member.bind(target) as unknown;
              return async (...given: unknown[]) => {
                await meanwhile?.();
                meanwhile = undefined;
                return Reflect.apply(member, target, given) as unknown;
              };
            },
          }),
        },
      },
    };
    const seen: unknown[] = [];
    const [field] = Object.keys(change) as (keyof ClassDocument)[];
    await changeSeats(
      campClass._id,
      (found) => {
        seen.push(found[field as 'sit']);
        return { revision: found.revision + 1 };
      },
      services,
    );
    expect(seen, field).toEqual([campClass[field!], change[field!]]);
  }
});

describe('a seat goes to the waiting list, and not to the public,', () => {
  it('if it is removed from a cart, released by an admin, or if its hold ends', async () => {
    const frees = {
      removed: ({ campClass, cartId, holder }: Awaited<ReturnType<typeof buildWaitedClass>>) =>
        app.as(holder).call('DELETE /addClass/:cartId', {
          params: { cartId },
          query: { classId: campClass.id },
        }),
      released: async ({ campClass, cartId }: Awaited<ReturnType<typeof buildWaitedClass>>) =>
        app.as(await buildUser(app, 'admin')).call('DELETE /classHolds/:classId/:cartId', {
          params: { classId: campClass.id, cartId },
        }),
      expired: ({ campClass, cartId, holder }: Awaited<ReturnType<typeof buildWaitedClass>>) =>
        giveSeatBack(
          { classId: campClass._id, seatId: new ObjectId(cartId), userId: holder._id },
          app.services,
          { expiredAt: new Date(Date.now() + 3_600_000) },
        ),
    };
    for (const [way, free] of Object.entries(frees)) {
      const waited = await buildWaitedClass();
      await free(waited);
      const { sit, seats, waiting } = await readClass(waited.campClass);
      expect(listOffers({ seats }), way).toEqual([nameOf({ userId: waited.waiter._id })]);
      expect([sit, waiting], way).toEqual([0, []]);
    }
  });

  it('if its money goes back', async () => {
    const campClass = await buildClass(app, { sit: 1 });
    const { paymentId, cartId } = await buildEnrolledSeat(app, campClass);
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { waiting: [makeEntry()] } },
    );
    const item = { classId: campClass._id, seatId: new ObjectId(cartId), paymentId };
    await takeBackPaidSeat(item, app.services);
    const after = await readClass(campClass);
    expect(listOffers(after)).toEqual(['Ann']);
    expect(after).toMatchObject({ sit: 0, refusedItems: [`${paymentId}:${cartId}`] });
  });

  it('while 30 others want it at the same moment on two servers', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { campClass, holder, waiter, cartId } = await buildWaitedClass();
      const buyers = await Promise.all(Array.from({ length: 30 }, () => buildUser(app)));
      const body = { classId: campClass.id };
      const answers = await Promise.all([
        ...buyers.map(({ email }, index) =>
          (index % 2 ? app : second)
            .as({ email })
            .call('POST /addClass', { body: { ...body, email } }),
        ),
        app.as(holder).call('DELETE /addClass/:cartId', { params: { cartId }, query: body }),
      ]);
      const codes = answers.slice(0, -1).map((answer) => answer.body.code);
      expect(new Set(codes)).toEqual(new Set(['class_full']));
      expect((await readClass(campClass)).seats).toMatchObject([{ userId: waiter._id }]);
    }
  });

  it('and two seats that open up at once go to two siblings, never one alone', async () => {
    const [first, other] = [await buildUser(app), await buildUser(app)];
    const waiting = [makeEntry({ people: makePeople(2) })];
    const campClass = await buildClass(app, { sit: 2, waiting });
    const held = [await holdSeatOf(app, first, campClass), await holdSeatOf(app, other, campClass)];
    await Promise.all(
      [first, other].map(({ email }, index) =>
        (index ? app : second).as({ email }).call('DELETE /addClass/:cartId', {
          params: { cartId: held[index]!.cartId },
          query: { classId: campClass.id },
        }),
      ),
    );
    const after = await readClass(campClass);
    expect(listOffers(after)).toEqual(['Child 1', 'Child 2']);
    expect(after).toMatchObject({ sit: 0, waiting: [] });
  });
});

it('the payment page never makes an offer shorter', async () => {
  const { campClass, holder, cartId } = await buildWaitedClass();
  await giveSeatBack(
    { classId: campClass._id, seatId: new ObjectId(cartId), userId: holder._id },
    app.services,
  );
  const [seat] = (await readClass(campClass)).seats;
  if (seat?.state !== 'held') throw new Error('Nothing is offered');
  expect(seat.heldUntil.getTime()).toBeGreaterThan(Date.now() + 24 * 3_600_000);
  const { heldUntil } = await renewSeatHold(campClass._id, seat, app.services);
  expect(heldUntil).toEqual(seat.heldUntil);
  expect((await readClass(campClass)).seats).toEqual([seat]);
});

it('a class that is removed has no list anymore, and those who waited are to be told', async () => {
  const { campClass, waiter } = await buildWaitedClass();
  await app.as(await buildUser(app, 'admin')).call('DELETE /removeCourse/:id', {
    params: { id: campClass.id },
  });
  const after = await readClass(campClass);
  expect(after).toMatchObject({ status: 'archived', seats: [], waiting: [] });
  expect(await listNews(app, 'waiting ended')).toMatchObject([{ userId: waiter._id }]);
});

it('the public never reads who is on a waiting list', async () => {
  const { campClass, waiter } = await buildWaitedClass();
  const copy = await app.as(await buildUser(app, 'admin')).call('POST /duplicateCourse/:id', {
    params: { id: campClass.id },
  });
  expect(copy.status).toBe(200);
  const list = JSON.stringify((await app.call('GET /classes')).body);
  expect(list).toContain(campClass.id);
  expect(list).not.toContain(waiter.email);
  const drafts = await app.services.database.collections.classes
    .find({ status: 'draft' })
    .toArray();
  // A copy for next year has free seats for everybody, and nobody waits for it.
  expect(drafts.every(({ waiting, sit }) => !waiting && sit > 0)).toBe(true);
});
