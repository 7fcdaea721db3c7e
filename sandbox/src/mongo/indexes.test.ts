import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from './testing/start-database.ts';

/** Indexes: what they forbid, and that they are used. Runs against a real MongoDB too. */
let database: TestDatabase;
let made = 0;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function fill(docs: Document[]) {
  const collection = database.db.collection<Document & { _id: number }>(`indexes_${made++}`);
  if (docs.length > 0) await collection.insertMany(docs as (Document & { _id: number })[]);
  return collection;
}

/** The stages of a plan, from the first one that touches data. */
function listStages(plan: Document): string[] {
  const inner = (plan['inputStage'] ?? plan['queryPlan']) as Document | undefined;
  return [...(inner ? listStages(inner) : []), String(plan['stage'])];
}

async function explain(explained: { explain(verbosity: string): Promise<Document> }) {
  const { queryPlanner, executionStats } = await explained.explain('executionStats');
  const stages = listStages((queryPlanner as { winningPlan: Document }).winningPlan);
  const { totalDocsExamined, nReturned } = executionStats as Record<string, number>;
  return {
    isScan: stages.includes('COLLSCAN'),
    isSorted: !stages.includes('SORT'),
    totalDocsExamined,
    nReturned,
  };
}

describe('unique', () => {
  test('the second one is refused, in mongod’s words', async () => {
    const collection = await fill([{ _id: 1, email: 'a@x', n: 1 }]);
    await collection.createIndex({ email: 1, n: -1 }, { unique: true });
    const second = collection.insertOne({ _id: 2, email: 'a@x', n: 1 });
    await expect(second).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1, n: -1 },
      keyValue: { email: 'a@x', n: 1 },
      message: `E11000 duplicate key error collection: ${collection.namespace} index: email_1_n_-1 dup key: { email: "a@x", n: 1 }`,
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
    expect((await collection.indexes()).map(({ name }) => name)).toEqual(['_id_']);
    await collection.insertOne({ _id: 3, a: 1 });
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
      open: _id % 2 === 0,
    }));
    const collection = await fill(docs);
    await collection.createIndex({ a: 1 }, { partialFilterExpression: { open: true } });
    expect(await explain(collection.find({ a: 4, open: true }))).toMatchObject({
      isScan: false,
      nReturned: 4,
      totalDocsExamined: 4,
    });
    expect(await explain(collection.find({ a: 5 }))).toMatchObject({ isScan: true, nReturned: 4 });
    expect(await collection.countDocuments({ a: 5 })).toBe(4);
  });
});

