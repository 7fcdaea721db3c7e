import { expect, it } from 'vitest';
import { createMoves } from '../testing/moves.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { createCutOff } from '../testing/watch-writes.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { settlePayment } from './settle-payment.ts';

const { world, cutOff } = createCutOff();
const app = useTestApp(cutOff);

const { buildMove, move, moveTo, payAtStripe, readClass, sumBack, runAllJobs } = createMoves(
  () => app,
);

/** Cuts something off one write later each time, until it completes. */
async function cutOffEverywhere(
  run: (why: string, cut: (act: () => Promise<unknown>) => Promise<void>) => Promise<void>,
) {
  for (let writes = 0, isCutOff = true; isCutOff; writes += 1)
    await run(`after ${writes} writes`, async (act) => {
      world.writesLeft = writes;
      await act().catch(() => undefined);
      isCutOff = world.writesLeft < 0;
      world.writesLeft = Infinity;
    });
}

type Moving = Awaited<ReturnType<typeof buildMove>>;

/** The school returns the first payment of the seat, and both classes are empty in the end. */
async function expectNoSeatAfterReturn({ from, to, paymentId }: Moving, why: string) {
  await refundAtDashboard(paymentId);
  // Refused while the seat moves. A job moves it first, and then ends it.
  await readRefunds(paymentId, app.services).catch(() => undefined);
  await runAllJobs();
  // A hold that nobody can use anymore ends by itself.
  app.passMinutes(65);
  await runAllJobs();
  expect(await readClass(from), why).toMatchObject({ sit: 3, seats: [] });
  expect(await readClass(to), why).toMatchObject({ sit: 2, seats: [] });
  expect(await sumBack(paymentId), why).toBe(6_000);
}

// Rules: R181.
slowDescribe(
  'a move that is cut off after any write, before the school returns the money, leaves no seat',
  () => {
    it('at the same price', async () => {
      await cutOffEverywhere(async (why, cut) => {
        const moving = await buildMove(60);
        await cut(() => move(moving, { classId: moving.to.id }));
        await expectNoSeatAfterReturn(moving, why);
      });
    }, 120_000);

    it('to a dearer class, and the difference goes back too', async () => {
      await cutOffEverywhere(async (why, cut) => {
        const moving = await buildMove(80);
        const difference = await payAtStripe(moving, await moveTo(moving, moving.to));
        await cut(() => settlePayment(difference, app.services));
        await expectNoSeatAfterReturn(moving, why);
        expect(await sumBack(difference), why).toBe(2_000);
      });
    }, 120_000);
  },
);
