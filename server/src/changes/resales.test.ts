import type { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildClass, buildEnrolledSeat, buildUser, holdSeatOf } from '../testing/factories.ts';
import { listAtStripe } from '../testing/refunds.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { finishResales } from './resales.ts';

/** How many writes the database still accepts. */
const world = { writesLeft: Infinity };

const app = useTestApp(({ database }) => ({
  database: {
    ...database,
    collections: watchWrites(database.collections, () => {
      if ((world.writesLeft -= 1) < 0) throw new Error('cut off');
    }),
  },
}));

const offer = (person: { email: string }, cartId: string, isForResale = true) =>
  app.as(person).call('PUT /resales/:cartId', { params: { cartId }, body: { isForResale } });
const readClass = ({ _id }: { _id: ObjectId }) =>
  app.services.database.collections.classes.findOne({ _id });
const listCanceled = async (person: { email: string }) =>
  (await app.as(person).call('GET /myCancellations')).body;

/** A full class whose only seat is paid and no longer refundable. */
async function buildLateSeat(days = 2) {
  const campClass = await buildClass(app, { price: 100, sit: 1, camp_start: inDays(days) });
  return { campClass, ...(await buildEnrolledSeat(app, campClass)) };
}

// Rules: R164.
describe('a seat that its owner resells', () => {
  it('goes to the next person who enrolls, and all of the money comes back', async () => {
    const { campClass, student, cartId, paymentId } = await buildLateSeat();
    expect((await offer(student, cartId)).status).toBe(200);
    const preview = await app.as(student).call('GET /cancellation/:cartId', { params: { cartId } });
    expect(preview.body).toMatchObject({ refund: 0, isForResale: true });
    expect(await readClass(campClass)).toMatchObject({ sit: 1, seats: [{ isForResale: true }] });

    const next = await buildEnrolledSeat(app, campClass);

    expect(await readClass(campClass)).toMatchObject({
      ...{ sit: 0, resold: [] },
      seats: [{ userId: next.student._id, state: 'enrolled' }],
    });
    expect(await listAtStripe(paymentId)).toMatchObject([{ amount: 10_000 }]);
    expect(await listCanceled(student)).toMatchObject([
      { cartId, refund: 10_000, kept: 0, by: 'next person', state: 'refunded' },
    ]);
    const { payments } = app.services.database.collections;
    expect(await payments.findOne({ _id: paymentId })).toMatchObject({
      ...{ kept: 0, items: [{ state: 'refunded' }] },
    });
    expect(await readAuditLog(app, { action: 'resell seat', target: paymentId })).toMatchObject([
      { who: student.email, after: { isForResale: true } },
    ]);
  });

  it('stays theirs while nobody enrolls, also if somebody holds the place and lets it go', async () => {
    const { campClass, student, cartId } = await buildLateSeat();
    await offer(student, cartId);
    const other = await buildUser(app);
    await holdSeatOf(app, other, campClass);
    expect(await offer(student, cartId, false)).toMatchObject({
      status: 409,
      body: { code: 'seat_resold' },
    });
    app.passMinutes(31);
    await runJobs(app.services);
    expect(await readClass(campClass)).toMatchObject({ sit: 1, seats: [{ isForResale: true }] });
    expect((await offer(student, cartId, false)).status).toBe(200);
    const after = await readClass(campClass);
    expect(after).toMatchObject({ sit: 0 });
    expect(after?.seats[0]).not.toHaveProperty('isForResale');
    expect(await listCanceled(student)).toEqual([]);
  });

  slowIt(
    'is resold once, wherever a server is killed',
    async () => {
      for (let writes = 0, isCutOff = true; isCutOff; writes += 1) {
        const { campClass, student, cartId, paymentId } = await buildLateSeat();
        await offer(student, cartId);
        // As if the server had been killed right after the next person was enrolled.
        const { classes } = app.services.database.collections;
        const { refusedItems = [] } = (await readClass(campClass)) ?? {};
        const { _id: userId } = student;
        const [seat] = (await readClass(campClass))?.seats ?? [];
        await classes.updateOne(
          { _id: campClass._id },
          {
            $set: {
              ...{ seats: [], sit: 0, refusedItems: [...refusedItems, `${paymentId}:${cartId}`] },
              resold: [{ seatId: seat?.seatId as ObjectId, userId, paymentId, at: new Date() }],
            },
          },
        );
        world.writesLeft = writes;
        await finishResales(app.services).catch(() => undefined);
        isCutOff = world.writesLeft < 0;
        world.writesLeft = Infinity;
        app.passMinutes(2);
        await runJobs(app.services);
        const why = `after ${writes} writes`;
        expect(await listAtStripe(paymentId), why).toMatchObject([{ amount: 10_000 }]);
        expect(await listCanceled(student), why).toMatchObject([{ state: 'refunded' }]);
        expect(await readClass(campClass), why).toMatchObject({ sit: 0, seats: [], resold: [] });
      }
    },
    60_000,
  );
});

describe('a seat can’t be offered', () => {
  it('while something would come back for it', async () => {
    const { student, cartId } = await buildLateSeat(4);
    expect(await offer(student, cartId)).toMatchObject({ body: { code: 'seat_not_resellable' } });
  });

  it('if nothing was paid for it', async () => {
    const campClass = await buildClass(app, { price: 0, sit: 1, camp_start: inDays(2) });
    const student = await buildUser(app);
    const { cartId } = await holdSeatOf(app, student, campClass);
    expect(await offer(student, cartId)).toMatchObject({ body: { code: 'seat_not_resellable' } });
  });

  it('once the class has begun, by somebody else, or in a closed class', async () => {
    const { campClass, student, cartId } = await buildLateSeat();
    expect((await offer(await buildUser(app), cartId)).status).toBe(404);
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: campClass._id }, { $set: { status: 'archived' } });
    expect(await offer(student, cartId)).toMatchObject({ body: { code: 'seat_not_resellable' } });
    await classes.updateOne(
      { _id: campClass._id },
      { $set: { status: 'open', camp_start: inDays(0) } },
    );
    expect(await offer(student, cartId)).toMatchObject({ body: { code: 'class_started' } });
  });
});
