import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMoment } from '../school-time.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import { ApiError } from '../errors.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { listNews } from '../testing/mails.ts';
import { buildPaidSeats, listAtStripe, refundAtDashboard } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { startSecondServer, useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import type { Services } from '../services.ts';
import { carryOutRefund, decideRefund, withdrawRefunds } from './refunds.ts';
import { getOpenRefunds } from '../payments/open-refunds.ts';
import { readRefunds } from '../payments/read-refunds.ts';
import { reserve } from './set-aside.ts';
import { settleMissedRefunds, settleDueRefunds } from '../payments/settle-due.ts';

const app = useTestApp();

const idOf = (paymentId: string, { seatId }: PaymentItem) => `${paymentId}:${seatId.toHexString()}`;

/** Decides to refund the price of one seat, as settling a payment does. */
async function decide(paymentId: string, item: PaymentItem, amount = item.amount) {
  const refundId = idOf(paymentId, item);
  const { seatId } = item;
  const rest = { currency: 'usd', reason: 'no seat' as const };
  await decideRefund({ refundId, paymentId, seatId, amount, ...rest }, app.services);
  return refundId;
}

const read = async (refundId: string) =>
  (await app.services.database.collections.refunds.findOne({ _id: refundId })) ?? undefined;
const keptOf = async (paymentId: string) =>
  (await app.services.database.collections.payments.findOne({ _id: paymentId }))?.kept;

/** A minute passes, and another server works on what is due. */
async function runJobsLater(minutes = 2): Promise<void> {
  app.passMinutes(minutes);
  await settleDueRefunds(app.services);
}

// Rules: R120, R121.
describe('a refund', () => {
  it('of a part is made once, with our id in its metadata, and the payment keeps the rest', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000, 2_500]);
    const refundId = await decide(paymentId, items[1] as PaymentItem);
    expect(await read(refundId)).toMatchObject({ state: 'decided', attempt: 0 });
    let asked = 0;
    const { cardPayments } = app.services;
    const services: Services = {
      ...app.services,
      cardPayments: {
        ...cardPayments,
        async createRefund(refund) {
          asked += 1;
          // Two others come while the first one waits for Stripe.
          if (asked === 1) await Promise.all([1, 2].map(() => carryOutRefund(refundId, services)));
          return cardPayments.createRefund(refund);
        },
      },
    };
    await carryOutRefund(refundId, services);
    expect(asked).toBe(1);
    expect(await listAtStripe(paymentId)).toMatchObject([
      { amount: 2_500, status: 'succeeded', metadata: { refundId, attempt: '1' } },
    ]);
    expect(await read(refundId)).toMatchObject({ state: 'succeeded', attempt: 1 });
    expect(await read(refundId)).not.toHaveProperty('checkAfter');
    expect(await keptOf(paymentId)).toBe(4_000);
    const acts = await readAuditLog(app, { target: paymentId });
    expect(acts).toMatchObject([{ action: 'refund', who: 'system', after: { refund: 2_500 } }]);
  });

  it('is withdrawn only if nobody has begun to carry it out', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000, 2_500]);
    const [sent, waiting] = [
      await decide(paymentId, items[0] as PaymentItem),
      await decide(paymentId, items[1] as PaymentItem),
    ];
    await carryOutRefund(sent, app.services);
    await withdrawRefunds([{ refundId: sent }, { refundId: waiting }], app.services);
    expect(await read(sent)).toMatchObject({ state: 'succeeded' });
    expect(await read(waiting)).toMatchObject({ state: 'failed', isRefused: true });
    await runJobsLater();
    expect(await listAtStripe(paymentId)).toMatchObject([{ amount: 4_000 }]);
  });

  it('that is pending is asked about until it is done', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000], 'pm_card_pendingRefund');
    const refundId = await decide(paymentId, items[0] as PaymentItem);
    await carryOutRefund(refundId, app.services);
    expect(await read(refundId)).toMatchObject({ state: 'pending' });
    expect(await keptOf(paymentId)).toBe(0);
    await expect.poll(() => listAtStripe(paymentId)).toMatchObject([{ status: 'succeeded' }]);
    await runJobsLater(61);
    expect(await read(refundId)).toMatchObject({ state: 'succeeded' });
  });

  it('that fails after it succeeded gives the payment its money back and needs an admin', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000], 'pm_card_refundFail');
    const refundId = await decide(paymentId, items[0] as PaymentItem);
    await carryOutRefund(refundId, app.services);
    expect(await read(refundId)).toMatchObject({ state: 'succeeded' });
    await expect.poll(() => listAtStripe(paymentId)).toMatchObject([{ status: 'failed' }]);
    await readRefunds(paymentId, app.services);
    expect(await read(refundId)).toMatchObject({
      state: 'failed',
      failure: 'Stripe says: expired or canceled card.',
      needsAdmin: true,
    });
    expect(await keptOf(paymentId)).toBe(4_000);
  });

  it('in the dashboard that fails before a server has it in the books leaves the payment its money', async () => {
    const { collections } = app.services.database;
    for (const amount of [1_000, 4_000]) {
      const { paymentId } = await buildPaidSeats(app, [4_000], 'pm_card_refundFail');
      const { id } = await refundAtDashboard(paymentId, amount);
      // The server is killed after it has only set the money aside.
      await reserve(
        collections,
        { refundId: id, paymentId, amount, attempt: 0, reason: 'by the school' },
        readMoment(app.services),
      );
      expect(await keptOf(paymentId)).toBe(4_000 - amount);
      await expect.poll(() => listAtStripe(paymentId)).toMatchObject([{ status: 'failed' }]);
      app.passMinutes(5);
      await settleMissedRefunds(app.services);
      expect(await collections.payments.findOne({ _id: paymentId })).toMatchObject({
        kept: 4_000,
        status: 'enrolled',
        items: [{ state: 'enrolled' }],
      });
    }
  });

  it('that fails while a slow server still wants to set its money aside leaves the payment its money', async () => {
    const { database } = app.services;
    const { paymentId } = await buildPaidSeats(app, [4_000], 'pm_card_refundFail');
    const { id } = await refundAtDashboard(paymentId, 1_000);
    let isFirst = true;
    const collections = watchWrites(database.collections, async (collection) => {
      if (collection !== 'payments' || !isFirst) return;
      isFirst = false;
      // At the same time, another server takes the refund into the books, and is told that it failed.
      await readRefunds(paymentId, app.services);
      expect(await keptOf(paymentId)).toBe(3_000);
      await expect.poll(() => listAtStripe(paymentId)).toMatchObject([{ status: 'failed' }]);
      await readRefunds(paymentId, app.services);
    });
    await readRefunds(paymentId, { ...app.services, database: { ...database, collections } });
    expect(isFirst).toBe(false);
    expect(await read(id)).toMatchObject({ state: 'failed', needsAdmin: true });
    expect(await keptOf(paymentId)).toBe(4_000);
  });

  it('whose answer was lost is found at Stripe and not made again, also after 25 hours', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000]);
    const refundId = await decide(paymentId, items[0] as PaymentItem, 1_000);
    await expect(carryOutRefund(refundId, loseAnswers(app.services))).rejects.toThrow('no answer');
    expect(await read(refundId)).toMatchObject({ state: 'sent', attempt: 1 });
    // Stripe forgets a key after a day, so the same key would make a second refund.
    await runJobsLaterWithoutKeys(25 * 60);
    expect(await listAtStripe(paymentId)).toHaveLength(1);
    expect(await read(refundId)).toMatchObject({ state: 'succeeded' });
    expect(await keptOf(paymentId)).toBe(3_000);
  });

  it('that Stripe could not be asked for is made by a job', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000]);
    const refundId = await decide(paymentId, items[0] as PaymentItem);
    const down = { ...app.services.cardPayments, createRefund: () => Promise.reject(OUTAGE) };
    await expect(carryOutRefund(refundId, { ...app.services, cardPayments: down })).rejects.toThrow(
      'no answer',
    );
    await runJobsLater();
    expect(await listAtStripe(paymentId)).toHaveLength(1);
    expect(await read(refundId)).toMatchObject({ state: 'succeeded' });
  });

  it('that Stripe refuses because the dashboard was faster fails, and the books say what is true', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000]);
    await refundAtDashboard(paymentId);
    const refundId = await decide(paymentId, items[0] as PaymentItem);
    await carryOutRefund(refundId, app.services);
    expect((await read(refundId))?.failure).toMatch(/^Stripe refused it: .*already been refunded/);
    expect(await keptOf(paymentId)).toBe(4_000);
    await readRefunds(paymentId, app.services);
    expect(await keptOf(paymentId)).toBe(0);
    // Nothing is left to return, so nobody has to look, unless the other refund fails.
    const isListed = async () =>
      (await getOpenRefunds({}, app.services)).items.some(({ _id }) => _id === refundId);
    expect(await isListed()).toBe(false);
    const { payments, refunds } = app.services.database.collections;
    await refunds.updateOne({ paymentId, reason: 'by the school' }, { $set: { state: 'failed' } });
    await payments.updateOne({ _id: paymentId }, { $set: { kept: 4_000 } });
    expect(await isListed()).toBe(true);
  });
});

