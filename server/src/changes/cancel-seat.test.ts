import type { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { listNews } from '../testing/mails.ts';
import { useUser } from '../testing/factories.ts';
import { buildPaidSeats, listAtStripe } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';

/** How many writes the database still accepts, whether Stripe's answers to new refunds get lost, and its keys. */
const world = { writesLeft: Infinity, losesAnswers: false, keysAreOld: false };

const app = useTestApp(({ database, cardPayments }) => ({
  database: {
    ...database,
    collections: watchWrites(database.collections, () => {
      if ((world.writesLeft -= 1) < 0) throw new Error('cut off');
    }),
  },
  cardPayments: {
    ...cardPayments,
    createRefund: async (refund) => {
      // With another attempt, the key is another one, too.
      const attempt = refund.attempt + (world.keysAreOld ? 100 : 0);
      const answer = await cardPayments.createRefund({ ...refund, attempt });
      if (world.losesAnswers) throw new ApiError('unavailable');
      return answer;
    },
  },
}));
const admin = useUser(app, 'admin');
beforeEach(() =>
  Object.assign(world, { writesLeft: Infinity, losesAnswers: false, keysAreOld: false }),
);

const cancel = (person: { email: string }, cartId: string, refund: number) =>
  app.as(person).call('POST /cancellation/:cartId', { params: { cartId }, body: { refund } });

/** Two paid seats of 50 and 60 dollars. The first one is to be canceled. */
async function buildSeats() {
  const { student, paymentId, items } = await buildPaidSeats(app, [5_000, 6_000]);
  const [first, second] = items as [(typeof items)[0], (typeof items)[0]];
  return { student, paymentId, first, second, cartId: first.seatId.toHexString() };
}
type Seats = Awaited<ReturnType<typeof buildSeats>>;

const readClass = (_id: ObjectId) => app.services.database.collections.classes.findOne({ _id });

/** As if nothing had happened: the seat is free, its money is back once, everybody can read it, and one email is due. */
async function expectCanceled({ student, paymentId, first, second }: Seats, why: string) {
  const { payments, seatChanges } = app.services.database.collections;
  expect(await readClass(first.classId), why).toMatchObject({ sit: 5, seats: [] });
  expect(await readClass(second.classId), why).toMatchObject({ seats: [{ state: 'enrolled' }] });
  expect(await listAtStripe(paymentId), why).toMatchObject([{ amount: 5_000 }]);
  expect(await payments.findOne({ _id: paymentId }), why).toMatchObject({
    ...{ kept: 6_000, items: [{ state: 'refunded' }, { state: 'enrolled' }] },
  });
  const [canceled] = (await app.as(student).call('GET /myCancellations')).body;
  expect(canceled, why).toMatchObject({ refund: 5_000, state: 'refunded' });
  expect(canceled?.creditNotes, why).toHaveLength(1);
  const document = await seatChanges.findOne({ _id: first.seatId });
  expect(document, why).toMatchObject({ state: 'done' });
  expect(await listNews(app, 'seat canceled'), why).toContainEqual({ changeId: first.seatId });
  expect(document, why).not.toHaveProperty('checkAfter');
  const acts = await readAuditLog(app, { action: 'cancel seat', target: paymentId });
  expect(acts, why).toMatchObject([{ who: student.email }]);
}

// Rules: R161, R166.
describe('a canceled seat', () => {
  slowIt(
    'is canceled completely or not at all, wherever the server is killed',
    async () => {
      for (let writes = 0, isCutOff = true; isCutOff; writes += 1) {
        const seats = await buildSeats();
        world.writesLeft = writes;
        const { status } = await cancel(seats.student, seats.cartId, 5_000);
        isCutOff = world.writesLeft < 0;
        world.writesLeft = Infinity;
        app.passMinutes(6);
        await runJobs(app.services);
        const why = `after ${writes} writes`;
        if (writes > 0) await expectCanceled(seats, why);
        else {
          expect(status).toBe(500);
          expect(await readClass(seats.first.classId)).toMatchObject({ seats: [{}] });
          expect(await listAtStripe(seats.paymentId)).toEqual([]);
        }
      }
    },
    120_000,
  );

  it('has its money back once, also if Stripe’s answers were lost for 25 hours', async () => {
    const seats = await buildSeats();
    world.losesAnswers = true;
    expect((await cancel(seats.student, seats.cartId, 5_000)).body).toMatchObject({
      state: 'on its way',
    });
    app.passMinutes(25 * 60);
    world.keysAreOld = true;
    world.losesAnswers = false;
    await runJobs(app.services);
    await expectCanceled(seats, 'after a day');
  });

  it('says what becomes of its money: failed, and refunded once an admin has paid it in another way', async () => {
    const { student, paymentId, items } = await buildPaidSeats(app, [4_000], 'pm_card_refundFail');
    const cartId = items[0]?.seatId.toHexString() ?? '';
    await cancel(student, cartId, 4_000);
    const read = async () => (await app.as(student).call('GET /myCancellations')).body[0]?.state;
    await expect
      .poll(async () => {
        app.passMinutes(61);
        await runJobs(app.services);
        return read();
      })
      .toBe('failed');
    const [open] = (await app.as(admin).call('GET /openRefunds')).body;
    expect(open).toMatchObject({ paymentId, reason: 'canceled by parent', state: 'failed' });
    const receipt = async () =>
      (await app.as(student).call('GET /receipts/:paymentId', { params: { paymentId } })).body;
    expect((await receipt()).refunds).toMatchObject([{ state: 'failed' }]);
    await app.as(admin).call('POST /openRefunds/:refundId/answer', {
      params: { refundId: open?._id ?? '' },
      body: { cartId: null, paidOtherwise: open!.amount, note: 'Paid in cash.' },
    });
    expect(await read()).toBe('refunded');
    expect((await receipt()).refunds).toMatchObject([{ state: 'paid otherwise' }]);
  });
});
