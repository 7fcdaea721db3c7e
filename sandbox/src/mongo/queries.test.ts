import { type Document, ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from './testing/start-database.ts';

/** What a filter finds, and in which order. Runs against a real MongoDB too, see testing/start-database.ts. */
let database: TestDatabase;
let made = 0;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function fill(docs: Document[]) {
  const collection = database.db.collection(`queries_${made++}`);
  await collection.insertMany(docs);
  return collection;
}

async function findIds(docs: Document[], filter: Document, sort: Document = { _id: 1 }) {
  const collection = await fill(docs);
  const found = await collection.find(filter).sort(sort).toArray();
  return found.map(({ _id }): unknown => _id);
}

describe('null and missing fields', () => {
  // The documents and the results are those of MongoDB's own test jstests/core/query/null_query_semantics.js.
  const DOCS = [
    { _id: 'a_empty_subobject', a: {} },
    { _id: 'a_null', a: null },
    { _id: 'a_number', a: 4 },
    { _id: 'a_subobject_b_not_null', a: { b: 'hi' } },
    { _id: 'a_subobject_b_null', a: { b: null } },
    { _id: 'no_a' },
    { _id: 'a_double_array', a: [[]] },
    { _id: 'a_empty_array', a: [] },
    { _id: 'a_object_array_no_b_nulls', a: [{ b: 1 }, { b: 3 }, { b: 'string' }] },
    { _id: 'a_object_array_some_b_nulls', a: [{ b: null }, { b: 3 }, { b: null }] },
    { _id: 'a_object_array_some_b_missing', a: [{ b: 3 }, {}] },
    { _id: 'a_value_array_all_nulls', a: [null, null] },
    { _id: 'a_value_array_no_nulls', a: [1, 'string', 4] },
    { _id: 'a_value_array_with_null', a: [1, 'string', null, 4] },
  ];
  const ALL = DOCS.map(({ _id }) => _id).sort();
  const NULL_A = ['a_null', 'a_value_array_all_nulls', 'a_value_array_with_null', 'no_a'];
  const NULL_B = [
    'a_empty_subobject',
    'a_null',
    'a_number',
    'a_object_array_some_b_missing',
    'a_object_array_some_b_nulls',
    'a_subobject_b_null',
    'no_a',
  ];
  const others = (ids: string[]) => ALL.filter((id) => !ids.includes(id));

  test.each([
    ['a is null', { a: null }, NULL_A],
    ['a is not null', { a: { $ne: null } }, others(NULL_A)],
    ['a is at least null', { a: { $gte: null } }, NULL_A],
    ['a is in a list with null', { a: { $in: [null, 75] } }, NULL_A],
    ['a is not in a list with null', { a: { $nin: [null, 75] } }, others(NULL_A)],
    ['one of two', { $or: [{ a: null }, { a: 75 }] }, NULL_A],
    ['a.b is null', { 'a.b': null }, NULL_B],
    ['a.b is not null', { 'a.b': { $ne: null } }, others(NULL_B)],
    [
      'an element is null',
      { a: { $elemMatch: { $eq: null } } },
      ['a_value_array_all_nulls', 'a_value_array_with_null'],
    ],
    [
      'an element has a b that is null',
      { a: { $elemMatch: { b: null } } },
      ['a_object_array_some_b_missing', 'a_object_array_some_b_nulls'],
    ],
    ['nothing is below null', { a: { $lt: null } }, []],
    ['a is there', { a: { $exists: true } }, others(['no_a'])],
    [
      'a.b is there',
      { 'a.b': { $exists: true } },
      [
        'a_object_array_no_b_nulls',
        'a_object_array_some_b_missing',
        'a_object_array_some_b_nulls',
        'a_subobject_b_not_null',
        'a_subobject_b_null',
      ],
    ],
  ])('%s', async (_name, filter, expected) => {
    expect(await findIds(DOCS, filter)).toEqual(expected);
    const indexed = await fill(DOCS);
    await indexed.createIndexes([{ key: { a: 1 } }, { key: { 'a.b': 1 } }]);
    const found = await indexed.find(filter).toArray();
    expect(found.map(({ _id }) => String(_id)).sort()).toEqual(expected);
  });
});

describe('comparisons', () => {
  const early = new ObjectId('650000000000000000000001');
  const late = new ObjectId('650000000000000000000002');

  test.each<[string, unknown[], Document, number[]]>([
    ['only numbers are above a number', [4, 6, '7', null, true, new Date(9)], { $gt: 5 }, [1]],
    ['texts by their letters', ['a', 'B', 'ä', 1], { $gte: 'a' }, [0, 2]],
    ['dates', [new Date(5), new Date(9), 7], { $lte: new Date(5) }, [0]],
    ['ids', [early, late, 'x'], { $gt: early }, [1]],
    ['ids are equal by value', [early, late], { $in: [new ObjectId(late.toHexString())] }, [1]],
    ['booleans', [true, false, 1, 0], { $gt: false }, [0]],
    ['not a number is equal to itself alone', [NaN, 1], { $gte: NaN }, [0]],
    ['not a number is not below a number', [NaN, 1], { $lt: 5 }, [1]],
    [
      'an embedded document, field by field',
      [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
      { $eq: { x: 1, y: 2 } },
      [0],
    ],
    ['a list, or a list in it', [[1, 2], [[1, 2]], [2, 1], 1], { $eq: [1, 2] }, [0, 1]],
    ['an element of a list', [[1, 9], [4], 9], { $eq: 9 }, [0, 2]],
    [
      'two ends met by two elements',
      [
        [1, 9],
        [4, 5],
        [6, 7],
      ],
      { $gt: 5, $lt: 6 },
      [0],
    ],
    ['two ends met by one element', [[1, 9], [5.5]], { $elemMatch: { $gt: 5, $lt: 6 } }, [1]],
    ['the length of a list', [[], [1], [[1, 2]], 1], { $size: 1 }, [1, 2]],
    ['types', [1, 'a', [2], null, {}, early], { $type: 'number' }, [0, 2]],
    ['one of several types', [1, 'a', [2], null, true], { $type: ['array', 'bool'] }, [2, 4]],
    ['not', [1, 5, 'a', null], { $not: { $gt: 3 } }, [0, 2, 3]],
    ['a large whole number', [2 ** 52, 2 ** 40], { $gt: 2 ** 41 }, [0]],
  ])('%s', async (_name, values, condition, expected) => {
    const docs = values.map((v, _id) => ({ _id, v }));
    expect(await findIds(docs, { v: condition })).toEqual(expected);
    const indexed = await fill(docs);
    await indexed.createIndex({ v: 1 });
    const found = await indexed.find({ v: condition }).toArray();
    expect(found.map(({ _id }) => Number(_id)).sort()).toEqual(expected);
  });

  test('alternatives, negations and paths into lists', async () => {
    const docs = [
      {
        _id: 1,
        sit: 2,
        seats: [
          { email: 'a', state: 'held' },
          { email: 'b', state: 'enrolled' },
        ],
      },
      { _id: 2, sit: 0, seats: [{ email: 'a', state: 'enrolled' }] },
      { _id: 3, sit: 0, seats: [] },
    ];
    expect(await findIds(docs, { 'seats.email': { $ne: 'b' } })).toEqual([2, 3]);
    expect(await findIds(docs, { 'seats.email': 'a', 'seats.state': 'enrolled' })).toEqual([1, 2]);
    expect(
      await findIds(docs, { seats: { $elemMatch: { email: 'a', state: 'enrolled' } } }),
    ).toEqual([2]);
    expect(await findIds(docs, { 'seats.1': { $exists: false } })).toEqual([2, 3]);
    expect(await findIds(docs, { 'seats.0.email': 'a' })).toEqual([1, 2]);
    expect(await findIds(docs, { $nor: [{ sit: 2 }, { seats: { $size: 0 } }] })).toEqual([2]);
    expect(await findIds(docs, { $and: [{ sit: 0 }, { 'seats.email': 'a' }] })).toEqual([2]);
  });
});

describe('regular expressions', () => {
  test.each<[string, Document | RegExp, number[]]>([
    ['as written', /band/, [1]],
    ['in any case', { $regex: 'BAND', $options: 'i' }, [0, 1]],
    ['from the beginning', /^camp/i, [0, 2]],
    ['punctuation that is escaped', { $regex: 'a\\.b\\-c\\/d\\(e\\)' }, [3]],
    ['classes and repetition', { $regex: '^[a-c]\\.[^x]-\\w/d\\(' }, [3]],
    ['umlauts in any case', { $regex: 'ÄRGER', $options: 'i' }, [4]],
    ['the end, even before a last line feed', { $regex: 'line$' }, [5]],
    ['a dot is not a line feed', { $regex: 'one.line' }, []],
    ['a dot is anything, if asked for', { $regex: 'one.line', $options: 's' }, [5]],
    ['not', { $not: /camp/i }, [1, 3, 4, 5, 6, 7]],
    ['elements of a list', /element/, [7]],
  ])('%s', async (_name, condition, expected) => {
    const values = [
      'Camp Band',
      'a band',
      'camp',
      'a.b-c/d(e)',
      'ärger',
      'one\nline\n',
      5,
      ['an element'],
    ];
    const docs = values.map((v, _id) => ({ _id, v }));
    expect(await findIds(docs, { v: condition })).toEqual(expected);
  });
});

describe('order', () => {
  const VALUES = [true, 'b', { a: 1 }, 5, null, new Date(0), [], new ObjectId(), 'B', -1, [0, 9]];

  test('all types in MongoDB’s order, lists by their lowest or highest element', async () => {
    const docs = VALUES.map((v, _id) => ({ _id, v }));
    expect(await findIds(docs, {}, { v: 1, _id: 1 })).toEqual([6, 4, 9, 10, 3, 8, 1, 2, 7, 0, 5]);
    expect(await findIds(docs, {}, { v: -1, _id: 1 })).toEqual([5, 0, 7, 2, 1, 8, 10, 3, 9, 4, 6]);
  });

  test('texts by their UTF-8 bytes', async () => {
    const docs = ['\u{1f600}', '\uffee', 'z', 'é'].map((v, _id) => ({ _id, v }));
    expect(await findIds(docs, {}, { v: 1 })).toEqual([2, 3, 1, 0]);
  });

  test('several fields, up and down, with and without an index', async () => {
    const docs = [3, 1, 2, 1, 3].map((a, _id) => ({ _id, a, b: _id % 2 }));
    const collection = await fill(docs);
    const read = async () =>
      (await collection.find({}).sort({ a: -1, b: 1, _id: 1 }).toArray()).map(({ _id }) => _id);
    const expected = [0, 4, 2, 1, 3];
    expect(await read()).toEqual(expected);
    await collection.createIndex({ a: 1, b: -1, _id: -1 });
    expect(await read()).toEqual(expected);
  });

  test('skip and limit count after sorting; without an order it is that of insertion', async () => {
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
    ['a field of a field', { 'place.pier': 1 }, { _id: 1, place: { pier: 3 } }],
    ['written as an object', { place: { pier: 1 } }, { _id: 1, place: { pier: 3 } }],
    [
      'all but a field of a field',
      { name: 0, seats: 0, 'place.pier': 0 },
      { _id: 1, place: { lake: 'north' } },
    ],
    [
      'a field of the elements',
      { 'seats.email': 1 },
      { _id: 1, seats: [{ email: 'a' }, { email: 'b' }] },
    ],
    [
      'all but a field of the elements',
      { name: 0, place: 0, 'seats.state': 0 },
      { _id: 1, seats: [{ email: 'a' }, { email: 'b' }] },
    ],
    [
      'an element',
      { name: 1, seats: { $elemMatch: { email: 'b' } } },
      { _id: 1, name: 'Sailing', seats: [DOC.seats[1]] },
    ],
    ['no element', { name: 1, seats: { $elemMatch: { email: 'c' } } }, { _id: 1, name: 'Sailing' }],
    ['fields that are not there', { nothing: 1, 'name.first': 1 }, { _id: 1 }],
  ])('%s', async (_name, projection, expected) => {
    const collection = await fill([DOC]);
    expect(await collection.findOne({}, { projection })).toEqual(expected);
  });

  test('the element that the filter meant', async () => {
    const collection = await fill([DOC]);
    const found = await collection.findOne(
      { 'seats.email': 'b' },
      { projection: { 'seats.$': 1 } },
    );
    expect(found).toEqual({ _id: 1, seats: [{ email: 'b', state: 'enrolled' }] });
  });
});

describe('reading in batches', () => {
  test('a cursor gives every document once, also while others are removed', async () => {
    const collection = await fill(Array.from({ length: 1_000 }, (_, _id) => ({ _id })));
    const cursor = collection.find({}).sort({ _id: 1 }).batchSize(7);
    const ids: unknown[] = [];
    for await (const { _id } of cursor) ids.push(_id);
    expect(ids).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
    expect(await collection.find({}).limit(150).toArray()).toHaveLength(150);
    expect(await collection.find({}).toArray()).toHaveLength(1_000);
  });

  test('a killed cursor is gone', async () => {
    const collection = await fill(Array.from({ length: 10 }, (_, _id) => ({ _id })));
    const first = await database.db.command({ find: collection.collectionName, batchSize: 2 });
    const { id } = first['cursor'] as { id: unknown };
    await database.db.command({ killCursors: collection.collectionName, cursors: [id] });
    await expect(
      database.db.command({ getMore: id, collection: collection.collectionName }),
    ).rejects.toMatchObject({ code: 43 });
  });

  test('long documents come in several answers', async () => {
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
    expect(await collection.countDocuments({}, { skip: 1, limit: 1 })).toBe(1);
    expect(await collection.countDocuments({ tag: 'none' })).toBe(0);
    expect(await collection.estimatedDocumentCount()).toBe(3);
    expect((await collection.distinct('tag')).sort()).toEqual(['a', 'b']);
    expect((await collection.distinct('n', { tag: { $ne: 'c' } })).sort()).toEqual([1, 2, 3]);
  });
});

describe('values', () => {
  test('come back as they went in, in the order of their fields', async () => {
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

  test('a document that is too long is refused', async () => {
    const collection = await fill([{ _id: 1, list: ['x'.repeat(9_000_000)] }]);
    const grow = collection.updateOne(
      { _id: 1 as never },
      { $push: { list: 'x'.repeat(9_000_000) } as never },
    );
    await expect(grow).rejects.toThrow(/too large|BSONObj size|Resulting document after update/);
    expect((await collection.findOne({}))?.['list']).toHaveLength(1);
  });
});