const OUTAGE = new ApiError('unavailable', 'no answer');

/** Stripe makes the refund, but its answer does not arrive. */
function loseAnswers(services: Services): Services {
  const { cardPayments } = services;
  return {
    ...services,
    cardPayments: {
      ...cardPayments,
      async createRefund(refund) {
        await cardPayments.createRefund(refund);
        throw OUTAGE;
      },
    },
  };
}

/** Like `runJobsLater`, with a Stripe that has forgotten all idempotency keys. */
async function runJobsLaterWithoutKeys(minutes: number): Promise<void> {
  app.passMinutes(minutes);
  const { cardPayments } = app.services;
  const createRefund: typeof cardPayments.createRefund = (refund) =>
    cardPayments.createRefund({ ...refund, attempt: refund.attempt + 100 });
  await settleDueRefunds({ ...app.services, cardPayments: { ...cardPayments, createRefund } });
}

/** Services whose database fails right after the given number of writes to refunds and payments, and Stripe after its own. */
function stopAfter(writes: number, services: Services): Services {
  let left = writes;
  const count = <T>(work: Promise<T>): Promise<T> =>
    work.then((result) => {
      left -= 1;
      if (left < 0) throw OUTAGE;
      return result;
    });
  const { collections } = services.database;
  const cut = <C extends object>(collection: C): C =>
    new Proxy(collection, {
      get(target, property) {
        const member = Reflect.get(target, property, target) as unknown;
        if (typeof member !== 'function') return member;
        const isWrite = ['updateOne', 'findOneAndUpdate'].includes(String(property));
        return (...parts: unknown[]) => {
          const result = Reflect.apply(member, target, parts) as unknown;
          return isWrite ? count(result as Promise<unknown>) : result;
        };
      },
    });
  return {
    ...services,
    database: {
      ...services.database,
      collections: {
        ...collections,
        refunds: cut(collections.refunds),
        payments: cut(collections.payments),
      },
    },
    cardPayments: {
      ...services.cardPayments,
      createRefund: (refund) => count(services.cardPayments.createRefund(refund)),
    },
  };
}

