import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { buildChild, buildClass, buildUser, recordPayment } from '../testing/factories.ts';
import { readToday } from '../school-time.ts';
import { freeOldSeat } from '../seats/seat-moves.ts';
import { createMoves } from '../testing/moves.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { createCutOff } from '../testing/watch-writes.ts';
import { carryOutMove } from './complete-move.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { settlePayment } from './settle-payment.ts';
import { listDueChanges, postponeChange } from './change-store.ts';

const { world, cutOff } = createCutOff();
const app = useTestApp(cutOff);

const moves = createMoves(() => app);
const {
  buildChildSeat,
  buildMove,
  cancel,
  expectMoved,
  expectUntouched,
  listPaid,
  move,
  moveAndPay,
} = moves;
const { moveTo, payAtStripe, readClass, readPayment, readMoves, sumBack, runAllJobs } = moves;

/** Runs something repeatedly, cut off one write later each time, until it completes. */
async function cutOffEverywhere(
  run: (why: string, cut: (act: () => Promise<unknown>) => Promise<void>) => Promise<void>,
) {
  for (let writes = 0, isCutOff = true; isCutOff; writes += 1)
    await run(`after ${writes} writes`, async (act) => {
      world.writesLeft = writes;
      await act().catch(() => undefined);
      isCutOff = world.writesLeft < 0;
      world.writesLeft = Infinity;
      await runAllJobs();
      await runAllJobs();
    });
}

slowDescribe('cut off after any write', () => {
  it('a seat that moves to a cheaper class is moved, or nothing has happened', async () => {
    await cutOffEverywhere(async (why, cut) => {
      const moving = await buildMove(45);
      await cut(() => move(moving, { classId: moving.to.id }));
      const [change] = await readMoves(moving);
      const isMoved = change?.state === 'done';
      expect(change?.openSeatId, why).toBeUndefined();
      await (isMoved ? expectMoved(moving, why) : expectUntouched(moving, why));
      expect(await sumBack(moving.paymentId), why).toBe(isMoved ? 1_500 : 0);
    });
  }, 120_000);

  it('a seat whose difference is paid is moved in the end', async () => {
    await cutOffEverywhere(async (why, cut) => {
      const moving = await buildMove(80);
      const difference = await payAtStripe(moving, await moveTo(moving, moving.to));
      await cut(() => settlePayment(difference, app.services));
      await expectMoved(moving, why);
      expect(await readMoves(moving), why).toMatchObject([{ state: 'done' }]);
      expect(await readPayment(difference), why).toMatchObject({ status: 'enrolled', kept: 2_000 });
    });
  }, 120_000);

  it('a hold for a dearer class is there, or nothing has happened', async () => {
    await cutOffEverywhere(async (why, cut) => {
      const moving = await buildMove(80);
      await cut(() => move(moving, { classId: moving.to.id }));
      expect(await listPaid(moving.from), why).toEqual([moving.cartId]);
      app.passMinutes(31);
      await runAllJobs();
      await expectUntouched(moving, why);
      expect(await cancel(moving), why).toBe(6_000);
    });
  }, 120_000);
});

// Rules: R176, R178, R179, R181, R182.
describe('at the same time', () => {
  it('a job that began before another server finished a move does not queue it again', async () => {
    const moving = await buildMove(60);
    await moveTo(moving, moving.to);
    const { collections } = app.services.database;
    const [move] = await readMoves(moving);
    if (!move) throw new Error('There is no move');
    await postponeChange(collections, move._id, new Date(0));
    expect(await listDueChanges(collections, app.services.now())).toEqual([]);
  });

  it('two moves of one seat: one of them', async () => {
    const moving = await buildMove(60);
    const other = await buildClass(app, { price: 60, sit: 2 });
    const answers = await Promise.all(
      [moving.to, other, moving.to].map(({ id }) => move(moving, { classId: id })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const seats = [...(await listPaid(moving.to)), ...(await listPaid(other))];
    expect(seats).toEqual([moving.cartId]);
    expect(await listPaid(moving.from)).toEqual([]);
  });

  it('a move and a cancellation: no seat is left, and all money is back once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const moving = await buildMove(60);
      const params = { cartId: moving.cartId };
      const body = { refund: 6_000 };
      const [moved, canceled] = await Promise.all([
        move(moving, { classId: moving.to.id }),
        app.as(moving.student).call('POST /cancellation/:cartId', { params, body }),
      ]);
      await runAllJobs();
      if (canceled.status !== 200) {
        expect(moved.status).toBe(200);
        await expectMoved(moving);
        await cancel(moving);
      }
      expect(await readClass(moving.from)).toMatchObject({ sit: 3, seats: [] });
      expect(await readClass(moving.to)).toMatchObject({ sit: 2, seats: [] });
      expect(await sumBack(moving.paymentId)).toBe(6_000);
    }
  });

  it('a move and a refund in the dashboard: no seat is left', async () => {
    for (let round = 0; round < 5; round += 1) {
      const moving = await buildMove(60);
      await refundAtDashboard(moving.paymentId);
      await Promise.all([
        move(moving, { classId: moving.to.id }),
        readRefunds(moving.paymentId, app.services),
      ]);
      await runAllJobs();
      expect(await readClass(moving.from)).toMatchObject({ sit: 3, seats: [] });
      expect(await readClass(moving.to)).toMatchObject({ sit: 2, seats: [] });
    }
  });

  it('the payment of the difference and the end of the hold: the seat is moved', async () => {
    const moving = await buildMove(80);
    const difference = await payAtStripe(moving, await moveTo(moving, moving.to));
    app.passMinutes(31);
    await Promise.all([settlePayment(difference, app.services), runAllJobs()]);
    await runAllJobs();
    await expectMoved(moving);
    expect(await sumBack(difference)).toBe(0);
  });

  it('a refund that frees the old seat while the new one is taken takes both', async () => {
    const moving = await buildMove(60);
    const [held] = [await buildMove(80)];
    const difference = await payAtStripe(held, await moveTo(held, held.to));
    const { payments } = app.services.database.collections;
    // As if another server had recorded the refund between two steps of this one.
    const items = { 'items.0.state': 'refunded' as const };
    await payments.updateOne({ _id: held.paymentId }, { $set: items });
    expect((await recordPayment(app, held.student, difference)).body.code).toBe('payment_refunded');
    expect(await readClass(held.to)).toMatchObject({ sit: 2, seats: [] });
    expect(await sumBack(difference)).toBe(2_000);
    await moveTo(moving, moving.to);
  });
});

