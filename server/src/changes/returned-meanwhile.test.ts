import { expect, it } from 'vitest';
import { buildClass } from '../testing/factories.ts';
import { createMoves, type Enrolled, type Place } from '../testing/moves.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { settlePayment } from './settle-payment.ts';

/** What another server does just before one of the next writes, and how many writes come before that. */
const world: { writesLeft: number; meanwhile?: () => Promise<void> } = {
  writesLeft: 0,
};

const app = useTestApp(({ database }) => ({
  database: { ...database, collections: watchWrites(database.collections, beforeWrite) },
}));

async function beforeWrite(): Promise<void> {
  const { meanwhile } = world;
  if (!meanwhile || (world.writesLeft -= 1) >= 0) return;
  world.meanwhile = undefined;
  await meanwhile();
}

const { buildMove, move, moveAndPay, moveTo, payAtStripe } = createMoves(() => app);
const { readClass, readPayment, readMoves, sumBack, runAllJobs } = createMoves(() => app);

type During = (act: () => Promise<unknown>, meanwhile: () => Promise<unknown>) => Promise<void>;

/** Runs something repeatedly. Each time, another server acts one write later, the last time after all writes. */
async function atEachWrite(run: (during: During) => Promise<void>): Promise<void> {
  for (let writes = 0, isOver = false; !isOver; writes += 1)
    await run(async (act, meanwhile) => {
      world.writesLeft = writes;
      world.meanwhile = async () => void (await meanwhile());
      await act();
      isOver = world.meanwhile !== undefined;
      world.meanwhile = undefined;
      if (isOver) await meanwhile();
    });
}

/** The school returns all of a payment in Stripe's dashboard. */
async function comeBack(paymentId: string): Promise<void> {
  await refundAtDashboard(paymentId);
  // Refused while a payment moves the seat. A job tries again.
  await readRefunds(paymentId, app.services).catch(() => undefined);
}

/** Nobody sits in these classes, all money is back once, and no line of the ledger says that there is a seat. */
async function expectNothingLeft(
  { paymentId }: Pick<Enrolled, 'paymentId'>,
  difference: string,
  places: Place[],
): Promise<void> {
  await runAllJobs();
  app.passMinutes(65);
  await runAllJobs();
  for (const place of places) expect((await readClass(place)).seats).toEqual([]);
  for (const [id, amount] of [
    [paymentId, 6_000],
    [difference, 9_000],
  ] as const) {
    expect(await sumBack(id)).toBe(amount);
    expect(await readPayment(id)).toMatchObject({ kept: 0, items: [{ state: 'refunded' }] });
  }
}

// Rules: R182.
slowDescribe('a payment comes back while another server moves its seat', () => {
  it('to a dearer class, whose difference is just being settled: it goes back too', async () => {
    await atEachWrite(async (during) => {
      const moving = await buildMove(150);
      const difference = await payAtStripe(moving, await moveTo(moving, moving.to));
      await during(
        () => settlePayment(difference, app.services),
        () => comeBack(moving.paymentId),
      );
      await expectNothingLeft(moving, difference, [moving.from, moving.to]);
    });
  }, 120_000);

  it('to a cheaper class: the move counts only if it was over by then', async () => {
    await atEachWrite(async (during) => {
      const moving = await buildMove(150);
      const third = await buildClass(app, { price: 100, sit: 2 });
      const difference = await moveAndPay(moving, moving.to);
      const readState = async () => (await readMoves(moving))[1]?.state;
      let before: string | undefined;
      await during(
        () => move(moving, { classId: third.id }),
        async () => {
          before = await readState();
          await comeBack(difference);
        },
      );
      await expectNothingLeft(moving, difference, [moving.from, moving.to, third]);
      expect(await readState()).toBe(before === 'done' ? 'done' : 'rejected');
    });
  }, 120_000);
});