describe('stopped after any of its writes,', () => {
  it('a refund is made once by a job', async () => {
    const stopped: number[] = [];
    for (let writes = 0; writes < 8; writes += 1) {
      const { paymentId, items } = await buildPaidSeats(app, [4_000, 2_500]);
      const refundId = await decide(paymentId, items[1] as PaymentItem);
      await carryOutRefund(refundId, stopAfter(writes, app.services)).catch(() =>
        stopped.push(writes),
      );
      await runJobsLater();
      const made = await listAtStripe(paymentId);
      expect(
        made.map(({ amount }) => amount),
        `after ${writes} writes`,
      ).toEqual([2_500]);
      expect(await read(refundId)).toMatchObject({ state: 'succeeded' });
      expect(await keptOf(paymentId)).toBe(4_000);
    }
    // Sent, reserved, made at Stripe, recorded.
    expect(stopped).toEqual([0, 1, 2, 3]);
  });

  it('a refund that failed has its reservation released once', async () => {
    for (let writes = 0; writes < 6; writes += 1) {
      const { paymentId, items } = await buildPaidSeats(app, [4_000]);
      await refundAtDashboard(paymentId, 1_000);
      // Stripe refuses it, because only 3,000 are left.
      const refundId = await decide(paymentId, items[0] as PaymentItem);
      await carryOutRefund(refundId, stopAfter(writes, app.services)).catch(() => undefined);
      await runJobsLater();
      expect(await read(refundId), `after ${writes} writes`).toMatchObject({ state: 'failed' });
      expect(await keptOf(paymentId)).toBe(4_000);
      expect(await listAtStripe(paymentId)).toHaveLength(1);
    }
  });

  slowIt(
    'the return of a whole payment frees all of its seats or none, also if its refund fails later',
    async () => {
      for (let writes = 0; writes < 8; writes += 1) {
        const { paymentId } = await buildPaidSeats(app, [4_000, 2_500], 'pm_card_refundFail');
        await refundAtDashboard(paymentId, 6_500);
        await readRefunds(paymentId, stopAfter(writes, app.services)).catch(() => undefined);
        await expect.poll(() => listAtStripe(paymentId)).toMatchObject([{ status: 'failed' }]);
        app.passMinutes(6);
        await settleMissedRefunds(app.services);
        const { payments, classes } = app.services.database.collections;
        const payment = await payments.findOne({ _id: paymentId });
        const seats = await classes.countDocuments({ 'seats.paymentId': paymentId });
        const ends = [payment?.status, ...(payment?.items ?? []).map(({ state }) => state)];
        expect(new Set(ends).size, `after ${writes} writes: ${ends.join(', ')}`).toBe(1);
        expect(seats > 0).toBe(payment?.status === 'enrolled');
        expect(payment?.kept).toBe(6_500);
      }
    },
  );

  it('a dashboard refund is taken into the books once', async () => {
    for (let writes = 0; writes < 6; writes += 1) {
      const { paymentId } = await buildPaidSeats(app, [4_000]);
      const { id } = await refundAtDashboard(paymentId, 1_000);
      await readRefunds(paymentId, stopAfter(writes, app.services)).catch(() => undefined);
      await readRefunds(paymentId, app.services);
      expect(await keptOf(paymentId), `after ${writes} writes`).toBe(3_000);
      expect(await read(id)).toMatchObject({ state: 'succeeded', needsAdmin: true });
      expect(await listNews(app, 'refund changed')).toContainEqual({ refundId: id });
    }
  });
});