describe('a seat that moved', () => {
  it('twice and back, and is canceled then: each payment is returned once', async () => {
    const moving = await buildMove(80);
    const third = await buildClass(app, { price: 100, sit: 1 });
    const first = await moveAndPay(moving, moving.to);
    const second = await moveAndPay(moving, third);
    expect(await moveTo(moving, moving.from)).toMatchObject({ refund: 4_000 });
    expect(await listPaid(moving.from)).toEqual([moving.cartId]);
    expect(await sumBack(moving.paymentId)).toBe(4_000);
    expect(await cancel(moving)).toBe(6_000);
    await runAllJobs();
    const paid = [moving.paymentId, first, second];
    expect(await Promise.all(paid.map(sumBack))).toEqual([6_000, 2_000, 2_000]);
    for (const id of paid)
      expect(await readPayment(id)).toMatchObject({ kept: 0, items: [{ state: 'refunded' }] });
    for (const campClass of [moving.from, moving.to, third])
      expect(await listPaid(campClass)).toEqual([]);
  });

  it('and came back is not moved again by a server that was slow', async () => {
    const moving = await buildMove(60);
    await moveTo(moving, moving.to);
    const [done] = await readMoves(moving);
    await moveTo(moving, moving.from);
    if (!done) throw new Error('There is no move');
    await carryOutMove(done, app.services);
    await freeOldSeat(done, app.services);
    await expectUntouched(moving);
    await cancel(moving);
    await carryOutMove(done, app.services);
    expect(await readClass(moving.to)).toMatchObject({ sit: 2, seats: [] });
    expect(await readClass(moving.from)).toMatchObject({ sit: 3, seats: [] });
  });
});

describe('another child of the family', () => {
  it('gets the seat in the same class, with its entry code', async () => {
    const seat = await buildChildSeat();
    const sibling = await buildChild(app, seat.parent);
    const [before] = (await readClass(seat.from)).seats;
    expect((await move(seat, { childId: sibling.id })).body).toMatchObject({ state: 'moved' });
    const after = await readClass(seat.from);
    expect(after).toMatchObject({ sit: 2, seats: [{ childId: sibling._id }] });
    expect(after.seats[0]).toMatchObject({
      entry_code: before && 'entry_code' in before && before.entry_code,
    });
    expect(await readPayment(seat.paymentId)).toMatchObject({
      items: [{ childId: sibling._id, name: sibling.name }],
    });
  });

  it('can’t be deleted while the seat is on its way to it', async () => {
    const seat = await buildChildSeat();
    const sibling = await buildChild(app, seat.parent);
    // The server is killed once the move is recorded.
    world.writesLeft = 1;
    await move(seat, { childId: sibling.id });
    world.writesLeft = Infinity;
    const params = { id: sibling.id };
    const remove = () => app.as(seat.parent).call('DELETE /myChildren/:id', { params });
    expect((await remove()).body.code).toBe('child_has_seats');
    await runAllJobs();
    expect(await readClass(seat.from)).toMatchObject({ seats: [{ childId: sibling._id }] });
    expect((await remove()).body.code).toBe('child_has_seats');
  });

  it('does not, if it has a seat already, is too old, or is not the caller’s', async () => {
    const seat = await buildChildSeat({ ageFrom: 5, ageTo: 17 });
    const [sibling, old] = [
      await buildChild(app, seat.parent),
      await buildChild(app, seat.parent, { birthDate: '1990-01-01' }),
    ];
    const stranger = await buildChild(app, await buildUser(app));
    await app.as(seat.parent).call('POST /addClass', {
      body: { classId: seat.from.id, email: seat.parent.email, childId: sibling.id },
    });
    const ask = async (childId: string) => (await move(seat, { childId })).body.code;
    expect(await ask(sibling.id)).toBe('already_joined');
    expect(await ask(old.id)).toBe('wrong_age');
    expect(await ask(stranger.id)).toBe('not_found');
    expect(await listPaid(seat.from)).toEqual([seat.cartId]);
  });
});

