import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyBulkWriteOperation, type Document, ObjectId } from 'mongodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { restoreBackup } from '../commands/backup/restore-backup.ts';
import { writeBackup } from '../commands/backup/write-backup.ts';
import { seedDemoData } from '../demo/seed.ts';
import { makeClass, makePayment, makeTag, makeUser } from '../testing/documents.ts';
import { useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import type { Collections } from './collections.ts';
import { migrate } from './migrations.ts';

const app = useTestApp();
let collections: Collections;
let wanted: Record<string, Document[]>;
let old: Record<string, Document[]>;
beforeAll(async () => {
  ({ collections } = app.services.database);
  await seedDemoData(app.services);
  await addHistory();
  wanted = await readAll();
  old = makeOld(wanted);
  await putBack();
  await migrate(collections);
  wanted = await readAll();
});
beforeEach(() => putBack());

/** What the demo school lacks: payments with every end, a refused one, and a late one that bought another cart entry. */
async function addHistory(): Promise<void> {
  const student = makeUser({ name: 'Ada Byron', email: 'ada@example.test', role: 'student' });
  const campClass = makeClass({ course_tag: makeTag(7), sit: 4, price: 40 });
  const item = (cartId = new ObjectId()) => ({ cartId, classId: campClass._id, name: 'Ada Byron' });
  const at = new Date('2026-05-01T10:00:00Z');
  const common = { email: student.email, amount: 4_000, createdAt: at, settledAt: at };
  const late = item();
  await collections.users.insertOne(student);
  await collections.payments.insertMany([
    makePayment(late, { _id: 'pi_late', ...common }),
    makePayment(item(REFUSED), {
      ...{ _id: 'pi_refused', ...common, status: 'refunded', refundReason: 'no seat' },
      refundIds: ['old:pi_refused:1'],
    }),
    makePayment(item(), { _id: 'pi_canceled', ...common, status: 'canceled' }),
    makePayment(item(), { _id: 'pi_open', ...common, status: 'open' }),
    makePayment(item(FREE), { _id: `free_${FREE.toHexString()}`, ...common, amount: 0 }),
  ]);
  await collections.classes.insertOne({
    ...campClass,
    seats: [
      {
        ...{ cartId: new ObjectId(), email: student.email, name: student.name, joinedAt: at },
        ...{ state: 'enrolled', entry_code: `${campClass.course_tag}-101`, price: 40 },
        ...{ transactionId: 'pi_late', enrolledAt: at },
      },
    ],
    refusedItems: [
      `pi_refused:${REFUSED.toHexString()}`,
      `free_${FREE.toHexString()}:${FREE.toHexString()}`,
    ],
  });
}
const REFUSED = new ObjectId();
const FREE = new ObjectId();

/** The same data as earlier versions wrote it. */
function makeOld(data: Record<string, Document[]>): Record<string, Document[]> {
  return {
    users: (data['users'] ?? []).map(({ isVerified: _verified, credentials: _, ...user }) => user),
    classes: (data['classes'] ?? []).map(({ refusedItems, revision: _, ...campClass }) => ({
      ...campClass,
      refusedPayments: (refusedItems as string[]).map((key) => key.split(':')[0]),
    })),
    payments: (data['payments'] ?? []).map(
      ({ items, kept: _kept, refundIds: _ids, changedAt: _at, ...payment }) => {
        const [{ cartId, classId }] = items as [Document];
        return { ...payment, cartId, classId };
      },
    ),
    refunds: [],
    migrations: [],
  };
}

async function putBack(data = old): Promise<void> {
  for (const [name, documents] of Object.entries(data)) {
    const collection = collections[name as 'users'];
    await collection.deleteMany({});
    if (documents.length > 0) await collection.insertMany(documents as never[]);
  }
}

async function readAll(): Promise<Record<string, Document[]>> {
  const { users, classes, payments, refunds } = collections;
  const read = (collection: typeof users) => collection.find().sort({ _id: 1 }).toArray();
  const names = Object.entries({ users, classes, payments, refunds });
  return Object.fromEntries(
    await Promise.all(
      names.map(async ([name, collection]) => [name, await read(collection as never)] as const),
    ),
  );
}

describe('a database of an earlier version', () => {
  it('gets payments with one item each, refunds for returned money, and classes that refuse items', async () => {
    await migrate(collections);
    const { payments, refunds, classes } = collections;
    expect(await payments.findOne({ _id: 'pi_refused' })).toMatchObject({
      items: [{ cartId: REFUSED, name: 'Ada Byron', amount: 4_000, state: 'refunded' }],
      ...{ amount: 4_000, kept: 0, refundIds: ['old:pi_refused:1'], status: 'refunded' },
    });
    expect(await payments.findOne({ _id: 'pi_refused' })).not.toHaveProperty('cartId');
    expect(await refunds.find().toArray()).toMatchObject([
      {
        ...{ _id: 'old:pi_refused', paymentId: 'pi_refused', cartId: REFUSED, amount: 4_000 },
        ...{ reason: 'no seat', state: 'succeeded', settledAt: new Date('2026-05-01T10:00:00Z') },
      },
    ]);
    expect(await payments.findOne({ _id: 'pi_open' })).toMatchObject({
      items: [{ state: 'open' }],
      ...{ kept: 4_000, refundIds: [] },
    });
    const late = await payments.findOne({ _id: 'pi_late' });
    expect(await classes.findOne({ 'seats.transactionId': 'pi_late' })).toMatchObject({
      refusedItems: expect.arrayContaining([`pi_refused:${REFUSED.toHexString()}`]),
      seats: [{ cartId: late?.items[0]?.cartId }],
      revision: 0,
    });
    expect(await collections.users.countDocuments({ isVerified: { $exists: false } })).toBe(0);
  });

  it('lets an instructor have several classes', async () => {
    const { classes } = collections;
    const options = { partialFilterExpression: { 'instructor.email': { $exists: true } } };
    await classes.createIndex({ 'instructor.email': 1 }, { unique: true, ...options });
    await collections.migrations.deleteMany({});
    await migrate(collections);
    const instructor = { name: 'Rosa', email: 'rosa@example.test' };
    const two = ['QQA', 'QQB'].map((course_tag) => makeClass({ course_tag, instructor }));
    expect((await classes.insertMany(two)).insertedCount).toBe(2);
    await classes.deleteMany({ _id: { $in: two.map(({ _id }) => _id) } });
  });

  it('is the same after a second run, and if two servers migrate it at once', async () => {
    await Promise.all([migrate(collections), migrate(collections)]);
    expect(await readAll()).toEqual(wanted);
    await collections.migrations.deleteMany({});
    await migrate(collections);
    expect(await readAll()).toEqual(wanted);
    expect((await collections.migrations.find().toArray()).map(({ _id }) => _id)).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  it('is whole after the next start, no matter after which write a server was cut off', async () => {
    const few = pickFew();
    await putBack(few);
    await migrate(collections);
    const whole = await readAll();
    let cutOffs = 0;
    for (let writes = 0; ; writes += 1) {
      await putBack(few);
      try {
        await migrate(limitWrites(collections, writes));
        break;
      } catch (error) {
        expect(error).toMatchObject({ message: 'cut off' });
      }
      cutOffs += 1;
      await migrate(collections);
      expect(await readAll(), `after ${writes} writes`).toEqual(whole);
    }
    expect(cutOffs).toBeGreaterThan(few['payments']?.length ?? 0);
  });

  /** Two classes with their payments, so that a test can cut them off after each write. */
  function pickFew(): Record<string, Document[]> {
    const classes = (old['classes'] ?? []).slice(-1).concat((old['classes'] ?? []).slice(0, 1));
    const ids = classes.map(({ _id }) => String(_id));
    const ofThem = ({ classId }: Document) => ids.includes(String(classId));
    return { ...old, classes, payments: (old['payments'] ?? []).filter(ofThem) };
  }

  it('is migrated at the start after an old backup was restored', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'speakifyr-old-'));
    const { migrations: _none, refunds: _yet, ...before } = collections;
    await writeBackup(before as Collections, 'old', folder);
    await migrate(collections);
    await restoreBackup(collections, folder, { isForced: true });
    expect(await collections.payments.countDocuments({ items: { $exists: true } })).toBe(0);
    await migrate(collections);
    expect(await readAll()).toEqual(wanted);
    await rm(folder, { recursive: true });
  });

  it('keeps what a faster server has changed since it migrated', async () => {
    const change = async () => {
      await migrate(collections);
      await collections.payments.updateOne({ _id: 'pi_late' }, { $set: { kept: 1 } });
      await collections.classes.updateMany({}, { $addToSet: { refusedItems: 'pi_new' } });
    };
    await migrate(changeBefore('payments', 'bulkWrite', change));
    expect(await collections.payments.findOne({ _id: 'pi_late' })).toMatchObject({ kept: 1 });
    await putBack();
    await migrate(changeBefore('classes', 'updateOne', change));
    expect(await collections.classes.countDocuments({ refusedItems: 'pi_new' })).toBe(
      old['classes']?.length,
    );
  });

  /** The collections, but another server does something just before the first call of one function. */
  function changeBefore(
    name: 'payments' | 'classes',
    method: string,
    change: () => Promise<void>,
  ): Collections {
    let isChanged = false;
    return watchWrites(collections, async (collection, called) => {
      if (isChanged || collection !== name || called !== method) return;
      isChanged = true;
      await change();
    });
  }

  it('is not touched again once the migrations are noted', async () => {
    await migrate(collections);
    await putOldPayment();
    await migrate(collections);
    expect(await collections.payments.countDocuments({ items: { $exists: false } })).toBe(1);
  });

  async function putOldPayment(): Promise<void> {
    await collections.payments.insertOne({ _id: 'pi_old', cartId: new ObjectId() } as never);
  }
});

/** Collections that accept some writes and then none, as if the server were killed. */
function limitWrites(all: Collections, limit: number): Collections {
  let left = limit;
  const count = () => {
    if (left === 0) throw new Error('cut off');
    left -= 1;
  };
  const wrap = (collection: Collections['users']) =>
    new Proxy(collection, {
      get(target, property) {
        const member = Reflect.get(target, property, target) as unknown;
        if (typeof member !== 'function') return member;
        // One by one, so that it can be cut off in the middle.
        if (property === 'bulkWrite')
          return async (operations: AnyBulkWriteOperation<never>[]) => {
            for (const operation of operations) {
              count();
              await target.bulkWrite([operation] as never[]);
            }
          };
        return (...parts: unknown[]) => {
          if (/^(insert|update|delete)/.test(String(property))) count();
          return Reflect.apply(member, target, parts) as unknown;
        };
      },
    });
  return Object.fromEntries(
    Object.entries(all).map(([name, collection]) => [name, wrap(collection as never)]),
  ) as unknown as Collections;
}
