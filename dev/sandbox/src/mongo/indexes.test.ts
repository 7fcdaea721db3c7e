import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, REAL_MONGODB, type TestDatabase } from './testing/start-database.ts';
import { explainPlan, fillCollection } from './testing/test-collections.ts';

/** What indexes forbid; how they are made. Runs against a real MongoDB too. */
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const fill = (docs: Document[]) => fillCollection(database, docs);

describe('unique', () => {
  test('the second one is refused, in mongod’s words', async () => {
    const collection = await fill([{ _id: 1, email: 'a@x', n: 1 }]);
    await collection.createIndex({ email: 1, n: 1 }, { unique: true });
    const second = collection.insertOne({ _id: 2, email: 'a@x', n: 1 });
    await expect(second).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1, n: 1 },
      keyValue: { email: 'a@x', n: 1 },
      message: `E11000 duplicate key error collection: ${collection.namespace} index: email_1_n_1 dup key: { email: "a@x", n: 1 }`,
    });
    await expect(collection.insertOne({ _id: 1 })).rejects.toMatchObject({
      code: 11000,
      message: `E11000 duplicate key error collection: ${collection.namespace} index: _id_ dup key: { _id: 1 }`,
    });
    expect(await collection.countDocuments({})).toBe(1);
  });

  test('an update that would make a second one leaves nothing behind', async () => {
    const collection = await fill([
      { _id: 1, tag: 'a' },
      { _id: 2, tag: 'b', list: [1] },
    ]);
    await collection.createIndex({ tag: 1 }, { unique: true });
    const update = { $push: { list: 2 }, $set: { tag: 'a' } };
    await expect(collection.updateOne({ _id: 2 }, update as Document)).rejects.toMatchObject({
      code: 11000,
    });
    await expect(collection.findOneAndUpdate({ _id: 2 }, update as Document)).rejects.toMatchObject(
      { code: 11000, keyValue: { tag: 'a' } },
    );
    expect(await collection.findOne({ tag: 'b' })).toEqual({ _id: 2, tag: 'b', list: [1] });
    await collection.updateOne({ _id: 1 }, { $set: { tag: 'c' } });
    expect(await collection.updateOne({ _id: 2 }, update as Document)).toMatchObject({
      modifiedCount: 1,
    });
    expect(await collection.findOne({ tag: 'b' })).toBeNull();
  });

  test('missing fields count as null', async () => {
    const collection = await fill([{ _id: 1 }]);
    await collection.createIndex({ email: 1 }, { unique: true });
    await expect(collection.insertOne({ _id: 2, email: null })).rejects.toMatchObject({
      code: 11000,
      keyValue: { email: null },
    });
  });

  test('elements of arrays: unique among documents, not within one', async () => {
    const collection = await fill([{ _id: 1, tags: ['a', 'a', 'b'] }]);
    await collection.createIndex({ tags: 1 }, { unique: true });
    await expect(collection.insertOne({ _id: 2, tags: ['c', 'b'] })).rejects.toMatchObject({
      code: 11000,
    });
    await collection.updateOne({ _id: 1 }, { $pull: { tags: 'b' } as never });
    await collection.insertOne({ _id: 2, tags: ['c', 'b'] });
    expect(await collection.countDocuments({ tags: 'b' })).toBe(1);
  });

  test('an ordered insert stops at the duplicate, an unordered one goes on', async () => {
    const collection = await fill([{ _id: 2 }]);
    const docs = () => [1, 2, 3].map((_id) => ({ _id }));
    await expect(collection.insertMany(docs())).rejects.toMatchObject({
      code: 11000,
      insertedCount: 1,
    });
    expect(await collection.countDocuments({})).toBe(2);
    await expect(collection.insertMany(docs(), { ordered: false })).rejects.toMatchObject({
      insertedCount: 1,
      writeErrors: [{ index: 0 }, { index: 1 }],
    });
    expect(await collection.countDocuments({})).toBe(3);
  });

  test('is not made over duplicates', async () => {
    const collection = await fill([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ]);
    await expect(collection.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({
      code: 11000,
    });
    await collection.insertOne({ _id: 3, a: 1 });
    expect((await explainPlan(collection.find({ a: 1 }))).isScan).toBe(true);
  });
});