describe('who may move a seat', () => {
  it('the payer, who may still book for the child; nobody else learns that it exists', async () => {
    const seat = await buildChildSeat();
    const to = await buildClass(app, { price: 60 });
    const ask = (student: { email: string }) => move({ ...seat, student }, { classId: to.id });
    for (const other of [seat.partner, seat.seer, seat.booker, await buildUser(app)])
      expect(await ask(other)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await ask(await buildUser(app, 'instructor'))).status).toBe(403);
    const { children } = app.services.database.collections;
    await children.updateOne(
      { _id: seat.child._id },
      { $pull: { guardians: { userId: seat.parent._id } } },
    );
    expect((await ask(seat.parent)).status).toBe(404);
    expect(await listPaid(seat.from)).toEqual([seat.cartId]);
  });

  it('parents until the first period is over, admins always, and what an admin moves costs nothing more', async () => {
    const moving = await buildMove(80);
    const { classes } = app.services.database.collections;
    const in13Days = new Date(app.services.now().getTime() + 13 * 86_400_000)
      .toISOString()
      .slice(0, 10);
    await classes.updateOne({ _id: moving.from._id }, { $set: { camp_start: in13Days } });
    expect((await move(moving, { classId: moving.to.id })).body.code).toBe('too_late_to_move');
    await expectUntouched(moving);
    const admin = { ...moving, student: await buildUser(app, 'admin') };
    expect((await move(admin, { classId: moving.to.id })).body).toMatchObject({
      state: 'moved',
      difference: 0,
    });
    await expectMoved(moving);
    expect((await readClass(moving.to)).seats).toMatchObject([
      { price: 60, userId: moving.student._id },
    ]);
  });

  it('parents until the day before the first one, even if the first period ends later', async () => {
    const moving = await buildMove(0, { sit: 2 });
    const { classes, payments } = app.services.database.collections;
    const today = readToday(app.services);
    const terms = { version: 1, steps: [{ daysBefore: 0, percent: 100, fee: 0 }] };
    await classes.updateOne({ _id: moving.from._id }, { $set: { camp_start: today } });
    await payments.updateOne({ _id: moving.paymentId }, { $set: { terms } });
    expect((await move(moving, { classId: moving.to.id })).body.code).toBe('too_late_to_move');
    await expectUntouched(moving);
  });

  it('admins out of a class that has begun and into one, and nobody into a class that is over', async () => {
    const { classes } = app.services.database.collections;
    const under = { camp_start: '2020-06-01', camp_end: '2099-06-01' };
    const moving = await buildMove(60, under);
    const parent = await buildMove(60);
    await classes.updateOne({ _id: moving.from._id }, { $set: under });
    const admin = { ...moving, student: await buildUser(app, 'admin') };
    expect((await move(moving, { classId: moving.to.id })).body.code).toBe('too_late_to_move');
    expect((await move(admin, { classId: moving.to.id })).status).toBe(200);
    await expectMoved(moving);

    const over = await buildClass(app, {
      price: 60,
      camp_start: '2020-06-01',
      camp_end: '2020-06-05',
    });
    for (const seat of [admin, parent, { ...parent, student: admin.student }])
      expect((await move(seat, { classId: over.id })).body).toMatchObject({ code: 'class_over' });
    expect(await listPaid(over)).toEqual([]);
    await expectMoved(moving);
    await expectUntouched(parent);
  });

  it('nobody to another child in a class that is over', async () => {
    const seat = await buildChildSeat();
    const sibling = await buildChild(app, seat.parent);
    const { classes } = app.services.database.collections;
    const dates = { camp_start: '2020-06-01', camp_end: '2020-06-05' };
    await classes.updateOne({ _id: seat.from._id }, { $set: dates });
    const admin = await buildUser(app, 'admin');
    for (const student of [seat.parent, admin])
      expect((await move({ ...seat, student }, { childId: sibling.id })).body.code).toBe(
        'class_over',
      );
    expect((await readClass(seat.from)).seats).toMatchObject([{ childId: seat.child._id }]);
  });

  it('nobody, while the bank questions the payment', async () => {
    const moving = await buildMove(60);
    const { payments } = app.services.database.collections;
    const state = { state: 'open' as const, status: 'needs_response' };
    const dispute = { stripeId: 'dp_1', amount: 6_000, ...state, at: new Date() };
    await payments.updateOne({ _id: moving.paymentId }, { $set: { dispute } });
    expect((await move(moving, { classId: moving.to.id })).body.code).toBe('payment_disputed');
    expect(
      await app.services.database.collections.seatChanges.countDocuments({
        seatId: new ObjectId(moving.cartId),
      }),
    ).toBe(0);
  });
});
