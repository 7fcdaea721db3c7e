import type { Document } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from './testing/use-test-database.ts';

/** Tests of update operators. They run against a real MongoDB too, see testing/start-database.ts. */
const { fill } = useTestDatabase();

describe('operators', () => {
  test.each<[string, Document, Document, Document]>([
    [
      '$set creates the parents of a field',
      { a: 1 },
      { $set: { 'b.c': 2, a: 3 } },
      { a: 3, b: { c: 2 } },
    ],
    ['$set after the last element of an array', { a: [1] }, { $set: { 'a.1': 3 } }, { a: [1, 3] }],
    [
      '$set of a field in an element',
      { a: [{ b: 1 }] },
      { $set: { 'a.0.b': 2 } },
      { a: [{ b: 2 }] },
    ],
    [
      '$unset',
      { a: 1, b: { c: 1, d: 2 } },
      { $unset: { a: '', 'b.c': '', x: '' } },
      { b: { d: 2 } },
    ],
    [
      '$unset of an element leaves null',
      { a: [1, 2] },
      { $unset: { 'a.0': '' } },
      { a: [null, 2] },
    ],
    ['$inc', { a: 1 }, { $inc: { a: -3, b: 0.5 } }, { a: -2, b: 0.5 }],
    ['$push', { a: [1] }, { $push: { a: [2], b: 3 } }, { a: [1, [2]], b: [3] }],
    ['$push of several', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
    [
      '$addToSet',
      { a: [1, { b: 1 }] },
      { $addToSet: { a: { b: 1 }, c: 2 } },
      { a: [1, { b: 1 }], c: [2] },
    ],
    ['$addToSet of a new field', {}, { $addToSet: { a: 1 } }, { a: [1] }],
    ['$pull of a value', { a: [1, 2, 1, null] }, { $pull: { a: 1 } }, { a: [2, null] }],
    ['$pull by operators', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
    [
      '$pull of documents by a filter',
      { s: [{ id: 1, x: 'held', n: 3 }, { id: 2, x: 'paid' }, 'held'] },
      { $pull: { s: { x: 'held', n: { $lt: 5 } } } },
      { s: [{ id: 2, x: 'paid' }, 'held'] },
    ],
    ['$unset after the end of an array', { a: [1] }, { $unset: { 'a.5': '' } }, { a: [1] }],
    ['$unset of a field of a number', { a: 1 }, { $unset: { 'a.b': '' } }, { a: 1 }],
    ['$pull from a missing field', { b: 1 }, { $pull: { a: 1 } }, { b: 1 }],
    [
      '$setOnInsert doesn’t change an existing document',
      { a: 1 },
      { $setOnInsert: { b: 1 }, $set: { a: 2 } },
      { a: 2 },
    ],
  ])('%s', async (_name, before, update, after) => {
    const collection = await fill([
      { _id: 1, ...before },
      { _id: 2, ...before },
    ]);
    const result = await collection.updateOne({ _id: 1 }, update);
    expect(result.matchedCount).toBe(1);
    expect(await collection.findOne({ _id: 1 })).toEqual({ _id: 1, ...after });
    expect(await collection.findOne({ _id: 2 })).toEqual({ _id: 2, ...before });
  });

  test('an update without an effect counts as matched, not as modified', async () => {
    const collection = await fill([{ _id: 1, a: 1, c: 2, list: [1] }]);
    const result = await collection.updateOne(
      { _id: 1 },
      { $set: { a: 1 }, $addToSet: { list: 1 }, $unset: { b: '' } },
    );
    expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  });

  test('new fields are sorted by name, existing ones keep their place', async () => {
    const collection = await fill([{ _id: 1, m: 1, b: 1 }]);
    await collection.updateOne(
      { _id: 1 },
      { $set: { z: 1, 'a-b': 1, 'a.c': 1, b: 2 }, $inc: { c: 1 } },
    );
    const found = await collection.findOne({ _id: 1 });
    expect(Object.keys(found ?? {})).toEqual(['_id', 'm', 'b', 'a', 'a-b', 'c', 'z']);
  });

  test.each<[string, Document, Document, number]>([
    ['$inc of a string', { a: 'x' }, { $inc: { a: 1 } }, 14],
    ['$push to a number', { a: 1 }, { $push: { a: 1 } }, 2],
    ['$push to null', { a: null }, { $push: { a: 1 } }, 2],
    ['$inc of null', { a: null }, { $inc: { a: 1 } }, 14],
    ['$pull from a number', { a: 1 }, { $pull: { a: 1 } }, 2],
    ['a field of a number', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
    ['a name in an array', { a: [1] }, { $set: { 'a.b': 1 } }, 28],
    ['another _id', { a: 1 }, { $set: { _id: 9 } }, 66],
    ['two operators on one field', { a: 1 }, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
    ['a field and one of its own fields', { a: 1 }, { $set: { a: {}, 'a.b': 1 } }, 40],
    ['an empty field name', { a: 1 }, { $set: { 'a..b': 1 } }, 56],
    ['a positional path without a condition', { a: [1] }, { $set: { 'a.$': 1 } }, 2],
  ])('%s is an error and changes nothing', async (_name, before, update, code) => {
    const collection = await fill([{ _id: 1, ...before }]);
    await expect(collection.updateOne({ _id: 1 }, update)).rejects.toMatchObject({ code });
    expect(await collection.find({}).toArray()).toEqual([{ _id: 1, ...before }]);
  });
});

describe('seats of a class', () => {
  const seats = () => [
    { cartId: 'c1', email: 'a@x', state: 'held' },
    { cartId: 'c2', email: 'b@x', state: 'held' },
  ];

  test('the seat that matches the filter is changed', async () => {
    const collection = await fill([{ _id: 1, seats: seats() }]);
    await collection.updateOne(
      { _id: 1, seats: { $elemMatch: { cartId: 'c2' } } },
      { $set: { 'seats.$.state': 'enrolled' } },
    );
    await collection.updateOne(
      {
        _id: 1,
        seats: { $elemMatch: { cartId: 'c1', state: 'held' } },
        sits: { $ne: 5 },
      },
      { $set: { 'seats.$': { cartId: 'c1', email: 'a@x', state: 'gone' } }, $inc: { n: 1 } },
    );
    expect((await collection.findOne({}))?.['seats']).toEqual([
      { cartId: 'c1', email: 'a@x', state: 'gone' },
      { cartId: 'c2', email: 'b@x', state: 'enrolled' },
    ]);
  });

  test('an element can’t be changed by its position and by the filter in one update', async () => {
    const collection = await fill([{ _id: 1, seats: seats() }]);
    const update = { $set: { 'seats.$.state': 'paid', 'seats.0.state': 'gone' } };
    const inFirst = collection.updateOne({ seats: { $elemMatch: { cartId: 'c1' } } }, update);
    await expect(inFirst).rejects.toMatchObject({ code: 40 });
    await collection.updateOne({ seats: { $elemMatch: { cartId: 'c2' } } }, update);
    const states = (await collection.findOne({}))?.['seats'] as { state: string }[];
    expect(states.map(({ state }) => state)).toEqual(['gone', 'paid']);
  });

  test('a held seat is released once', async () => {
    const collection = await fill([{ _id: 1, sit: 3, seats: seats() }]);
    const held = { cartId: 'c1', state: 'held' };
    const release = () =>
      collection.updateOne(
        { _id: 1, seats: { $elemMatch: held } },
        { $inc: { sit: 1 }, $pull: { seats: held } as never },
      );
    const results = await Promise.all([release(), release(), release()]);
    expect(results.reduce((sum, { modifiedCount }) => sum + modifiedCount, 0)).toBe(1);
    expect(await collection.findOne({})).toEqual({ _id: 1, sit: 4, seats: [seats()[1]] });
  });
});
