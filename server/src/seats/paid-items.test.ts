import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import { makeUserId } from '../testing/documents.ts';
import { buildClass } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { findClass } from '../database/class-store.ts';
import { writeSeatedClass } from './change-seats.ts';
import { hasCurrentSeats } from './current-seats.ts';
import { decideEnrollment, type PaidFor } from './give-seat.ts';
import { holdSeat } from './seats.repo.ts';
import { enrollPaidSeat, isSeatRefused, refuseSeat, takeBackPaidSeat } from './seats.service.ts';

/** One payment for several seats of one class, and what becomes of a child's seats later. */

const app = useTestApp();

const PARENT = makeUserId('parent@example.test');
let made = 0;

/** A seat of a payment, for a child unless `fields` says otherwise. */
function makeItem({ _id: classId }: { _id: ObjectId }, fields: Partial<PaidFor> = {}): PaidFor {
  return {
    paymentId: `pi_items${(made += 1)}`,
    classId,
    seatId: new ObjectId(),
    userId: PARENT,
    childId: new ObjectId(),
    price: 30,
    ...fields,
  };
}

async function readClass({ _id }: { _id: ObjectId }) {
  const found = await app.services.database.collections.classes.findOne({ _id });
  if (!found) throw new Error('The class is gone');
  return found;
}

const hold = ({ classId, seatId, userId, childId }: PaidFor, heldUntil = inAnHour()) =>
  holdSeat(app.services.database.collections, {
    classId,
    seat: {
      ...{ seatId, userId, joinedAt: new Date(), state: 'held', heldUntil, renewed: false },
      ...(childId && { childId }),
    },
    ...{ lastDay: 'camp_start', today: inDays(0), maxAtAddress: 8 },
  });
const inAnHour = () => new Date(Date.now() + 3_600_000);

// Rules: R3, R100, R315.
it('siblings of one payment get a seat each; one that is refused or taken back leaves the other alone', async () => {
  const campClass = await buildClass(app, { sit: 3 });
  const mia = makeItem(campClass);
  const ben = makeItem(campClass, { paymentId: mia.paymentId });
  await hold(mia);
  const seats = [await enrollPaidSeat(mia, app.services), await enrollPaidSeat(ben, app.services)];
  expect(new Set(seats.map((found) => found?.seat.entry_code)).size).toBe(2);
  // Again, as after a crash.
  for (const [number, item] of [mia, ben].entries())
    expect((await enrollPaidSeat(item, app.services))?.seat.entry_code).toBe(
      seats[number]?.seat.entry_code,
    );
  expect(await readClass(campClass)).toMatchObject({ sit: 1, seats: { length: 2 } });

  await takeBackPaidSeat(mia, app.services);
  expect(await readClass(campClass)).toMatchObject({ sit: 2, seats: [{ seatId: ben.seatId }] });
  expect(await enrollPaidSeat(mia, app.services)).toBeNull();
  expect((await enrollPaidSeat(ben, app.services))?.seat.childId).toEqual(ben.childId);
  expect(await isSeatRefused(mia, app.services)).toBe(true);
  expect(await isSeatRefused(ben, app.services)).toBe(false);
});

it('a seat that a payment has can’t be refused, and one that is refused can’t be had', async () => {
  const campClass = await buildClass(app, { sit: 3 });
  const [given, refused] = [makeItem(campClass), makeItem(campClass)];
  await enrollPaidSeat(given, app.services);
  await refuseSeat(given, app.services);
  await hold(refused);
  await refuseSeat(refused, app.services);
  expect(await enrollPaidSeat(refused, app.services)).toBeNull();
  const { seats, refusedItems } = await readClass(campClass);
  expect(seats.map(({ state }) => state)).toEqual(['enrolled', 'held']);
  expect(refusedItems).toEqual([`${refused.paymentId}:${refused.seatId.toHexString()}`]);
});

it('no seat is given if it was refused, or the child joined, since the class was read', async () => {
  const { collections } = app.services.database;
  for (const change of ['refused', 'joined', 'refused while held']) {
    const campClass = await buildClass(app, { sit: 3 });
    const item = makeItem(campClass);
    if (change === 'refused while held') await hold(item);
    const read = (await findClass(collections, { _id: item.classId }))!;
    if (change === 'joined') await hold({ ...item, seatId: new ObjectId() });
    else await refuseSeat(item, app.services);
    const decided = decideEnrollment(read, item, new Date());
    const isSeated = await writeSeatedClass(read, decided.change!, undefined, app.services);
    expect(isSeated, change).toBe(false);
    const { seats } = await readClass(campClass);
    expect(seats.filter(({ state }) => state === 'enrolled')).toEqual([]);
  }
});

it('twenty settlements at once give one seat with the cart id that was paid for', async () => {
  const campClass = await buildClass(app, { sit: 3 });
  const paid = makeItem(campClass);
  // The child was joined again after the first hold ended.
  await hold({ ...paid, seatId: new ObjectId() });
  await Promise.all(Array.from({ length: 20 }, () => enrollPaidSeat(paid, app.services)));
  const { seats, sit } = await readClass(campClass);
  expect([sit, seats.length]).toEqual([2, 1]);
  expect(seats[0]).toMatchObject({ state: 'enrolled', seatId: paid.seatId });
});

it('a child has a current seat while one is held, or paid in a class that is not over', async () => {
  const over = await buildClass(app, { camp_start: inDays(-9), camp_end: inDays(-2) });
  const next = await buildClass(app);
  const [past, held, paid] = [makeItem(over), makeItem(next), makeItem(next)];
  await enrollPaidSeat(past, app.services);
  await hold(held, new Date(0));
  await enrollPaidSeat(paid, app.services);
  const answers = [past, held, paid].map(({ childId }) => hasCurrentSeats(childId!, app.services));
  expect(await Promise.all(answers)).toEqual([false, true, true]);
});
