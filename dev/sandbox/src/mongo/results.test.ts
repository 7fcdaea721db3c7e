import { type Document, ObjectId } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from './testing/use-test-database.ts';

/** Tests of what a query returns: order, fields, batches, values. They run against a real MongoDB too, see testing/start-database.ts. */
const { get: getDatabase, fill, findIds } = useTestDatabase();

describe('order', () => {
  const VALUES = [true, 'b', { a: 1 }, 5, null, new Date(0), [], new ObjectId(), 'B', -1, [0, 9]];

  test('sorts all types like MongoDB, and lists by their lowest or highest element', async () => {
    const docs = VALUES.map((v, _id) => ({ _id, v }));
    expect(await findIds(docs, {}, { v: 1, _id: 1 })).toEqual([6, 4, 9, 10, 3, 8, 1, 2, 7, 0, 5]);
    expect(await findIds(docs, {}, { v: -1, _id: 1 })).toEqual([5, 0, 7, 2, 1, 8, 10, 3, 9, 4, 6]);
  });

  test('sorts strings by their UTF-8 bytes', async () => {
    const docs = ['\u{1f600}', '\uffee', 'z', 'é'].map((v, _id) => ({ _id, v }));
    expect(await findIds(docs, {}, { v: 1 })).toEqual([2, 3, 1, 0]);
  });

  test.each([
    ['numbers', [NaN, -Infinity, -1e300, -2.5, -2, 0, 1e-300, 1, 2 ** 40, Infinity]],
    [
      'strings with control characters',
      ['', '\0', '\0\0', '\0\x01', '\x01', '\x01\0', '\x02', 'a', 'a\0', 'b'],
    ],
    ['dates before and after 1970', [new Date(-9e12), new Date(-1), new Date(0), new Date(9e12)]],
    ['documents', [{}, { a: 1 }, { b: 1 }, { a: 'x' }, { a: 'x', b: 1 }, { ab: 'x' }, { a: {} }]],
  ])('%s, with and without an index', async (_name, values) => {
    const docs = values.map((v, _id) => ({ _id, v }));
    const collection = await fill(docs.toReversed());
    const read = async () =>
      (await collection.find({}).sort({ v: 1, _id: 1 }).toArray()).map(({ _id }) => _id);
    expect(await read()).toEqual(docs.map(({ _id }) => _id));
    await collection.createIndex({ v: 1, _id: 1 });
    expect(await read()).toEqual(docs.map(({ _id }) => _id));
    for (const v of values) expect(await collection.countDocuments({ v })).toBe(1);
  });

  test('sorts by several fields in both directions, with and without an index', async () => {
    const docs = [3, 1, 2, 1, 3].map((a, _id) => ({ _id, a, b: _id % 2 }));
    const collection = await fill(docs);
    const read = async () =>
      (await collection.find({}).sort({ a: -1, b: 1, _id: 1 }).toArray()).map(({ _id }) => _id);
    const expected = [0, 4, 2, 1, 3];
    expect(await read()).toEqual(expected);
    await collection.createIndex({ a: 1, b: 1, _id: 1 });
    expect(await read()).toEqual(expected);
  });

  test('skip and limit apply after sorting; the default order is that of insertion', async () => {
    const collection = await fill([3, 1, 4, 5, 9, 2, 6].map((_id) => ({ _id })));
    const page = await collection.find({}).sort({ _id: 1 }).skip(2).limit(3).toArray();
    expect(page).toEqual([{ _id: 3 }, { _id: 4 }, { _id: 5 }]);
    expect((await collection.find({}).toArray()).map(({ _id }) => _id)).toEqual([
      3, 1, 4, 5, 9, 2, 6,
    ]);
  });
});

