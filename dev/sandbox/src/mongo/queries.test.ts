import { type Document, ObjectId } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from './testing/use-test-database.ts';

/** Tests of filters. They run against a real MongoDB too, see testing/start-database.ts. */
const { fill, findIds } = useTestDatabase();

test('a whole array of documents is equal only with every value, in the same order of elements and fields', async () => {
  const until = new Date('2027-06-01T12:00:00.001Z');
  const _id = new ObjectId();
  const people = [{ id: _id, name: 'Ann' }, { name: 'Ben' }];
  const seats = [{ until, renewed: false, price: 49.5, offer: { people, lapses: 1 } }, { until }];
  const [first] = seats as [(typeof seats)[0]];
  const { price, ...rest } = first;
  const DOCS: Document[] = [
    { _id: 'a_same', seats },
    { _id: 'b_other_order', seats: [...seats].reverse() },
    { _id: 'c_other_fields', seats: [{ price, ...rest }, { until }] },
    { _id: 'd_one_less', seats: [first] },
    { _id: 'e_one_more', seats: [...seats, { until }] },
    { _id: 'f_later', seats: [{ ...first, until: new Date(until.getTime() + 1) }, { until }] },
    {
      _id: 'g_deep',
      seats: [{ ...first, offer: { people: [...people].reverse(), lapses: 1 } }, { until }],
    },
    { _id: 'h_added', seats: [{ ...first, note: null }, { until }] },
    { _id: 'i_empty', seats: [] },
    { _id: 'j_missing' },
  ];
  expect(await findIds(DOCS, { seats })).toEqual(['a_same']);
  expect(await findIds(DOCS, { seats: [] })).toEqual(['i_empty']);
  expect(await findIds(DOCS, { seats: null })).toEqual(['j_missing']);
});

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

  test.each<[string, Document, string[]]>([
    ['a is null', { a: null }, NULL_A],
    ['a is not null', { a: { $ne: null } }, others(NULL_A)],
    ['a is in a list with null', { a: { $in: [null, 75] } }, NULL_A],
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
      // The sandbox database refuses an array of arrays here.
      { _id: { $ne: 'a_double_array' }, a: { $elemMatch: { b: null } } },
      ['a_object_array_some_b_missing', 'a_object_array_some_b_nulls'],
    ],
    ['a exists', { a: { $exists: true } }, others(['no_a'])],
    [
      'a.b exists',
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
    [
      'only numbers are greater than a number',
      [4, 6, '7', null, true, new Date(9)],
      { $gt: 5 },
      [1],
    ],
    ['strings by their characters', ['a', 'B', 'ä', 1], { $gte: 'a' }, [0, 2]],
    // By their bytes, not by JavaScript's units: an emoji comes after all of the others.
    ['strings by their bytes', ['z', 'é', '\uFFFD', '😀'], { $gt: '\uFFFC' }, [2, 3]],
    ['strings up to an emoji', ['z', 'é', '\uFFFD', '😀', '😁'], { $lt: '😁' }, [0, 1, 2, 3]],
    ['dates', [new Date(5), new Date(9), 7], { $lte: new Date(5) }, [0]],
    ['ids', [early, late, 'x'], { $gt: early }, [1]],
    [
      'ids with the same value are equal',
      [early, late],
      { $in: [new ObjectId(late.toHexString())] },
      [1],
    ],
    ['booleans', [true, false, 1, 0], { $gt: false }, [0]],
    ['NaN equals only itself', [NaN, 1], { $eq: NaN }, [0]],
    ['NaN is not less than a number', [NaN, 1], { $lt: 5 }, [1]],
    [
      'an embedded document, field by field',
      [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
      { $eq: { x: 1, y: 2 } },
      [0],
    ],
    ['a list, or a list in a list', [[1, 2], [[1, 2]], [2, 1], 1], { $eq: [1, 2] }, [0, 1]],
    ['an element of a list', [[1, 9], [4], 9], { $eq: 9 }, [0, 2]],
    [
      'two limits met by two elements',
      [
        [1, 9],
        [4, 5],
        [6, 7],
      ],
      { $gt: 5, $lt: 6 },
      [0],
    ],
    ['two limits met by one element', [[1, 9], [5.5]], { $elemMatch: { $gt: 5, $lt: 6 } }, [1]],
    ['a large whole number', [2 ** 52, 2 ** 40], { $gt: 2 ** 41 }, [0]],
  ])('%s', async (_name, values, condition, expected) => {
    const docs = values.map((v, _id) => ({ _id, v }));
    expect(await findIds(docs, { v: condition })).toEqual(expected);
    const indexed = await fill(docs);
    await indexed.createIndex({ v: 1 });
    const found = await indexed.find({ v: condition }).toArray();
    expect(found.map(({ _id }) => Number(_id)).sort()).toEqual(expected);
  });

  test('an expression, next to other conditions', async () => {
    const docs = [
      { _id: 1, open: true, seats: [{ from: 'a' }, { from: 'a' }, { from: 'b' }] },
      { _id: 2, open: true, seats: [{ from: 'a' }, { other: 'a' }] },
      { _id: 3, open: false, seats: [] },
    ];
    const isFromA = { input: '$seats', as: 'seat', cond: { $eq: ['$$seat.from', 'a'] } };
    const $expr = { $gt: [2, { $size: { $filter: isFromA } }] };
    expect(await findIds(docs, { $expr })).toEqual([2, 3]);
    expect(await findIds(docs, { open: true, $expr })).toEqual([2]);
    expect(await findIds(docs, { $or: [{ _id: 1 }, { $expr }] })).toEqual([1, 2, 3]);
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
    const isHeldByA = { email: 'a', state: 'held', child: { $exists: false } };
    expect(await findIds(docs, { seats: { $not: { $elemMatch: isHeldByA } } })).toEqual([2, 3]);
    expect(await findIds(docs, { sit: { $not: { $gt: 1 } } })).toEqual([2, 3]);
    expect(await findIds(docs, { none: { $not: { $gt: 1 } } })).toEqual([1, 2, 3]);
    expect(await findIds(docs, { 'seats.1': { $exists: false } })).toEqual([2, 3]);
    expect(await findIds(docs, { 'seats.0.email': 'a' })).toEqual([1, 2]);
    expect(await findIds(docs, { $or: [{ sit: 2 }, { 'seats.state': 'enrolled' }] })).toEqual([
      1, 2,
    ]);
    expect(await findIds(docs, { $and: [{ sit: 0 }, { 'seats.email': 'a' }] })).toEqual([2]);
  });
});

