import { describe, expect, test } from 'vitest';
import { usePipelines } from './testing/use-test-database.ts';

/** Tests of pipelines. They run against a real MongoDB too, see testing/start-database.ts. */
const CLASSES = [
  {
    _id: 1,
    name: 'Chess',
    status: 'open',
    price: 39.1,
    seats: [
      { email: 'a', state: 'held', price: 1 },
      { email: 'b', state: 'enrolled', price: 39.1 },
    ],
  },
  {
    _id: 2,
    name: 'Band',
    status: 'open',
    price: 10.1,
    seats: [{ email: 'a', state: 'enrolled', price: 10.2 }],
  },
  { _id: 3, name: 'Robots', status: 'archived', price: 10.1, seats: [] },
  { _id: 4, name: 'Sailing', status: 'open', at: new Date('2027-06-01T22:05:09.007Z') },
];

const { fill, run } = usePipelines(CLASSES);

describe('stages', () => {
  test('match, sort, limit and count', async () => {
    const open = { $match: { status: 'open' } };
    const sorted = { $sort: { name: -1 } };
    const names = await run(open, sorted, { $limit: 2 }, { $project: { name: 1 } });
    expect(names).toHaveLength(2);
    expect(names[1]).toEqual({ _id: 1, name: 'Chess' });
    expect(await run(open, { $count: 'n' })).toEqual([{ n: 3 }]);
    expect(await run({ $match: { status: 'none' } }, { $count: 'n' })).toEqual([]);
  });

  test('unwind skips documents without elements', async () => {
    const seats = await run({ $unwind: '$seats' }, { $project: { seats: 1 } });
    expect(seats).toEqual([
      { _id: 1, seats: CLASSES[0]?.seats?.[0] },
      { _id: 1, seats: CLASSES[0]?.seats?.[1] },
      { _id: 2, seats: CLASSES[1]?.seats?.[0] },
    ]);
  });

  test('computed fields', async () => {
    const held = {
      $filter: { input: '$seats', as: 'seat', cond: { $eq: ['$$seat.state', 'held'] } },
    };
    const projected = await run(
      { $match: { _id: { $lte: 3 } } },
      { $project: { _id: 0, name: 1, held: { $size: held }, first: '$name', none: '$nothing' } },
    );
    expect(projected).toEqual([
      { name: 'Chess', held: 1, first: 'Chess' },
      { name: 'Band', held: 0, first: 'Band' },
      { name: 'Robots', held: 0, first: 'Robots' },
    ]);
    expect(await run({ $match: { _id: 3 } }, { $project: { _id: 0, label: '$name' } })).toEqual([
      { label: 'Robots' },
    ]);
    expect(await run({ $match: { _id: 2 } }, { $project: { name: 0, seats: 0 } })).toEqual([
      { _id: 2, status: 'open', price: 10.1 },
    ]);
  });

  test('group', async () => {
    const groups = await run(
      { $match: { _id: { $lte: 3 } } },
      { $group: { _id: '$status', n: { $sum: 1 }, price: { $sum: '$price' } } },
      { $sort: { _id: 1 } },
    );
    expect(groups).toEqual([
      { _id: 'archived', n: 1, price: 10.1 },
      { _id: 'open', n: 2, price: 49.2 },
    ]);
  });

  test('a group of several fields; a missing field is left out', async () => {
    const groups = await run(
      { $group: { _id: { status: '$status', price: '$price' }, n: { $sum: 1 } } },
      { $sort: { '_id.price': 1, '_id.status': 1 } },
    );
    expect(groups).toEqual([
      { _id: { status: 'open' }, n: 1 },
      { _id: { status: 'archived', price: 10.1 }, n: 1 },
      { _id: { status: 'open', price: 10.1 }, n: 1 },
      { _id: { status: 'open', price: 39.1 }, n: 1 },
    ]);
  });

  test('missing and null ids are one group; sums skip values that are not numbers', async () => {
    expect(await run({ $group: { _id: '$at', n: { $sum: 1 } } }, { $sort: { _id: 1 } })).toEqual([
      { _id: null, n: 3 },
      { _id: CLASSES[3]?.at, n: 1 },
    ]);
    expect(
      await run({ $group: { _id: null, text: { $sum: '$name' }, one: { $sum: '$nothing' } } }),
    ).toEqual([{ _id: null, text: 0, one: 0 }]);
  });

  test('many small amounts add up without rounding errors', async () => {
    const collection = await fill(Array.from({ length: 10 }, () => ({ amount: 0.1 })));
    const sums = await collection
      .aggregate([{ $group: { _id: null, sum: { $sum: '$amount' } } }])
      .toArray();
    expect(sums).toEqual([{ _id: null, sum: 1 }]);
  });
});

describe('the seats of a student', () => {
  test('are counted by the database', async () => {
    const isEnrolled = { $eq: ['$seats.state', 'enrolled'] };
    const counted = await run(
      { $match: { 'seats.email': 'a' } },
      { $project: { seats: 1 } },
      { $unwind: '$seats' },
      { $match: { 'seats.email': 'a' } },
      {
        $group: {
          _id: null,
          held: {
            $sum: {
              $cond: [
                { $and: [{ $eq: ['$seats.state', 'held'] }, { $gt: ['$seats.price', 0] }] },
                1,
                0,
              ],
            },
          },
          enrolled: { $sum: { $cond: [isEnrolled, 1, 0] } },
          spent: { $sum: { $cond: [isEnrolled, '$seats.price', 0] } },
        },
      },
    );
    expect(counted).toEqual([{ _id: null, held: 1, enrolled: 1, spent: 10.2 }]);
  });
});

test('a pipeline changes nothing in the database', async () => {
  await run(
    { $unwind: '$seats' },
    { $project: { seats: 1, name: '$status' } },
    { $group: { _id: '$seats' } },
  );
  expect(await run({ $sort: { _id: 1 } })).toEqual(CLASSES);
});
