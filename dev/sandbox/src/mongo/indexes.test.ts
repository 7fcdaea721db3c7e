import type { Document } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { explainPlan } from './testing/test-collections.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

/** Unique and partial indexes, and their creation. These tests run against a real MongoDB too. */
const { fill } = useTestDatabase();

describe('a unique index', () => {
  test('refuses a duplicate with the same message as mongod', async () => {
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

  test('refuses an update that would create a duplicate, and changes nothing', async () => {
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

  test('takes missing fields for null', async () => {
    const collection = await fill([{ _id: 1 }]);
    await collection.createIndex({ email: 1 }, { unique: true });
    await expect(collection.insertOne({ _id: 2, email: null })).rejects.toMatchObject({
      code: 11000,
      keyValue: { email: null },
    });
  });

  test('compares elements of arrays between documents, but not within one', async () => {
    const collection = await fill([{ _id: 1, tags: ['a', 'a', 'b'] }]);
    await collection.createIndex({ tags: 1 }, { unique: true });
    await expect(collection.insertOne({ _id: 2, tags: ['c', 'b'] })).rejects.toMatchObject({
      code: 11000,
    });
    await collection.updateOne({ _id: 1 }, { $pull: { tags: 'b' } as never });
    await collection.insertOne({ _id: 2, tags: ['c', 'b'] });
    expect(await collection.countDocuments({ tags: 'b' })).toBe(1);
  });

  test('stops an ordered insert at the duplicate, but not an unordered one', async () => {
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

  test('can’t be created if there are duplicates', async () => {
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

describe('a partial index', () => {
  const options = {
    unique: true,
    partialFilterExpression: { 'instructor.email': { $exists: true } },
  };

  test('ignores documents that don’t match its filter', async () => {
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

  test('keeps a string unique that may be missing', async () => {
    const collection = await fill([{ _id: 1 }, { _id: 2 }, { _id: 3, uid: 'c' }]);
    await collection.createIndex(
      { uid: 1 },
      { unique: true, partialFilterExpression: { uid: { $exists: true } } },
    );
    const claim = (_id: number, uid: string) =>
      collection.updateOne({ _id, uid: { $exists: false } }, { $set: { uid } });
    expect(await claim(1, 'a')).toMatchObject({ modifiedCount: 1 });
    expect(await claim(1, 'b')).toMatchObject({ matchedCount: 0 });
    await expect(claim(2, 'a')).rejects.toMatchObject({ code: 11000, keyPattern: { uid: 1 } });
    await collection.insertOne({ _id: 4 });
    await collection.updateOne({ _id: 1 }, { $unset: { uid: '' } });
    await claim(2, 'a');
    expect(await explainPlan(collection.find({ uid: 'a' }))).toMatchObject({
      isScan: false,
      totalDocsExamined: 1,
    });
  });

  test('is used only for queries whose matches are all in it', async () => {
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

describe('creating', () => {
  test('the same index again changes nothing; another one with its name is refused', async () => {
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