describe('$expr', () => {
  const held = (address: string) => ({ state: 'held', address });
  const DOCS = [
    { _id: 1, sit: 3, seats: [held('x'), held('x'), held('y')] },
    { _id: 2, sit: 3, seats: [held('x'), { state: 'enrolled', address: 'x' }] },
    { _id: 3, sit: 0, seats: [] },
  ];
  const isHeld = [{ $eq: ['$$seat.state', 'held'] }, { $eq: ['$$seat.address', 'x'] }];
  const heldSeats = { $filter: { input: '$seats', as: 'seat', cond: { $and: isHeld } } };

  test.each<[string, Document, number[]]>([
    ['counts elements of an array', { $expr: { $lt: [{ $size: heldSeats }, 2] } }, [2, 3]],
    [
      'is combined with other conditions',
      { sit: 3, $expr: { $lt: [{ $size: heldSeats }, 2] } },
      [2],
    ],
    ['compares two fields', { $expr: { $gt: ['$sit', { $size: '$seats' }] } }, [2]],
    ['is part of an $or', { $or: [{ sit: 0 }, { $expr: { $eq: ['$_id', 1] } }] }, [1, 3]],
    ['takes a missing field for false', { $expr: '$nothing' }, []],
  ])('%s', async (_name, filter, expected) => {
    expect(await findIds(DOCS, filter)).toEqual(expected);
  });

  test('limits how many parallel updates succeed', async () => {
    const collection = await fill([{ _id: 1, seats: [] }]);
    const filter = { _id: 1, $expr: { $lt: [{ $size: heldSeats }, 8] } };
    const push = { $push: { seats: held('x') } } as Document;
    const results = await Promise.all(
      Array.from({ length: 30 }, () => collection.updateOne(filter, push)),
    );
    expect(results.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(8);
  });
});

describe('regular expressions', () => {
  test.each<[string, Document, number[]]>([
    ['matches the same case', { $regex: 'band' }, [1]],
    ['ignores case', { $regex: 'BAND', $options: 'i' }, [0, 1]],
    ['escaped punctuation', { $regex: 'a\\.b\\-c\\/d\\(e\\)' }, [3]],
    ['punctuation without a special meaning', { $regex: 'b-c/d' }, [3]],
    ['a backslash, brackets and braces', { $regex: '\\\\\\[\\]\\{\\}\\$' }, [6]],
    ['umlauts, ignoring case', { $regex: 'ÄRGER', $options: 'i' }, [4]],
    ['across lines', { $regex: 'ONE\nLINE', $options: 'i' }, [5]],
    ['elements of a list', { $regex: 'element' }, [8]],
  ])('%s', async (_name, condition, expected) => {
    const values = [
      'Camp Band',
      'a band',
      'camp',
      'a.b-c/d(e)',
      'ärger',
      'one\nline\n',
      '\\[]{}$',
      5,
      ['an element'],
    ];
    const docs = values.map((v, _id) => ({ _id, v }));
    expect(await findIds(docs, { v: condition })).toEqual(expected);
  });
});
