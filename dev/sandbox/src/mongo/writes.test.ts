import { ObjectId } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from './testing/use-test-database.ts';

/** Tests of bulk writes, upserts, and find and modify. They run against a real MongoDB too, see testing/start-database.ts. */
const { fill } = useTestDatabase();

describe('several documents', () => {
  test('all matches are changed', async () => {
    const collection = await fill([1, 2, 3, 4].map((_id) => ({ _id, a: _id % 2 })));
    const result = await collection.updateMany({ a: 1 }, { $set: { b: 1 } });
    expect(result).toMatchObject({ matchedCount: 2, modifiedCount: 2 });
    expect(await collection.countDocuments({ b: 1 })).toBe(2);
    expect(await collection.deleteOne({ a: 0 })).toMatchObject({ deletedCount: 1 });
    expect(await collection.deleteMany({ a: 1 })).toMatchObject({ deletedCount: 2 });
    expect(await collection.countDocuments({})).toBe(1);
    expect(await collection.deleteMany({ a: 7 })).toMatchObject({ deletedCount: 0 });
  });

  test('an error keeps the changes before it', async () => {
    const collection = await fill([
      { _id: 1, a: 1 },
      { _id: 2, a: 'x' },
      { _id: 3, a: 3 },
    ]);
    await expect(collection.updateMany({}, { $inc: { a: 10 } })).rejects.toMatchObject({
      code: 14,
    });
    expect((await collection.find({}).toArray()).map(({ a }): unknown => a)).toEqual([11, 'x', 3]);
  });

  test('a bulk write mixes all kinds of writes', async () => {
    const collection = await fill([{ _id: 1, a: 1 }]);
    const result = await collection.bulkWrite([
      { insertOne: { document: { _id: 2, a: 2 } } },
      { updateOne: { filter: { _id: 1 }, update: { $inc: { a: 1 } } } },
      { updateOne: { filter: { _id: 2 }, update: { $set: { b: 1 }, $unset: { a: '' } } } },
      { deleteOne: { filter: { a: 2 } } },
    ]);
    expect(result).toMatchObject({ insertedCount: 1, modifiedCount: 2, deletedCount: 1 });
    expect(await collection.find({}).toArray()).toEqual([{ _id: 2, b: 1 }]);
  });
});

describe('upserts', () => {
  test('insert a document from the filter and the update, with the id first', async () => {
    const collection = await fill([]);
    const result = await collection.updateOne(
      { email: 'a@x', place: { lake: 'north' }, sit: { $gt: 3 } },
      { $setOnInsert: { role: 'student', _id: 7 }, $inc: { visits: 1 } },
      { upsert: true },
    );
    expect(result).toMatchObject({ upsertedId: 7, upsertedCount: 1, matchedCount: 0 });
    const found = await collection.findOne({});
    expect(found).toEqual({
      _id: 7,
      email: 'a@x',
      place: { lake: 'north' },
      role: 'student',
      visits: 1,
    });
    expect(Object.keys(found ?? {})[0]).toBe('_id');
  });

  test('change an existing document, and then return no id', async () => {
    const collection = await fill([]);
    const upsert = () =>
      collection.updateOne(
        { email: 'a' },
        { $setOnInsert: { n: 1 }, $inc: { visits: 1 } },
        { upsert: true },
      );
    expect((await upsert()).upsertedId).toBeInstanceOf(ObjectId);
    expect((await upsert()).upsertedId).toBeNull();
    expect(await collection.findOne({}, { projection: { _id: 0 } })).toEqual({
      email: 'a',
      n: 1,
      visits: 2,
    });
  });
});

describe('find and modify', () => {
  test('returns the document before or after the change', async () => {
    const collection = await fill([
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
    ]);
    const change = { $inc: { n: 10 } };
    expect(await collection.findOneAndUpdate({ _id: 1 }, change)).toEqual({ _id: 1, n: 1 });
    expect(
      await collection.findOneAndUpdate({}, change, {
        sort: { n: 1 },
        returnDocument: 'after',
        projection: { _id: 0 },
      }),
    ).toEqual({ n: 12 });
    expect(await collection.findOneAndUpdate({ _id: 9 }, change)).toBeNull();
    expect(
      await collection.findOneAndUpdate({ _id: 9 }, change, {
        upsert: true,
        returnDocument: 'after',
      }),
    ).toEqual({ _id: 9, n: 10 });
    expect(await collection.findOneAndUpdate({ _id: 8 }, change, { upsert: true })).toBeNull();
    expect(await collection.findOneAndDelete({ _id: 8 })).toEqual({ _id: 8, n: 10 });
    expect(await collection.findOneAndDelete({ _id: 8 })).toBeNull();
    const whole = await collection.findOneAndUpdate({ _id: 1 }, change, {
      includeResultMetadata: true,
    });
    expect(whole).toMatchObject({
      value: { _id: 1, n: 11 },
      lastErrorObject: { n: 1, updatedExisting: true },
    });
  });
});