describe('the refunds of a payment', () => {
  it('never sum up to more than the payment, in any order and at the same time', async () => {
    const refunds = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(refunds, async (amounts) => {
        const { paymentId, items } = await buildPaidSeats(app, [5_000]);
        const item = items[0] as PaymentItem;
        const ids = await Promise.all(
          amounts.map(async (amount, number) => {
            const refundId = `${idOf(paymentId, item)}x${number}`;
            await decideRefund(
              {
                refundId,
                paymentId,
                seatId: null,
                amount: amount * 100,
                currency: 'usd',
                reason: 'no seat',
              },
              app.services,
            );
            return refundId;
          }),
        );
        // Stripe would refuse, too. So count what we ask it for.
        let asked = 0;
        const { cardPayments } = app.services;
        const createRefund: typeof cardPayments.createRefund = (refund) => {
          asked += refund.amount;
          return cardPayments.createRefund(refund);
        };
        const services = { ...app.services, cardPayments: { ...cardPayments, createRefund } };
        await Promise.all(ids.map((refundId) => carryOutRefund(refundId, services)));
        expect(asked).toBeLessThanOrEqual(5_000);
        const made = (await listAtStripe(paymentId)).reduce((sum, { amount }) => sum + amount, 0);
        expect(made).toBe(asked);
        expect(await keptOf(paymentId)).toBe(5_000 - made);
      }),
      { numRuns: 15 },
    );
  }, 60_000);

  it('are made once even if three servers run the jobs at the same time', async () => {
    const { paymentId, items } = await buildPaidSeats(app, [4_000, 2_500]);
    for (const item of items) await decide(paymentId, item);
    const servers = await Promise.all([1, 2, 3].map(() => startSecondServer(app)));
    try {
      for (const server of servers) server.passMinutes(60 * 24 * 60);
      await Promise.all(servers.map(({ services }) => settleDueRefunds(services)));
      const made = await listAtStripe(paymentId);
      expect(made.map(({ amount }) => amount).sort()).toEqual([2_500, 4_000]);
    } finally {
      await Promise.all(servers.map((one) => one.close()));
    }
  });
});