describe('projections', () => {
  const DOC = {
    _id: 1,
    name: 'Sailing',
    place: { lake: 'north', pier: 3 },
    seats: [
      { email: 'a', state: 'held' },
      { email: 'b', state: 'enrolled' },
    ],
  };

  test.each<[string, Document, Document]>([
    ['some fields', { name: 1 }, { _id: 1, name: 'Sailing' }],
    ['some fields without the id', { _id: 0, name: 1 }, { name: 'Sailing' }],
    ['the id alone', { _id: 1 }, { _id: 1 }],
    ['all but some', { seats: 0, place: 0 }, { _id: 1, name: 'Sailing' }],
    ['all but the id', { _id: 0, seats: 0, place: 0 }, { name: 'Sailing' }],
    [
      'an element alone',
      { seats: { $elemMatch: { email: 'b' } } },
      { _id: 1, seats: [DOC.seats[1]] },
    ],
    [
      'an element',
      { name: 1, seats: { $elemMatch: { email: 'b' } } },
      { _id: 1, name: 'Sailing', seats: [DOC.seats[1]] },
    ],
    ['no element', { name: 1, seats: { $elemMatch: { email: 'c' } } }, { _id: 1, name: 'Sailing' }],
    ['missing fields', { nothing: 1 }, { _id: 1 }],
  ])('%s', async (_name, projection, expected) => {
    const collection = await fill([DOC]);
    expect(await collection.findOne({}, { projection })).toEqual(expected);
  });
});

describe('reading in batches', () => {
  test('a cursor returns every document once', async () => {
    const collection = await fill(Array.from({ length: 1_000 }, (_, _id) => ({ _id })));
    const cursor = collection.find({}).sort({ _id: 1 }).batchSize(7);
    const ids: unknown[] = [];
    for await (const { _id } of cursor) ids.push(_id);
    expect(ids).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
    expect(await collection.find({}).limit(150).toArray()).toHaveLength(150);
    expect(await collection.find({}).toArray()).toHaveLength(1_000);
  });

  test('a killed cursor can’t be read', async () => {
    const collection = await fill(Array.from({ length: 10 }, (_, _id) => ({ _id })));
    const first = await getDatabase().db.command({ find: collection.collectionName, batchSize: 2 });
    const { id } = first['cursor'] as { id: unknown };
    await getDatabase().db.command({ killCursors: collection.collectionName, cursors: [id] });
    await expect(
      getDatabase().db.command({ getMore: id, collection: collection.collectionName }),
    ).rejects.toMatchObject({ code: 43 });
  });

  test('large documents come in several batches', async () => {
    const text = 'x'.repeat(6_000_000);
    const collection = await fill([1, 2, 3, 4, 5].map((_id) => ({ _id, text })));
    const found = await collection.find({}).toArray();
    expect(found.map((doc): unknown => (doc['text'] as string).length)).toEqual(
      Array(5).fill(6_000_000),
    );
  });

  test('counts and distinct values', async () => {
    const collection = await fill([
      { _id: 1, tag: 'a', n: [1, 2] },
      { _id: 2, tag: 'b', n: [2, 3] },
      { _id: 3, tag: 'a' },
    ]);
    expect(await collection.countDocuments({ tag: 'a' })).toBe(2);
    expect(await collection.countDocuments({ tag: 'none' })).toBe(0);
    expect(await collection.estimatedDocumentCount()).toBe(3);
    expect((await collection.distinct('tag')).sort()).toEqual(['a', 'b']);
    expect((await collection.distinct('n', { tag: { $ne: 'c' } })).sort()).toEqual([1, 2, 3]);
  });
});

describe('values', () => {
  test('are returned unchanged, with their fields in the same order', async () => {
    const doc = {
      z: 1,
      a: 'text \u{1f600} \0 end',
      id: new ObjectId(),
      when: new Date('2027-06-01T10:20:30.456Z'),
      numbers: [0, -1, 1.5, 2 ** 31, 2 ** 53 - 1, -(2 ** 40), 1e300, NaN, Infinity],
      yes: true,
      no: false,
      nothing: null,
      list: [[], [1, [2]], {}],
      inner: { b: 1, a: { c: [] } },
    };
    const collection = await fill([doc]);
    const found = await collection.findOne({}, { projection: { _id: 0 } });
    const { _id: _given, ...expected } = doc as Document;
    expect(found).toEqual(expected);
    expect(Object.keys(found ?? {})).toEqual(Object.keys(expected));
    const first = await collection.findOne({});
    expect(Object.keys(first ?? {})[0]).toBe('_id');
  });

  test('a document that is too large is refused', async () => {
    const collection = await fill([{ _id: 1, list: ['x'.repeat(9_000_000)] }]);
    const grow = collection.updateOne(
      { _id: 1 as never },
      { $push: { list: 'x'.repeat(9_000_000) } as never },
    );
    await expect(grow).rejects.toThrow(/too large|BSONObj size|Resulting document after update/);
    expect((await collection.findOne({}))?.['list']).toHaveLength(1);
  });
});
