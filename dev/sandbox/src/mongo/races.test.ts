import { ObjectId } from 'mongodb';
import { beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from './testing/start-database.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

/** Many writers at once, over several connections of two clients. Runs against a real MongoDB too. */
interface CampClass {
  _id: ObjectId;
  sit: number;
  seats: { email: string }[];
}

const { get: getDatabase } = useTestDatabase();
let other: Awaited<ReturnType<TestDatabase['connect']>>;

beforeAll(async () => {
  other = await getDatabase().connect();
});

function openBoth<T extends { _id: unknown }>(name: string) {
  return [getDatabase().db.collection<T>(name), other.db.collection<T>(name)] as const;
}

test('two hundred students at once get twenty seats', async () => {
  const collections = openBoth<CampClass>('classes');
  const _id = new ObjectId();
  await collections[0].insertOne({ _id, sit: 20, seats: [] });
  const joined = await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      const email = `student-${i}@x`;
      return collections[i % 2 ? 1 : 0].findOneAndUpdate(
        { _id, sit: { $gt: 0 }, 'seats.email': { $ne: email } },
        { $inc: { sit: -1 }, $push: { seats: { email } } },
        { returnDocument: 'after' },
      );
    }),
  );
  expect(joined.filter((result) => result !== null)).toHaveLength(20);
  const after = await collections[1].findOne({ _id });
  expect(after?.sit).toBe(0);
  expect(new Set(after?.seats.map(({ email }) => email)).size).toBe(20);
});

test('one student who clicks fifty times gets one seat', async () => {
  const collections = openBoth<CampClass>('classes');
  const _id = new ObjectId();
  await collections[0].insertOne({ _id, sit: 20, seats: [] });
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      collections[i % 2 ? 1 : 0].updateOne(
        { _id, sit: { $gt: 0 }, 'seats.email': { $ne: 'me@x' } },
        { $inc: { sit: -1 }, $push: { seats: { email: 'me@x' } } },
      ),
    ),
  );
  expect(results.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(1);
  expect(await collections[0].findOne({ _id })).toMatchObject({
    sit: 19,
    seats: [{ email: 'me@x' }],
  });
});

test('a unique index keeps one of several equal values', async () => {
  const collections = openBoth<{ _id: ObjectId; email: string }>('users');
  await collections[0].createIndex({ email: 1 }, { unique: true });
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, i) =>
      collections[i % 2 ? 1 : 0].insertOne({ _id: new ObjectId(), email: `user-${i % 10}@x` }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 11000 });
  expect(await collections[1].countDocuments({})).toBe(10);
});

test('two admins at once can’t give an instructor two classes', async () => {
  const collections = openBoth<{ _id: number; instructor: { email: string } | null }>('taught');
  await collections[0].insertMany(
    Array.from({ length: 20 }, (_, _id) => ({ _id, instructor: null })),
  );
  await collections[0].createIndex(
    { 'instructor.email': 1 },
    { unique: true, partialFilterExpression: { 'instructor.email': { $exists: true } } },
  );
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, _id) =>
      collections[_id % 2 ? 1 : 0].updateOne(
        { _id, instructor: null },
        { $set: { instructor: { email: 'teacher@x' } } },
      ),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await collections[1].countDocuments({ 'instructor.email': 'teacher@x' })).toBe(1);
});

test('parallel upserts of one key create one document and count every call', async () => {
  const collections = openBoth<{ _id: string; visits: number }>('days');
  await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      collections[i % 2 ? 1 : 0].updateOne(
        { _id: 'today' },
        { $inc: { visits: 1 } },
        { upsert: true },
      ),
    ),
  );
  expect(await collections[0].find({}).toArray()).toEqual([{ _id: 'today', visits: 100 }]);
});
