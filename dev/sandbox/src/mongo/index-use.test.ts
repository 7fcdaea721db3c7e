import type { Document } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { explainPlan } from './testing/test-collections.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

/** Queries use indexes, and indexes change no result. These tests run against a real MongoDB too. */
const { fill } = useTestDatabase();

describe('indexes', () => {
  const COUNT = 20_000;

  test('equality, lists and ranges read only matching documents', async () => {
    const docs = Array.from({ length: COUNT }, (_, _id) => ({
      _id,
      email: `user-${_id}@x`,
      status: _id % 100 === 0 ? 'open' : 'closed',
      price: (_id * 7) % COUNT,
      seats: [{ email: `seat-${_id}` }, { email: `seat-${_id + 1}` }],
      words: [`word-${_id}-`, 'zebra'],
    }));
    const collection = await fill(docs);
    await collection.createIndexes([
      { key: { email: 1 }, unique: true },
      { key: { status: 1, price: 1, _id: 1 } },
      { key: { 'seats.email': 1 } },
      { key: { words: 1 } },
    ]);
    const examined = async (filter: Document) => {
      const { isScan, totalDocsExamined, nReturned } = await explainPlan(collection.find(filter));
      return { isScan, totalDocsExamined, nReturned };
    };
    const only = (count: number) => ({ isScan: false, totalDocsExamined: count, nReturned: count });
    expect(await examined({ email: 'user-777@x' })).toEqual(only(1));
    expect(await examined({ _id: 777 })).toEqual(only(1));
    expect(await examined({ email: { $in: ['user-1@x', 'user-2@x', 'nobody'] } })).toEqual(only(2));
    expect(await examined({ 'seats.email': 'seat-500' })).toEqual(only(2));
    expect(await examined({ seats: { $elemMatch: { email: 'seat-500' } } })).toEqual(only(2));
    // One element has to meet both limits, so the index uses both.
    const inWord = { $elemMatch: { $gte: 'word-77-', $lt: 'word-77-\uFFFF' } };
    expect(await examined({ $and: [{ words: inWord }] })).toEqual(only(1));
    // Of two conditions, the one that finds less.
    const inAll = { $elemMatch: { $gte: 'zebra', $lt: 'zebra\uFFFF' } };
    expect(await examined({ $and: [{ words: inAll }, { words: inWord }] })).toEqual(only(1));
    expect(await examined({ status: 'open', price: { $gte: 0, $lte: 700 } })).toEqual(only(8));
    // What equals a limit that is not included is not read.
    expect(await examined({ status: 'open', price: { $gt: 0, $lt: 700 } })).toEqual(only(6));
    expect(await examined({ status: { $gt: 'closed' } })).toEqual(only(200));
    expect(await examined({ status: { $lt: 'closed' } })).toEqual(only(0));
    expect(
      await explainPlan(collection.find({ status: 'open', email: 'user-100@x' })),
    ).toMatchObject(only(1));
    expect(await examined({ name: 'x' })).toMatchObject({ isScan: true, nReturned: 0 });
    // Each part of an `$or` has its own index, and what two of them find is read once.
    const either = [{ email: 'user-777@x' }, { words: inWord }, { 'seats.email': 'seat-77' }];
    expect(await examined({ $or: either })).toEqual(only(3));
    expect(await examined({ $and: [{ $or: either }, { status: 'closed' }] })).toEqual(only(3));
    expect(await examined({ $or: [...either, { name: 'x' }] })).toMatchObject({ isScan: true });
    const sorted = collection.find({ status: 'open' }).sort({ price: -1, _id: -1 }).limit(6);
    expect(await explainPlan(sorted)).toMatchObject({
      isScan: false,
      isSorted: true,
      totalDocsExamined: 6,
    });
    const prices = (await sorted.toArray()).map(({ price }) => Number(price));
    const highest = docs.filter(({ status }) => status === 'open').map(({ price }) => price);
    expect(prices).toEqual(highest.sort((a, b) => b - a).slice(0, 6));
  });

  test('an index is also used for sorting alone', async () => {
    const docs = [3, 1, 2].map((at, _id) => ({ _id, at, who: 'x' }));
    const collection = await fill(docs);
    await collection.createIndex({ at: 1, _id: 1 });
    const latest = collection.find({ who: { $regex: 'x' } }).sort({ at: -1, _id: -1 });
    expect(await explainPlan(latest)).toMatchObject({ isScan: false, isSorted: true });
    expect((await latest.toArray()).map(({ at }): unknown => at)).toEqual([3, 2, 1]);
  });

  test('give the same results as a scan, for all kinds of documents', async () => {
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
    await indexed.createIndexes([{ key: { a: 1, b: 1 } }, { key: { b: 1 } }]);
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
      { $elemMatch: { $gt: 1 } },
    ];
    for (const a of conditions)
      for (const b of conditions)
        for (const filter of [{ a }, { b }, { a, b }, { $or: [{ a }, { b }] }]) {
          expect([filter, await indexed.countDocuments(filter as Document)]).toEqual([
            filter,
            await plain.countDocuments(filter as Document),
          ]);
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

  test('counts are the same as without an index, whatever limits there are', async () => {
    const values = ['x', 'y', 'z', '', null, undefined, 1, NaN, -1, true, false, { x: 1 }];
    const days = [1, 2, 3].map((day) => new Date(day));
    const docs = [...values, ...days].flatMap((a, i) =>
      [...values, ...days].map((b, j) => ({
        _id: i * 100 + j,
        ...(a !== undefined && { a }),
        ...(b !== undefined && { b }),
      })),
    );
    const plain = await fill(docs);
    const indexed = await fill(docs);
    await indexed.createIndexes([{ key: { a: 1, b: 1, c: 1 } }, { key: { b: 1 } }]);
    const limits = ['x', 'y', true, new Date(2)];
    const conditions = limits.flatMap((one) => [
      ...[one, { $gt: one }, { $gte: one }, { $lt: one }, { $lte: one }],
      ...limits.flatMap((other) => [
        { $gt: one, $lte: other },
        { $gte: one, $gt: other },
        { $eq: one, $lt: other },
      ]),
    ]);
    let found = 0;
    for (const a of conditions)
      for (const filter of [{ a }, { b: a }, { a: 'x', b: a }, { a, b: 'x' }, { a, c: 'x' }]) {
        const count = await plain.countDocuments(filter as Document);
        expect([filter, await indexed.countDocuments(filter as Document)]).toEqual([filter, count]);
        found += count;
      }
    expect(found).toBeGreaterThan(1_000);
  });

  test('stay correct after changes and removals', async () => {
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