describe('use', () => {
  const COUNT = 20_000;

  test('equality, lists and ranges look at their documents only', async () => {
    const docs = Array.from({ length: COUNT }, (_, _id) => ({
      _id,
      email: `user-${_id}@x`,
      status: _id % 100 === 0 ? 'open' : 'closed',
      price: (_id * 7) % COUNT,
      seats: [{ email: `seat-${_id}` }, { email: `seat-${_id + 1}` }],
    }));
    const collection = await fill(docs);
    await collection.createIndexes([
      { key: { email: 1 }, unique: true },
      { key: { status: 1, price: 1, _id: 1 } },
      { key: { 'seats.email': 1 } },
    ]);
    const examined = async (filter: Document) => {
      const { isScan, totalDocsExamined, nReturned } = await explain(collection.find(filter));
      return { isScan, totalDocsExamined, nReturned };
    };
    const only = (count: number) => ({ isScan: false, totalDocsExamined: count, nReturned: count });
    expect(await examined({ email: 'user-777@x' })).toEqual(only(1));
    expect(await examined({ _id: 777 })).toEqual(only(1));
    expect(await examined({ email: { $in: ['user-1@x', 'user-2@x', 'nobody'] } })).toEqual(only(2));
    expect(await examined({ 'seats.email': 'seat-500' })).toEqual(only(2));
    expect(await examined({ seats: { $elemMatch: { email: 'seat-500' } } })).toEqual(only(2));
    expect(await examined({ status: 'open', price: { $gte: 0, $lte: 700 } })).toEqual(only(8));
    expect(await explain(collection.find({ status: 'open', email: 'user-100@x' }))).toMatchObject(
      only(1),
    );
    expect(await examined({ name: 'x' })).toMatchObject({ isScan: true, nReturned: 0 });
    const sorted = collection.find({ status: 'open' }).sort({ price: -1, _id: -1 }).limit(6);
    expect(await explain(sorted)).toMatchObject({
      isScan: false,
      isSorted: true,
      totalDocsExamined: 6,
    });
    const prices = (await sorted.toArray()).map(({ price }) => Number(price));
    const dearest = docs.filter(({ status }) => status === 'open').map(({ price }) => price);
    expect(prices).toEqual(dearest.sort((a, b) => b - a).slice(0, 6));
  });

  test('an order alone is reason enough for an index', async () => {
    const docs = [3, 1, 2].map((at, _id) => ({ _id, at, who: 'x' }));
    const collection = await fill(docs);
    await collection.createIndex({ at: 1, _id: 1 });
    const latest = collection.find({ who: /x/ }).sort({ at: -1, _id: -1 });
    expect(await explain(latest)).toMatchObject({ isScan: false, isSorted: true });
    expect((await latest.toArray()).map(({ at }): unknown => at)).toEqual([3, 2, 1]);
  });

  test('gives what a scan gives, whatever the documents are like', async () => {
    const values = [
      1,
      2,
      2,
      'x',
      null,
      undefined,
      [1, 5],
      [],
      [2, [3]],
      { a: 1 },
      true,
      -1,
      [null],
    ];
    const docs = values.flatMap((a, i) =>
      values.map((b, j) => ({
        _id: i * 100 + j,
        ...(a !== undefined && { a }),
        ...(b !== undefined && { b: Array.isArray(b) && Array.isArray(a) ? 0 : b }),
      })),
    );
    const plain = await fill(docs);
    const indexed = await fill(docs);
    await indexed.createIndexes([{ key: { a: 1, b: -1 } }, { key: { b: -1 } }]);
    const conditions = [
      1,
      null,
      'x',
      { a: 1 },
      [1, 5],
      { $gt: 1 },
      { $gte: 1, $lt: 5 },
      { $lte: 2 },
      { $in: [1, null, 'x'] },
      { $in: [[1, 5], 2] },
      { $ne: 1 },
      { $exists: false },
      { $gte: null },
      { $elemMatch: { $gt: 1 } },
      { $gt: [1] },
    ];
    for (const a of conditions)
      for (const b of conditions)
        for (const filter of [{ a }, { b }, { a, b }]) {
          const read = async (collection: typeof plain) =>
            (
              await collection
                .find(filter as Document)
                .sort({ _id: 1 })
                .toArray()
            ).map(({ _id }) => _id);
          expect([filter, await read(indexed)]).toEqual([filter, await read(plain)]);
        }
  });

  test('stays right through changes and removals', async () => {
    const collection = await fill(
      Array.from({ length: 300 }, (_, _id) => ({ _id, a: _id % 10, list: [_id, -_id] })),
    );
    await collection.createIndexes([{ key: { a: 1 } }, { key: { list: 1 } }]);
    await collection.updateMany({ a: 3 }, { $set: { a: 7 }, $push: { list: 1_000 } as never });
    await collection.deleteMany({ a: 5 });
    expect(await collection.countDocuments({ a: 3 })).toBe(0);
    expect(await collection.countDocuments({ a: 7 })).toBe(60);
    expect(await collection.countDocuments({ list: 1_000 })).toBe(30);
    expect(await collection.countDocuments({ list: { $lt: -290 } })).toBe(8);
    expect(
      await collection
        .find({ a: { $gte: 7 } })
        .sort({ a: 1, _id: 1 })
        .toArray(),
    ).toHaveLength(120);
  });
});

describe('making and dropping', () => {
  test('the same index twice is one; another under its name is refused', async () => {
    const collection = await fill([{ _id: 1 }]);
    await Promise.all([1, 2, 3].map(() => collection.createIndex({ a: 1 }, { unique: true })));
    expect(await collection.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1 }, name: 'a_1', unique: true },
    ]);
    await expect(collection.createIndex({ b: 1 }, { name: 'a_1' })).rejects.toMatchObject({
      code: 86,
    });
    await expect(collection.createIndex({ a: 1 })).rejects.toMatchObject({ code: 86 });
    await expect(
      collection.createIndex({ a: 1 }, { name: 'z', unique: true }),
    ).rejects.toMatchObject({ code: 85 });
    await collection.dropIndex('a_1');
    await expect(collection.dropIndex('a_1')).rejects.toMatchObject({ code: 27 });
    await expect(collection.dropIndex('_id_')).rejects.toMatchObject({ code: 72 });
    await collection.createIndex({ c: 1 });
    await collection.dropIndexes();
    expect((await collection.indexes()).map(({ name }) => name)).toEqual(['_id_']);
  });

  test('collections come with their first document and go with drop', async () => {
    const collection = await fill([{ _id: 1 }]);
    const list = async () =>
      (await database.db.listCollections({ name: collection.collectionName }).toArray()).map(
        ({ name }) => name,
      );
    expect(await list()).toEqual([collection.collectionName]);
    await collection.drop();
    expect(await list()).toEqual([]);
    expect(await collection.find({}).toArray()).toEqual([]);
  });
});
