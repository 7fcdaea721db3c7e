import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from './testing/start-database.ts';

/** Pipelines. Runs against a real MongoDB too, see testing/start-database.ts. */
let database: TestDatabase;

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

beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.collection<Document & { _id: number }>('classes').insertMany(CLASSES);
});
afterAll(() => database.close());

async function run(...pipeline: Document[]): Promise<Document[]> {
  return database.db.collection('classes').aggregate(pipeline).toArray();
}

describe('stages', () => {
  test('match, sort, skip, limit and count', async () => {
    const open = { $match: { status: 'open' } };
    expect(
      await run(
        open,
        { $sort: { name: -1 } },
        { $skip: 1 },
        { $limit: 1 },
        { $project: { name: 1 } },
      ),
    ).toEqual([{ _id: 1, name: 'Chess' }]);
    expect(await run(open, { $count: 'n' })).toEqual([{ n: 3 }]);
    expect(await run({ $match: { status: 'none' } }, { $count: 'n' })).toEqual([]);
  });

  test('unwind leaves out what has no elements, unless asked', async () => {
    const seats = await run({ $unwind: '$seats' }, { $project: { 'seats.email': 1 } });
    expect(seats).toEqual([
      { _id: 1, seats: { email: 'a' } },
      { _id: 1, seats: { email: 'b' } },
      { _id: 2, seats: { email: 'a' } },
    ]);
    const all = await run(
      { $unwind: { path: '$seats', preserveNullAndEmptyArrays: true } },
      { $project: { seats: 1 } },
    );
    expect(all.slice(3)).toEqual([{ _id: 3 }, { _id: 4 }]);
  });

  test('computed fields', async () => {
    const held = {
      $filter: {
        input: { $ifNull: ['$seats', []] },
        as: 'seat',
        cond: { $eq: ['$$seat.state', 'held'] },
      },
    };
    const projected = await run(
      { $match: { _id: { $lte: 3 } } },
      {
        $project: { _id: 0, name: 1, held: { $size: held }, double: { $multiply: ['$price', 2] } },
      },
    );
    expect(projected).toEqual([
      { name: 'Chess', held: 1, double: 78.2 },
      { name: 'Band', held: 0, double: 20.2 },
      { name: 'Robots', held: 0, double: 20.2 },
    ]);
    const added = await run(
      { $match: { _id: 3 } },
      {
        $addFields: { cents: { $round: [{ $multiply: ['$price', 100] }, 0] }, missing: '$nothing' },
      },
      { $set: { name: 'R' } },
    );
    expect(added).toEqual([{ ...CLASSES[2], cents: 1010, name: 'R' }]);
  });

  test('group', async () => {
    const groups = await run(
      { $match: { _id: { $lte: 3 } } },
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: '$status',
          n: { $sum: 1 },
          price: { $sum: '$price' },
          avg: { $avg: '$price' },
          min: { $min: '$name' },
          max: { $max: '$name' },
          first: { $first: '$name' },
          last: { $last: '$name' },
          names: { $push: '$name' },
          prices: { $addToSet: '$price' },
        },
      },
      { $sort: { _id: 1 } },
    );
    expect(groups).toEqual(
      [
        {
          _id: 'archived',
          n: 1,
          price: 10.1,
          avg: 10.1,
          min: 'Robots',
          max: 'Robots',
          first: 'Robots',
          last: 'Robots',
          names: ['Robots'],
          prices: [10.1],
        },
        {
          _id: 'open',
          n: 2,
          price: 49.2,
          avg: 24.6,
          min: 'Band',
          max: 'Chess',
          first: 'Chess',
          last: 'Band',
          names: ['Chess', 'Band'],
          prices: [39.1, 10.1],
        },
      ].map((group) => ({ ...group, prices: expect.arrayContaining(group.prices) as unknown })),
    );
  });

  test('groups of missing, null and composite ids; sums that skip what is no number', async () => {
    expect(await run({ $group: { _id: '$at', n: { $sum: 1 } } }, { $sort: { _id: 1 } })).toEqual([
      { _id: null, n: 3 },
      { _id: CLASSES[3]?.at, n: 1 },
    ]);
    expect(
      await run({
        $group: {
          _id: null,
          text: { $sum: '$name' },
          none: { $avg: '$name' },
          low: { $min: '$at' },
          firstAt: { $first: '$at' },
          all: { $push: '$at' },
        },
      }),
    ).toEqual([
      { _id: null, text: 0, none: null, low: CLASSES[3]?.at, firstAt: null, all: [CLASSES[3]?.at] },
    ]);
    const pairs = await run(
      { $group: { _id: { status: '$status', price: '$price' } } },
      { $sort: { '_id.status': 1, '_id.price': 1 } },
    );
    expect(pairs).toEqual([
      { _id: { status: 'archived', price: 10.1 } },
      { _id: { status: 'open' } },
      { _id: { status: 'open', price: 10.1 } },
      { _id: { status: 'open', price: 39.1 } },
    ]);
  });

  test('many small amounts add up without rounding errors', async () => {
    const collection = database.db.collection('amounts');
    await collection.insertMany(Array.from({ length: 10 }, () => ({ amount: 0.1 })));
    const sums = await collection
      .aggregate([{ $group: { _id: null, sum: { $sum: '$amount' } } }])
      .toArray();
    expect(sums).toEqual([{ _id: null, sum: 1 }]);
  });
});

describe('what a student has', () => {
  test('counted by the database', async () => {
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
          enrolled: { $sum: { $cond: { if: isEnrolled, then: 1, else: 0 } } },
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
    { $set: { seats: 1, name: '$status' } },
    { $group: { _id: '$seats' } },
  );
  expect(await run({ $sort: { _id: 1 } })).toEqual(CLASSES);
});
