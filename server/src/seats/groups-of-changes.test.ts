import { randomUUID } from 'node:crypto';
import type { ClassGroups } from '@speakifyr/contract/groups.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { mergeAccounts } from '../testing/merging.ts';
import { createMoves } from '../testing/moves.ts';
import { makeByDay } from '../testing/documents.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { buildChildSeat, buildMove, cancel, move, moveTo, readClass } = createMoves(() => app);

const OTTERS = 'a'.repeat(24);
const OF_OTTERS: ClassGroups = {
  version: 0,
  groups: [{ _id: OTTERS, name: 'Otters', ageFrom: null, ageTo: null, places: null, leaders: [] }],
  pairs: [],
  seats: [],
};

const set = (classId: string, body: ClassGroups) =>
  app.as(admin).call('PUT /classGroups/:classId', { params: { classId }, body });

const readGroups = async ({ id }: { id: string }) =>
  (await app.as(admin).call('GET /classPeople/:id', { params: { id } })).body.groups;

/** Puts a seat and another one of its class into a group; they must be apart. @returns the other one's id */
async function groupSeats(campClass: { id: string; _id: ObjectId }, cartId: string) {
  const other = makeEnrolledSeat({ userId: new ObjectId(), entry_code: 'EXM-109' });
  await app.services.database.collections.classes.updateOne(
    { _id: campClass._id },
    { $push: { seats: other } },
  );
  const otherId = other.seatId.toHexString();
  const { status } = await set(campClass.id, {
    ...OF_OTTERS,
    pairs: [{ cartIds: [cartId, otherId], isApart: true }],
    seats: [cartId, otherId].map((one) => ({ cartId: one, groupId: OTTERS })),
  });
  expect(status).toBe(200);
  return otherId;
}

// Rules: R686.
describe('a seat leaves its group, and whom it must be apart from, in the same update', () => {
  it('when it is canceled', async () => {
    const moving = await buildMove(60);
    const otherId = await groupSeats(moving.from, moving.cartId);
    await cancel(moving);
    await runJobs(app.services);
    expect(await readGroups(moving.from)).toMatchObject({
      pairs: [],
      seats: [{ cartId: otherId, groupId: OTTERS }],
    });
  });

  it('when it moves to another class, even if that has a group of the same id', async () => {
    const moving = await buildMove(60);
    await groupSeats(moving.from, moving.cartId);
    await set(moving.to.id, OF_OTTERS);
    await moveTo(moving, moving.to);
    expect(await readGroups(moving.to)).toMatchObject({ pairs: [], seats: [] });
    expect((await readGroups(moving.from)).pairs).toEqual([]);
    expect((await readClass(moving.to)).seats[0]).not.toHaveProperty('grouping');
  });

  it('when it gets another child', async () => {
    const seat = await buildChildSeat();
    const sibling = await buildChild(app, seat.parent);
    await groupSeats(seat.from, seat.cartId);
    expect((await move(seat, { childId: sibling.id })).body).toMatchObject({ state: 'moved' });
    const [moved] = (await readClass(seat.from)).seats;
    expect(moved).toMatchObject({ childId: sibling._id });
    expect(moved).not.toHaveProperty('grouping');
    expect((await readGroups(seat.from)).pairs).toEqual([]);
  });
});

// Rules: R686.
describe('a seat stays in its group', () => {
  it('when its child gets other days of the class', async () => {
    const days = [30, 31, 32].map(inDays);
    const { price: _price, ...camp } = makeByDay(days);
    const seat = await buildChildSeat({ ...camp, byDay: { prices: [60], atLeast: 1 } });
    await groupSeats(seat.from, seat.cartId);
    const { body } = await move(seat, { days: days.slice(0, 2), price: 60, refund: 0 });
    expect(body).toMatchObject({ state: 'moved' });
    const [moved] = (await readClass(seat.from)).seats;
    expect(moved).toMatchObject({ days: days.slice(0, 2) });
    expect(await readGroups(seat.from)).toMatchObject({ pairs: [{ isApart: true }] });
    expect((await readGroups(seat.from)).seats).toHaveLength(2);
  });

  it('when its family becomes one with another one', async () => {
    const seat = await buildChildSeat();
    await groupSeats(seat.from, seat.cartId);
    const into = await buildUser(app);
    expect((await mergeAccounts(app, admin, { from: seat.parent, into })).status).toBe(200);
    await runJobs(app.services);
    const [merged] = (await readClass(seat.from)).seats;
    expect(merged?.userId).toEqual(into._id);
    expect((await readGroups(seat.from)).seats).toHaveLength(2);
    expect((await readGroups(seat.from)).pairs).toHaveLength(1);
  });
});

// Rules: R697.
it('a seat whose check bounced is apart from the same people once it is paid again', async () => {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  const campClass = await buildClass(app, { price: 60, sit: 3 });
  const id = parent._id.toHexString();
  const day = inDays(0);
  const until = inDays(3);
  const { body } = await app.as(admin).call('POST /families/:id/seats', {
    params: { id },
    body: { classId: campClass.id, childId: child.id, until },
  });
  const pay = async (cartId: string) => {
    const paid = { requestId: randomUUID(), method: 'cheque' as const, amount: 6_000, day };
    const answer = await app.as(admin).call('POST /families/:id/payments', {
      params: { id },
      body: { ...paid, cartIds: [cartId], reference: '17' },
    });
    expect(answer.status).toBe(200);
    return answer.body.transactionId;
  };
  const paymentId = await pay(body.cartId);
  const otherId = await groupSeats(campClass, body.cartId);
  const bounced = { day, note: 'No funds.', until };
  expect(
    await app
      .as(admin)
      .call('POST /payments/:paymentId/bounce', { params: { paymentId }, body: bounced }),
  ).toMatchObject({ status: 200 });
  const whileReserved = await readGroups(campClass);
  expect(whileReserved).toMatchObject({ pairs: [], seats: [{ cartId: otherId }] });
  // The page does not know of the pair.
  expect((await set(campClass.id, whileReserved)).status).toBe(200);

  const held = (await readClass(campClass)).seats.find(({ state }) => state === 'held');
  const again = held!.seatId.toHexString();
  const before = await readGroups(campClass);
  await pay(again);
  // A page from before has no pair to send.
  expect((await set(campClass.id, before)).body).toMatchObject({ code: 'class_changed' });
  const groups = await readGroups(campClass);
  expect(groups.pairs).toMatchObject([{ isApart: true }]);
  expect(groups.pairs[0]?.cartIds.toSorted()).toEqual([again, otherId].toSorted());
  expect(groups.seats.map(({ cartId }) => cartId).toSorted()).toEqual([again, otherId].toSorted());
});

// Rules: R686.
it('a seat that is freed while an admin sets the groups is not brought back', async () => {
  const moving = await buildMove(60);
  const otherId = await groupSeats(moving.from, moving.cartId);
  const read = await readGroups(moving.from);
  const [, answer] = await Promise.all([cancel(moving), set(moving.from.id, read)]);
  expect(answer.status).toBe(200);
  await runJobs(app.services);
  const { seats } = await readClass(moving.from);
  expect(seats.map(({ seatId }) => seatId.toHexString())).toEqual([otherId]);
  expect((await readGroups(moving.from)).seats).toEqual([{ cartId: otherId, groupId: OTTERS }]);
});