describe('partial', () => {
  const options = {
    unique: true,
    partialFilterExpression: { 'instructor.email': { $exists: true } },
  };

  test('says nothing of the documents outside of it', async () => {
    const collection = await fill([
      { _id: 1, instructor: null },
      { _id: 2, instructor: null },
    ]);
    await collection.createIndex({ 'instructor.email': 1 }, options);
    await collection.updateOne({ _id: 1 }, { $set: { instructor: { email: 'a' } } });
    await expect(
      collection.updateOne({ _id: 2 }, { $set: { instructor: { email: 'a' } } }),
    ).rejects.toMatchObject({ code: 11000, keyValue: { 'instructor.email': 'a' } });
    await collection.updateOne({ _id: 1 }, { $set: { instructor: null } });
    await collection.updateOne({ _id: 2 }, { $set: { instructor: { email: 'a' } } });
    expect(await collection.find({ 'instructor.email': null }).toArray()).toEqual([
      { _id: 1, instructor: null },
    ]);
  });

  test('is used only where it holds all matches', async () => {
    const docs = Array.from({ length: 200 }, (_, _id) => ({
      _id,
      a: _id % 50,
      ...(_id % 2 === 0 && { open: _id }),
    }));
    const collection = await fill(docs);
    await collection.createIndex(
      { a: 1 },
      { partialFilterExpression: { open: { $exists: true } } },
    );
    expect(await explainPlan(collection.find({ a: 4, open: { $exists: true } }))).toMatchObject({
      isScan: false,
      nReturned: 4,
      totalDocsExamined: 4,
    });
    expect(await explainPlan(collection.find({ a: 5 }))).toMatchObject({
      isScan: true,
      nReturned: 4,
    });
    expect(await collection.countDocuments({ a: 5 })).toBe(4);
  });
});

describe('expiring', () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000);

  test('removes what has a date of long enough ago, and nothing else', async () => {
    const collection = await fill([
      { _id: 1, end: at(-70) },
      { _id: 2, end: at(-10) },
      { _id: 3, end: at(600) },
      { _id: 4, end: [at(600), at(-70)] },
      { _id: 5, end: 'long ago' },
      { _id: 6, end: null },
      { _id: 7 },
    ]);
    await collection.createIndex({ end: 1 }, { expireAfterSeconds: 60 });
    const listIds = async () => (await collection.find().toArray()).map(({ _id }) => _id);
    // MongoDB itself looks once a minute.
    await expect.poll(listIds, { timeout: REAL_MONGODB ? 90_000 : 5_000 }).toEqual([2, 3, 5, 6, 7]);
  }, 100_000);

  test('is for one field, which is not the _id, and a number of seconds', async () => {
    const collection = await fill([]);
    const refused = { code: 67 };
    await expect(
      collection.createIndex({ a: 1, b: 1 }, { expireAfterSeconds: 5 }),
    ).rejects.toMatchObject(refused);
    for (const expireAfterSeconds of [-1, 2 ** 31])
      await expect(collection.createIndex({ a: 1 }, { expireAfterSeconds })).rejects.toMatchObject(
        refused,
      );
  });
});

describe('making', () => {
  test('the same index twice is one; another under its name is refused', async () => {
    const collection = await fill([{ _id: 1 }]);
    await Promise.all([1, 2, 3].map(() => collection.createIndex({ a: 1 }, { unique: true })));
    await expect(collection.insertOne({ _id: 2 })).rejects.toMatchObject({ code: 11000 });
    await expect(collection.createIndex({ b: 1 }, { name: 'a_1' })).rejects.toMatchObject({
      code: 86,
    });
    await expect(collection.createIndex({ a: 1 })).rejects.toMatchObject({ code: 86 });
    await expect(
      collection.createIndex({ a: 1 }, { name: 'z', unique: true }),
    ).rejects.toMatchObject({ code: 85 });
  });
});
