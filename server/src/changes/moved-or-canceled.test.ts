import { expect, it } from 'vitest';
import { cancelClass } from '../classes/manage-classes.ts';
import { useUser } from '../testing/factories.ts';
import { createMoves } from '../testing/moves.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { cancelSeatsOfClasses } from './cancel-seats-of-classes.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { settlePayment } from './settle-payment.ts';

/** Another server does something between two writes of this one. */
const world = { writesLeft: Infinity, meanwhile: async () => {} };

const app = useTestApp(({ database }) => ({
  database: { ...database, collections: watchWrites(database.collections, countWrite) },
}));
const admin = useUser(app, 'admin');

async function countWrite(): Promise<void> {
  if ((world.writesLeft -= 1) >= 0) return;
  world.writesLeft = Infinity;
  await world.meanwhile();
}

const { buildMove, listPaid, moveTo, payAtStripe, readPayment, readMoves, sumBack, runAllJobs } =
  createMoves(() => app);

type Moving = Awaited<ReturnType<typeof buildMove>>;

type Act = (moving: Moving & { difference: string }) => Promise<unknown>;

/**
 * Sixty dollars are paid for a seat, and 20 more to move it while it ends. Then it has moved, or all money is back.
 * @param first is interrupted by the second act, each time one write later
 */
async function interruptEverywhere(begin: Act, first: Act, second: Act): Promise<void> {
  for (let writes = 0, isReached = true; isReached; writes += 1) {
    const moving = await buildMove(80);
    const difference = await payAtStripe(moving, await moveTo(moving, moving.to));
    const seat = { ...moving, difference };
    await begin(seat);
    isReached = false;
    world.meanwhile = async () => {
      isReached = true;
      await second(seat).catch(() => undefined);
    };
    world.writesLeft = writes;
    await first(seat).catch(() => undefined);
    world.writesLeft = Infinity;
    await runAllJobs();
    await runAllJobs();
    const why = `after ${writes} writes`;
    expect(await listPaid(moving.from), why).toEqual([]);
    const isMoved = (await listPaid(moving.to)).length === 1;
    const payments = [moving.paymentId, difference];
    const back = await Promise.all(payments.map(sumBack));
    expect(back, why).toEqual(isMoved ? [0, 0] : [6_000, 2_000]);
    for (const id of payments)
      expect(await readPayment(id), why).toMatchObject({
        items: [{ state: isMoved ? 'enrolled' : 'refunded' }],
      });
    expect((await readMoves(moving))[0]?.openSeatId, why).toBeUndefined();
  }
}

const settleDifference: Act = ({ difference }) => settlePayment(difference, app.services);

// Rules: R176.
slowDescribe('the difference is paid just when', () => {
  const cancelFirstClass: Act = ({ from }) =>
    cancelClass(from.id, { confirm_affected: 1, note: 'They are ill.' }, admin, app.services);
  const returnMoney: Act = ({ paymentId }) => readRefunds(paymentId, app.services);
  const cancelSeats = () => cancelSeatsOfClasses(app.services);

  it('the school cancels the class: the seat has moved, or all money is back', async () => {
    await interruptEverywhere(cancelFirstClass, cancelSeats, settleDifference);
    await interruptEverywhere(cancelFirstClass, settleDifference, cancelSeats);
  }, 120_000);

  it('the seat’s money comes back in Stripe’s dashboard: the difference comes back, too', async () => {
    const refund: Act = ({ paymentId }) => refundAtDashboard(paymentId);
    await interruptEverywhere(refund, returnMoney, settleDifference);
  }, 120_000);
});
