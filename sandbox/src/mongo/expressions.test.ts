import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from './testing/start-database.ts';

/** What expressions of pipelines come to. Runs against a real MongoDB too, see testing/start-database.ts. */
let database: TestDatabase;

const CLASSES = [
  { _id: 1, seats: [{ price: 1 }, { state: 'held' }, { price: 39.1 }] },
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

describe('expressions', () => {
  test.each<[string, unknown, unknown]>([
    ['$eq of a missing field and null', { $eq: ['$nothing', null] }, false],
    ['$gt across types', { $gt: ['$name', 5] }, true],
    ['$lte of a missing field', { $lte: ['$nothing', 0] }, true],
    [
      '$ne of equal lists',
      {
        $ne: [
          [1, '$_id'],
          [1, 4],
        ],
      },
      false,
    ],
    ['$in', { $in: ['$name', ['Sailing', 'x']] }, true],
    ['$not of an empty text', { $not: [''] }, false],
    ['$or', { $or: [false, '$nothing', 0, '$name'] }, true],
    ['$and', { $and: [true, '$nothing'] }, false],
    ['$ifNull', { $ifNull: ['$nothing', 'else'] }, 'else'],
    ['$concat', { $concat: ['$name', '-', '$status'] }, 'Sailing-open'],
    ['$concat with null', { $concat: ['$name', '$nothing'] }, null],
    [
      '$add, $subtract and $divide',
      { $divide: [{ $subtract: [{ $add: ['$_id', 6] }, 1] }, 2] },
      4.5,
    ],
    ['$subtract of dates', { $subtract: ['$at', new Date('2027-06-01T22:05:00Z')] }, 9_007],
    [
      '$round to the even neighbour',
      [{ $round: [2.5, 0] }, { $round: [3.5, 0] }, { $round: [-2.5, 0] }, { $round: [0.125, 2] }],
      [2, 4, -2, 0.12],
    ],
    ['$round to places', { $round: [2.346, 2] }, 2.35],
    ['$map', { $map: { input: [1, 2], as: 'n', in: { $multiply: ['$$n', '$_id'] } } }, [4, 8]],
    ['$literal', { $literal: '$name' }, '$name'],
    [
      '$dateToString',
      { $dateToString: { date: '$at', format: '%Y-%m-%d %H:%M:%S.%L' } },
      '2027-06-01 22:05:09.007',
    ],
    ['a field of the elements', { $ifNull: ['$seats.price', 'none'] }, 'none'],
  ])('%s', async (_name, expression, expected) => {
    const result = await run({ $match: { _id: 4 } }, { $project: { _id: 0, x: expression } });
    expect(result).toEqual([{ x: expected }]);
  });

  test('a path through an array gives a list', async () => {
    expect(await run({ $match: { _id: 1 } }, { $project: { _id: 0, x: '$seats.price' } })).toEqual([
      { x: [1, 39.1] },
    ]);
  });

  test.each([{ $size: '$name' }, { $divide: [1, 0] }, { $add: ['$name', 1] }])(
    '%j is an error',
    async (expression) => {
      await expect(run({ $match: { _id: 4 } }, { $project: { x: expression } })).rejects.toThrow();
    },
  );
});
