import { MAX_MOVES_PER_DAY } from '@speakifyr/contract/limits.ts';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { decideMoveIn } from '../seats/move-seat.ts';
import type { OfferRules } from '../seats/offer-limits.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { createMoves } from '../testing/moves.ts';
import { useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';

/** How many writes the database still accepts. Then it is as if the server were killed. */
const world = { writesLeft: Infinity };

const app = useTestApp(({ database }) => ({
  database: {
    ...database,
    collections: watchWrites(database.collections, () => {
      if ((world.writesLeft -= 1) < 0) throw new Error('cut off');
    }),
  },
}));

const moves = createMoves(() => app);
const { buildChildSeat, buildMove, cancel, expectMoved, move, moveTo } = moves;
const { readClass, readMoves, runAllJobs } = moves;

// Rules: R180, R209, R231, R525.
it('a seat does not move to a free class of which the account has as many as it may take', async () => {
  const seat = await buildChildSeat();
  const seats = Array.from({ length: FIRST_SCHOOL.booking.maxHeldOfClass }, () =>
    makeEnrolledSeat({ userId: seat.parent._id, childId: new ObjectId() }),
  );
  const full = await buildClass(app, { price: 0, sit: 1, seats });
  expect(await move(seat, { classId: full.id })).toMatchObject({
    ...{ status: 409, body: { code: 'too_many_holds' } },
  });
  expect((await readClass(full)).sit).toBe(1);
});

describe('while people wait for the class', () => {
  const waiting = [
    {
      ...{ waitId: new ObjectId(), userId: new ObjectId(), people: [{}] },
      ...{ together: false, priority: 0, joinedAt: new Date(), lapses: 0 },
    },
  ];
  const setWaiting = ({ _id }: { _id: ObjectId }, entries: typeof waiting) =>
    app.services.database.collections.classes.updateOne({ _id }, { $set: { waiting: entries } });

  /** Somebody else's child, whose guardian the seller has become. */
  async function buildBuyersChild(seller: UserDocument) {
    const buyer = await buildUser(app);
    const guardians = [makeGuardian(buyer._id), makeGuardian(seller._id, { invitedBy: buyer._id })];
    return buildChild(app, buyer, { guardians });
  }

  it('a seat is not sold past them: it goes only to a child whom the same account added', async () => {
    const seat = await buildChildSeat({ sit: 1 });
    const child = await buildBuyersChild(seat.parent);
    const sibling = await buildChild(app, seat.parent);
    await setWaiting(seat.from, waiting);
    const refused = await move(seat, { childId: child.id });
    expect(refused).toMatchObject({ status: 409, body: { code: 'people_waiting' } });
    // Not even if the buyer has left, and the seller is the child's first guardian now.
    const { children } = app.services.database.collections;
    const guardians = [makeGuardian(seat.parent._id)];
    await children.updateOne({ _id: child._id }, { $set: { guardians } });
    expect((await move(seat, { childId: child.id })).body.code).toBe('people_waiting');
    expect((await readClass(seat.from)).seats).toMatchObject([{ childId: seat.child._id }]);
    // Nor in two steps, through a class for which nobody waits.
    const quiet = await buildClass(app, { price: 60 });
    expect((await move(seat, { childId: sibling.id })).status).toBe(200);
    expect((await move(seat, { childId: child.id })).body.code).toBe('people_waiting');
    expect((await move(seat, { childId: child.id, classId: quiet.id })).status).toBe(200);
    expect((await readClass(seat.from)).seats).toMatchObject([{ offer: {} }]);
    expect((await move(seat, { classId: seat.from.id })).body.code).toBe('class_full');
  });

  it('one’s own seat goes to a child whom one has added, for nothing, if the age fits', async () => {
    const seat = await buildChildSeat({ sit: 1, ageFrom: 8, ageTo: 10 });
    await app.services.database.collections.classes.updateOne(
      { _id: seat.from._id },
      { $unset: { 'seats.0.childId': '' } },
    );
    const strange = await buildBuyersChild(seat.parent);
    const fits = await buildChild(app, seat.parent, { name: 'Ada' });
    const tooOld = await buildChild(app, seat.parent, { name: 'Ben', birthDate: '2001-01-01' });
    await setWaiting(seat.from, waiting);
    expect((await move(seat, { childId: strange.id })).body.code).toBe('people_waiting');
    expect((await move(seat, { childId: tooOld.id })).body.code).toBe('wrong_age');
    const moved = await move(seat, { childId: fits.id });
    expect(moved).toMatchObject({
      status: 200,
      body: { state: 'moved', difference: 0, refund: 0 },
    });
    expect((await readClass(seat.from)).seats).toMatchObject([{ childId: fits._id }]);
  });

  it('one’s own seat goes to no class for another age, once that is known', async () => {
    const seat = await moves.buildMove(60, { ageFrom: 8, ageTo: 15 });
    const { users } = app.services.database.collections;
    const { email } = seat.student;
    await users.updateOne({ email }, { $set: { birthDate: '1989-04-12' } });
    expect((await move(seat, { classId: seat.to.id })).body.code).toBe('wrong_age');
    await users.updateOne({ email }, { $unset: { birthDate: '' } });
    expect((await move(seat, { classId: seat.to.id })).status).toBe(200);
  });

  it('nor if somebody joins the list just before the seat changes hands; an admin decides freely', async () => {
    const seat = await buildChildSeat();
    const child = await buildBuyersChild(seat.parent);
    // The server is killed once the move is recorded.
    world.writesLeft = 1;
    await move(seat, { childId: child.id });
    world.writesLeft = Infinity;
    await setWaiting(seat.from, waiting);
    await runAllJobs();
    expect((await readClass(seat.from)).seats).toMatchObject([{ childId: seat.child._id }]);
    expect(await readMoves(seat)).toMatchObject([{ state: 'rejected' }]);
    const admin = await buildUser(app, 'admin');
    expect((await move({ ...seat, student: admin }, { childId: child.id })).status).toBe(200);
  });

  it('and once nobody waits, it goes to any child of the parent', async () => {
    const seat = await buildChildSeat();
    const child = await buildBuyersChild(seat.parent);
    expect((await move(seat, { childId: child.id })).status).toBe(200);
    expect((await readClass(seat.from)).seats).toMatchObject([{ childId: child._id }]);
  });
});

describe('moves without end', () => {
  it('are refused after three a day, also at the same moment; an admin still moves the seat', async () => {
    const moving = await buildMove(60);
    const places = [moving.to, moving.from];
    for (let round = 0; round < MAX_MOVES_PER_DAY * 2; round += 1)
      await Promise.all(places.map(({ id }) => move(moving, { classId: id })));
    const done = (await readMoves(moving)).filter(({ state }) => state === 'done');
    expect(done).toHaveLength(MAX_MOVES_PER_DAY);
    const refused = await move(moving, { classId: moving.from.id });
    expect(refused).toMatchObject({ status: 409, body: { code: 'moved_too_often' } });
    await expectMoved(moving);

    const admin = { ...moving, student: await buildUser(app, 'admin') };
    await moveTo(admin, moving.from);
    await moveTo(admin, moving.to);
    app.passMinutes(24 * 60 + 1);
    await moveTo(moving, moving.from);
  });

  it('leave nothing in a class for long, and a server that was slow still seats nobody', async () => {
    const moving = await buildMove(60);
    const admin = { ...moving, student: await buildUser(app, 'admin') };
    const [old] = (await readClass(moving.from)).seats;
    for (let round = 0; round < 5; round += 1)
      for (const place of [moving.to, moving.from]) await moveTo(admin, place);
    const [first] = await readMoves(moving);
    if (!first) throw new Error('There is no move');
    const kept = (await readClass(moving.to)).refusedItems;
    expect(kept.length).toBeGreaterThan(5);
    app.passMinutes(15 * 24 * 60);
    await moveTo(admin, moving.to);
    expect((await readClass(moving.to)).refusedItems).toHaveLength(2);
    await moveTo(admin, moving.from);
    await cancel(moving);
    // It read the old seat before it got slow.
    const [at, campClass] = [app.services.now(), await readClass(moving.to)];
    const rules = { at } as OfferRules;
    const decision = decideMoveIn(campClass, first, old as EnrolledSeat, rules);
    expect(decision).toEqual({ seat: undefined, change: null });
  });
});
