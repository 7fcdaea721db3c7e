import type { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { addDays, findDayStart } from '../school-time.ts';
import { addContacts, addHealth, makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { addPhoto } from '../testing/photos.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { startSecondServer, useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { forgetOldCare } from './forget-care.ts';

const LAST_DAY = '2031-07-16';
/** New York changes its clocks between the class and the day of the erasure. */
const ZONE = 'America/New_York';

const world = { now: new Date(), writesLeft: Infinity };

const app = useTestApp(
  ({ database }) => ({
    now: () => world.now,
    database: { ...database, collections: watchWrites(database.collections, countCareWrite) },
  }),
  {},
  { timeZone: ZONE, keepDays: { health: 120 } },
);

/** As if the server were killed once `world.writesLeft` is used up. */
function countCareWrite(collection: string): void {
  if (/^child(Health|Contacts|Photos)$/.test(collection) && (world.writesLeft -= 1) < 0)
    throw new Error('cut off');
}

/** A moment of a school day: minutes after its midnight. */
function at(day: string, minutes = 0): Date {
  return new Date(findDayStart(day, ZONE).getTime() + minutes * 60_000);
}

/** A child with health, contacts and a photo, all given on one day, and a seat in a class with this last day. */
async function addChild({
  confirmedOn = '2031-05-01',
  lastDay = LAST_DAY as string | null,
  isHeld = false,
} = {}) {
  world.now = at(confirmedOn, 12 * 60);
  const parent = await buildUser(app);
  const { _id: childId } = await buildChild(app, parent);
  await addHealth(app, childId);
  await addContacts(app, childId);
  await addPhoto(app, { _id: childId }, parent);
  if (lastDay) await addSeat(childId, lastDay, isHeld);
  return childId;
}

async function addSeat(childId: ObjectId, camp_end: string, isHeld = false) {
  const paid = makeEnrolledSeat({ childId });
  const { seatId, userId, joinedAt } = paid;
  const held = { state: 'held' as const, seatId, userId, joinedAt, childId };
  const seat = isHeld ? { ...held, heldUntil: at(camp_end), renewed: false } : paid;
  return buildClass(app, { camp_start: addDays(camp_end, -4), camp_end, seats: [seat] });
}

/** Which of the child's documents are still there. */
async function listKept(childId: ObjectId): Promise<string[]> {
  const { childHealth, childContacts, childPhotos } = app.services.database.collections;
  const kept: string[] = [];
  if (await childHealth.findOne({ _id: childId })) kept.push('health');
  if (await childContacts.findOne({ _id: childId })) kept.push('contacts');
  if (await childPhotos.findOne({ _id: childId })) kept.push('photo');
  return kept;
}

/** Runs the jobs once a day, and then at this moment. */
async function runJobsUntil(moment: Date): Promise<void> {
  for (; world.now < moment; world.now = new Date(world.now.getTime() + 24 * 60 * 60_000))
    await forgetOldCare(app.services);
  world.now = moment;
  await forgetOldCare(app.services);
}

const BOTH = ['health', 'contacts'];
const ALL = [...BOTH, 'photo'];

// Rules: R128, R422.
describe('health, contacts and photo are erased as many days as the school says', () => {
  it('after the child’s last class, at the school’s midnight', async () => {
    const childId = await addChild();
    await addSeat(childId, '2031-06-20');
    const eraseOn = addDays(LAST_DAY, 121);
    await runJobsUntil(at(eraseOn, -1));
    expect(await listKept(childId)).toEqual(ALL);
    await runJobsUntil(at(eraseOn));
    expect(await listKept(childId)).toEqual([]);
  });

  slowIt('after the last confirmation if that is later, or if there is no class', async () => {
    for (const lastDay of ['2031-03-01', null]) {
      const childId = await addChild({ confirmedOn: '2031-05-01', lastDay });
      const eraseOn = addDays('2031-05-01', 121);
      await runJobsUntil(at(eraseOn, -1));
      expect(await listKept(childId)).toEqual(ALL);
      await runJobsUntil(at(eraseOn));
      expect(await listKept(childId)).toEqual([]);
    }
  });

  it('after the later one of health and contacts: one that is confirmed keeps the other, and not the photo', async () => {
    const childId = await addChild({ lastDay: null });
    const { childContacts } = app.services.database.collections;
    await childContacts.updateOne({ _id: childId }, { $set: { savedAt: at('2031-06-01') } });
    await runJobsUntil(at(addDays('2031-06-01', 121), -1));
    expect(await listKept(childId)).toEqual(BOTH);
    await runJobsUntil(at(addDays('2031-06-01', 121)));
    expect(await listKept(childId)).toEqual([]);
  });

  slowIt.each([{ isHeld: false }, { isHeld: true }])(
    'never before a class to come is over: %j',
    async ({ isHeld }) => {
      const childId = await addChild({ confirmedOn: '2031-01-01', lastDay: LAST_DAY, isHeld });
      await runJobsUntil(at(LAST_DAY, 24 * 60 - 1));
      expect(await listKept(childId)).toEqual(ALL);
    },
  );

  slowIt('even if the class moved or the seat was refunded since the last look', async () => {
    const childId = await addChild({ confirmedOn: '2031-05-01' });
    const { classes } = app.services.database.collections;
    await runJobsUntil(at('2031-05-03'));
    await classes.updateOne({ 'seats.childId': childId }, { $set: { seats: [] } });
    await runJobsUntil(at(addDays('2031-05-01', 122)));
    expect(await listKept(childId)).toEqual([]);
  });
});

describe('the erasure', () => {
  const eraseOn = addDays(LAST_DAY, 121);

  it('spares what a parent confirms at that moment', async () => {
    const childId = await addChild();
    const { childHealth } = app.services.database.collections;
    world.now = at(eraseOn);
    const { findOne } = childHealth;
    // The parent confirms between the read and the erasure.
    const confirmed = new Proxy(childHealth, {
      get(target, property) {
        if (property !== 'findOne') return Reflect.get(target, property, target) as unknown;
        return async (...parts: Parameters<typeof findOne>) => {
          const found = await Reflect.apply(findOne, target, parts);
          await target.updateOne({ _id: childId }, { $set: { confirmedAt: world.now } });
          return found;
        };
      },
    });
    const { services } = app;
    const { collections } = services.database;
    await forgetOldCare({
      ...services,
      database: { ...services.database, collections: { ...collections, childHealth: confirmed } },
    });
    expect(await listKept(childId)).toContain('health');
  });

  it('may stop at any write, and another server finishes it', async () => {
    for (let writes = 0; writes < 5; writes += 1) {
      const childId = await addChild();
      world.now = at(eraseOn);
      world.writesLeft = writes;
      await forgetOldCare(app.services).catch(() => undefined);
      world.writesLeft = Infinity;
      await forgetOldCare(app.services);
      world.now = at(eraseOn, 10);
      await forgetOldCare(app.services);
      expect(await listKept(childId), `${writes} writes`).toEqual([]);
    }
  });

  it('may be done by two servers at once', async () => {
    const children = await Promise.all(Array.from({ length: 12 }, () => addChild()));
    const second = await startSecondServer(app, {}, () => ({ now: () => world.now }));
    try {
      world.now = at(eraseOn);
      await Promise.all([forgetOldCare(app.services), forgetOldCare(second.services)]);
      for (const childId of children) expect(await listKept(childId)).toEqual([]);
    } finally {
      await second.close();
    }
  });

  it('stops between two children when the server stops', async () => {
    const childId = await addChild();
    world.now = at(eraseOn);
    await forgetOldCare(app.services, AbortSignal.abort());
    expect(await listKept(childId)).toEqual(ALL);
  });
});
