import { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { buildClass, useUser } from '../testing/factories.ts';
import { planFor } from '../testing/planned-seat.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { cancelSeat } from './cancel-seat.ts';
import { payBalance } from './pay-balance.ts';
import { findOwnSeat, previewSeat } from './parent-cancellation.ts';

/** Happens just before a write, and how many writes are left until then. */
const world = { writesLeft: Infinity, act: async () => {} };

const app = useTestApp(({ database }) => ({
  database: {
    ...database,
    collections: watchWrites(database.collections, async () => {
      if ((world.writesLeft -= 1) === -1) await world.act();
    }),
  },
}));
const admin = useUser(app, 'admin');
beforeEach(() => Object.assign(world, { writesLeft: Infinity }));

const { inDays, record, buildPlanned, readOwed, listPaymentsFor } = planFor(app, admin);

/** A seat for $100: $30 in cash and a check for $20 have come, and $50 is owed. */
async function buildSeat() {
  const seat = await buildPlanned();
  const { body } = await record(seat.id, {
    cartIds: [seat.cartId],
    amount: 2_000,
    method: 'cheque',
  });
  const cheaper = await buildClass(app, {
    price: 40,
    camp_start: inDays(60),
    camp_end: inDays(65),
  });
  return { ...seat, check: body.transactionId, cheaper };
}
type Seat = Awaited<ReturnType<typeof buildSeat>>;

const pay = ({ id, cartId }: Seat) => record(id, { cartIds: [cartId], amount: 5_000 });

const cancel = ({ parent, cartId }: Seat) =>
  app
    .as(parent)
    .call('POST /cancellation/:cartId', { params: { cartId }, body: { refund: 5_000 } });

const move = ({ parent, cartId, cheaper }: Seat) =>
  app.as(parent).call('POST /moves', { body: { cartId, classId: cheaper.id, price: 40 } });

const bounce = ({ check: paymentId }: Seat) =>
  app.as(admin).call('POST /payments/:paymentId/bounce', {
    params: { paymentId },
    body: { day: inDays(0), note: 'No funds.', until: null },
  });

const CHANGES: Record<string, (seat: Seat) => Promise<unknown>> = {
  'the parent cancels': cancel,
  'the seat moves to a cheaper class': move,
  'the check bounces': bounce,
};

/** What the school keeps is what the seat costs minus what is owed, or nothing. */
async function expectSumsAgree({ parent, cartId }: Seat, why: string): Promise<void> {
  for (let run = 0; run < 3; run += 1) {
    app.passMinutes(2);
    await runJobs(app.services);
  }
  const { refunds } = app.services.database.collections;
  let kept = 0;
  for (const payment of await listPaymentsFor(cartId)) {
    expect(payment.status, why).not.toBe('open');
    // What waits to be given back ends with a bounce: then no admin has to do anything.
    const isWaiting = {
      paymentId: payment._id,
      state: 'failed' as const,
      needsAdmin: true as const,
    };
    const waiting = await refunds.find(isWaiting).toArray();
    kept += payment.kept - waiting.reduce((sum, { amount }) => sum + amount, 0);
  }
  const query = { email: parent.email };
  const { body } = await app.as(parent).call('GET /myEnrolledClass', { query });
  const [seat] = body;
  const owed = (await readOwed(parent, cartId)) ?? [];
  const left = owed.reduce((sum, { amount }) => sum + amount, 0);
  expect(kept, why).toBe(seat ? 100 * seat.price - left : 0);
}

/** Lets something happen just before each write of another act, one write per run. */
async function interruptEverywhere(
  run: (seat: Seat) => Promise<unknown>,
  between: (seat: Seat) => Promise<unknown>,
): Promise<void> {
  for (let writes = 0, isOver = false; !isOver; writes += 1) {
    const seat = await buildSeat();
    world.act = async () => void (await between(seat));
    world.writesLeft = writes;
    await run(seat);
    isOver = world.writesLeft >= 0;
    world.writesLeft = Infinity;
    await expectSumsAgree(seat, `before write ${writes}`);
  }
}

slowDescribe.each(Object.entries(CHANGES))('%s', (_what, change) => {
  it('and the balance is paid just before any of its writes: no money is lost or owed twice', () =>
    interruptEverywhere(change, pay));

  it('just before any write of a payment of the balance: no money is lost or owed twice', () =>
    interruptEverywhere(pay, change));
});

slowDescribe('a check bounces', () => {
  it('and the parent cancels just before any of its writes: it is not given back', () =>
    interruptEverywhere(bounce, cancel));

  it('just before any write of a cancellation: it is not given back', () =>
    interruptEverywhere(cancel, bounce));
});

// Rules: R351, R353.
describe('a payment of the balance', () => {
  it('waits while a change of the seat counts what was paid, also if that began a moment ago', async () => {
    const { cartId, classes, parent, deposit } = await buildSeat();
    const seatId = new ObjectId(cartId);
    const item = {
      seatId,
      amount: 5_000,
      name: 'Ada',
      state: 'open' as const,
      isRest: true as const,
    };
    const line = { ...item, classId: classes[0]!._id };
    const { collections } = app.services.database;
    const lock = () =>
      collections.seatChanges.insertOne({
        ...{ _id: new ObjectId(), kind: 'refund', seatId, openSeatId: seatId, state: 'open' },
        ...{ userId: parent._id, paymentId: deposit, currency: 'usd', refundId: 'admin:1' },
        ...{ by: admin._id, createdAt: new Date() },
      });
    const lockBeforeClass = watchWrites(collections, async (name) => {
      if (name === 'classes') await lock();
    });
    const services = {
      ...app.services,
      database: { ...app.services.database, collections: lockBeforeClass },
    };
    expect(await payBalance({ paymentId: 'office_late' }, line, services)).toBe('later');
    expect(await payBalance({ paymentId: 'office_later' }, line, app.services)).toBe('later');
    const seat = (await collections.classes.findOne({ _id: line.classId }))?.seats[0];
    const paid = seat?.state === 'enrolled' ? seat.plan?.paid : [];
    expect(paid?.map(({ paymentId }) => paymentId)).not.toContain('office_later');
    expect(paid?.map(({ paymentId }) => paymentId)).toContain('office_late');
  });
});

describe('the balance is paid after the parent read what comes back', () => {
  it('so they are asked again: none of it is kept unseen', async () => {
    const seat = await buildSeat();
    const own = await findOwnSeat(seat.cartId, seat.parent, app.services);
    const { shareOf } = await previewSeat(own, app.services);
    await pay(seat);
    const wish = { ...own, shareOf, reason: 'canceled by parent' as const, by: seat.parent._id };
    await expect(cancelSeat(wish, app.services)).rejects.toMatchObject({ code: 'seat_changing' });
    expect(await readOwed(seat.parent, seat.cartId)).toEqual([]);
  });
});
