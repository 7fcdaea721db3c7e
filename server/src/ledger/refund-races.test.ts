import { beforeEach, describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { useUser } from '../testing/factories.ts';
import { createMoves } from '../testing/moves.ts';
import { buildPaidSeats, refundAtDashboard } from '../testing/refunds.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { killAfter, watchWrites } from '../testing/watch-writes.ts';
import { sendWebhook } from '../testing/webhooks.ts';
import { retryRefund } from '../payments/open-refunds.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { decideRefund } from './refunds.ts';
import { settleDueRefunds } from '../payments/settle-due.ts';

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

const { buildMove, moveAndPay, sumBack } = createMoves(() => app);

/** A paid seat of 100 dollars, and what its parent and an admin do with it. */
async function buildSeat(others: number[] = []) {
  const { student, paymentId, items } = await buildPaidSeats(app, [10_000, ...others]);
  const cartId = items[0]?.seatId.toHexString() ?? '';
  const params = { cartId };
  const preview = async () =>
    (await app.as(student).call('GET /cancellation/:cartId', { params })).body.refund;
  const cancel = (refund: number) =>
    app.as(student).call('POST /cancellation/:cartId', { params, body: { refund } });
  const give = (amount: number, isSeat = true) =>
    app.as(admin).call('POST /refunds', {
      body: { paymentId, ...(isSeat && { cartId, keepsSeat: true }), amount, note: 'Sorry.' },
    });
  /** An admin's refund that is only recorded, because the server stopped. */
  const writeDown = (amount: number) =>
    decideRefund(
      {
        ...{ refundId: `admin:${cartId}`, paymentId, seatId: items[0]?.seatId ?? null, amount },
        ...{ currency: 'usd', reason: 'by admin', by: admin._id, note: 'Sorry.' },
      },
      app.services,
    );
  return { paymentId, preview, cancel, give, writeDown };
}

async function runAllJobs() {
  app.passMinutes(2);
  await runJobs(app.services);
}

/** No refund waits for an admin. */
async function expectNoneFailed(paymentId: string, why: string) {
  const { body } = await app.as(admin).call('GET /openRefunds');
  const failed = body.filter((one) => one.paymentId === paymentId);
  expect(failed, why).toEqual([]);
}

/**
 * Runs something repeatedly. Each time, something else happens just before one more of its writes, until there are no
 * more.
 */
async function interruptEverywhere<Seat>(
  build: () => Promise<Seat>,
  run: (seat: Seat) => Promise<unknown>,
  between: (seat: Seat) => Promise<unknown>,
  check: (seat: Seat, why: string) => Promise<void>,
) {
  for (let writes = 0, isOver = false; !isOver; writes += 1) {
    const seat = await build();
    world.act = async () => void (await between(seat));
    world.writesLeft = writes;
    await run(seat);
    isOver = world.writesLeft >= 0;
    world.writesLeft = Infinity;
    if (!isOver) await check(seat, `before write ${writes}`);
  }
}

slowDescribe.each([
  ['the seat', [], true],
  ['one of two seats', [20_000], true],
  ['the whole payment', [], false],
])('an admin gives some money of %s back while the parent cancels it', (_what, others, isSeat) => {
  const build = async () => ({ ...(await buildSeat(others)), status: { cancel: 0, give: 0 } });
  type Seat = Awaited<ReturnType<typeof build>>;
  const cancel = async (seat: Seat) => {
    seat.status.cancel = (await seat.cancel(10_000)).status;
  };
  const give = async (seat: Seat) => {
    seat.status.give = (await seat.give(6_000, isSeat)).status;
  };
  /** All that was refunded is what somebody was told, and nothing of the seat's price is lost. */
  const check = async ({ status, paymentId, preview, ...seat }: Seat, why: string) => {
    await runAllJobs();
    const given = status.give === 200 ? 6_000 : 0;
    expect([200, 409], why).toContain(status.give);
    if (status.cancel !== 200) {
      expect(await sumBack(paymentId), why).toBe(given);
      expect(await preview(), why).toBe(10_000 - given);
      expect((await seat.cancel(10_000 - given)).status, why).toBe(200);
    } else expect(given, why).toBe(0);
    expect(await sumBack(paymentId), why).toBe(10_000);
    await expectNoneFailed(paymentId, why);
  };

  it('before any write of the cancellation', async () => {
    await interruptEverywhere(build, cancel, give, check);
  }, 60_000);

  it('and the parent before any write of the admin’s refund', async () => {
    await interruptEverywhere(build, give, cancel, check);
  }, 60_000);
});

/** A seat with a payment of 60 dollars and one of 20. */
async function buildMoved() {
  const { to, ...seat } = await buildMove(80);
  const difference = await moveAndPay(seat, to);
  const found = await app.services.database.collections.payments.findOne({ _id: difference });
  const cartId = found?.items[0]?.seatId.toHexString() ?? '';
  const named = { paymentId: seat.paymentId, cartId: seat.cartId };
  return { named, line: { paymentId: difference, cartId } };
}

const giveOfSeat = (seat: { paymentId: string; cartId: string }, amount: number) =>
  app.as(admin).call('POST /refunds', {
    body: { ...seat, keepsSeat: true, amount, note: 'Sorry.' },
  });

describe('an admin’s refund of a seat with two payments', () => {
  it.each([
    // By then, the seat is locked.
    ['the second one just before the first refund is', 'line', 1_500, 1],
    ['the first one once both refunds are', 'named', 1_000, 3],
  ] as const)(
    'is refused as a whole if the dashboard takes some money of %s recorded',
    async (_when, taken, amount, writes) => {
      const seat = await buildMoved();
      const { paymentId } = seat[taken];
      world.act = async () => {
        await refundAtDashboard(paymentId, amount);
        await sendWebhook(app, { type: 'charge.refunded', paymentId });
      };
      world.writesLeft = writes;
      const answer = await giveOfSeat(seat.named, 7_000);
      expect(answer).toMatchObject({ status: 409, body: { code: 'refund_too_high' } });
      await runAllJobs();
      const sums = [await sumBack(seat.named.paymentId), await sumBack(seat.line.paymentId)];
      expect(sums).toEqual(taken === 'named' ? [amount, 0] : [0, amount]);
      expect((await giveOfSeat(seat.named, 8_000 - amount)).status).toBe(200);
    },
  );
});

slowDescribe('two admins give back money of a seat with two payments', () => {
  it.each([
    ['2000 of the second one', 'line', 2_000],
    ['8000 of both', 'line', 8_000],
    ['6000 of the first one', 'named', 6_000],
  ] as const)(
    'and each of them learns what was refunded, whenever the other one gives %s',
    async (_what, chosen, others) => {
      const build = async () => ({ ...(await buildMoved()), told: [0, 0], isPart: false });
      type Seat = Awaited<ReturnType<typeof build>>;
      const first = async (seat: Seat) => {
        const { status, body } = await giveOfSeat(seat.named, 7_000);
        seat.isPart = 'message' in body && /Only a part/.test(String(body.message));
        seat.told[0] = status === 200 ? 7_000 : seat.isPart ? 6_000 : 0;
      };
      const second = async (seat: Seat) => {
        seat.told[1] = (await giveOfSeat(seat[chosen], others)).status === 200 ? others : 0;
      };
      await interruptEverywhere(build, first, second, async ({ named, line, told }, why) => {
        await runAllJobs();
        const back = (await sumBack(named.paymentId)) + (await sumBack(line.paymentId));
        expect(back, why).toBe((told[0] ?? 0) + (told[1] ?? 0));
        expect(back, why).toBeGreaterThan(0);
        await expectNoneFailed(named.paymentId, why);
        await expectNoneFailed(line.paymentId, why);
      });
    },
    60_000,
  );
});

// Rules: R163, R319.
describe('two admins see the same failed refund, of which less is left by now', () => {
  it('one has paid in another way just when the other one decides to try it again, and the books stay right', async () => {
    const { payments, refunds } = app.services.database.collections;
    const build = async () => {
      const seat = await buildSeat();
      const refundId = `late:${seat.paymentId}`;
      await seat.give(6_000);
      await refunds.insertOne({
        ...{ _id: refundId, paymentId: seat.paymentId, seatId: null, amount: 7_000 },
        ...{ currency: 'usd', reason: 'no seat', state: 'failed', attempt: 1 },
        ...{ needsAdmin: true, createdAt: app.services.now() },
      });
      return { ...seat, refundId };
    };
    const close = ({ refundId }: { refundId: string }) =>
      app.as(admin).call('POST /openRefunds/:refundId/answer', {
        params: { refundId },
        body: { cartId: null, paidOtherwise: 4_000, note: 'In cash.' },
      });
    // The server is stopped before it sends the refund.
    const retry = ({ refundId }: { refundId: string }) => {
      const dying = killAfter(app.services, 1);
      return expect(retryRefund(refundId, admin, dying)).resolves.toBeUndefined();
    };
    await interruptEverywhere(build, close, retry, async ({ paymentId }, why) => {
      await runAllJobs();
      const back = await refunds.find({ paymentId, state: { $ne: 'failed' } }).toArray();
      const payment = await payments.findOne({ _id: paymentId });
      expect(payment?.kept, why).toBe(10_000 - sumAmounts(back));
    });
  }, 60_000);
});

describe('a parent cancels a seat', () => {
  it('and is asked to try again while an admin’s refund is under way', async () => {
    const { paymentId, preview, cancel, give } = await buildSeat();
    // The server is stopped before it sends the refund.
    world.act = async () => {
      world.writesLeft = 0;
      throw new Error('cut off');
    };
    world.writesLeft = 2;
    expect((await give(6_000)).status).toBe(500);
    world.writesLeft = Infinity;
    const answer = await cancel(await preview());
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'seat_changing', message: expect.stringMatching(/try again in a minute/) },
    });
    await runAllJobs();
    expect(await sumBack(paymentId)).toBe(6_000);
    expect(await preview()).toBe(4_000);
    expect((await cancel(4_000)).status).toBe(200);
    expect(await sumBack(paymentId)).toBe(10_000);
    await expectNoneFailed(paymentId, 'in the end');
  });

  it('in two tabs: once, also if one of them is just about to take it back', async () => {
    const { paymentId, cancel, writeDown } = await buildSeat();
    const answers: number[] = [];
    const cancelAgain = async () => {
      // The admin's refund is refused, because the seat is being canceled.
      app.passMinutes(2);
      await settleDueRefunds(app.services);
      answers.push((await cancel(10_000)).status);
    };
    world.act = async () => {
      await writeDown(6_000);
      Object.assign(world, { act: cancelAgain, writesLeft: 0 });
    };
    world.writesLeft = 0;
    answers.push((await cancel(10_000)).status);
    expect(answers).toEqual([200, 200]);
    expect(await sumBack(paymentId)).toBe(10_000);
    const { seatChanges } = app.services.database.collections;
    expect(await seatChanges.findOne({ kind: 'cancel', paymentId })).toMatchObject({
      state: 'done',
    });
  });
});
