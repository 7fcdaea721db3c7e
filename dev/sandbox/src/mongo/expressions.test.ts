import { ObjectId } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { usePipelines } from './testing/use-test-database.ts';

/** Tests of expressions in pipelines. They run against a real MongoDB too, see testing/start-database.ts. */
const CLASSES = [
  { _id: 1, seats: [{ price: 1 }, { state: 'held' }, { price: 39.1 }] },
  {
    _id: 4,
    name: 'Sailing',
    status: 'open',
    list: [1, 5, 9],
    at: new Date('2027-06-01T22:05:09.007Z'),
  },
];

const { run } = usePipelines(CLASSES);

describe('expressions', () => {
  test.each<[string, unknown, unknown]>([
    ['$eq of a missing field and null', { $eq: ['$nothing', null] }, false],
    ['$eq of ids, dates and texts', { $eq: ['$at', new Date('2027-06-01T22:05:09.007Z')] }, true],
    ['$gt across types', { $gt: ['$name', 5] }, true],
    ['$gt of a missing field', { $gt: ['$nothing', 0] }, false],
    ['$gt of dates', { $gt: ['$at', new Date('2027-06-01T22:05:09.006Z')] }, true],
    ['$gt of ids', { $gt: [new ObjectId('65'.repeat(12)), new ObjectId('64'.repeat(12))] }, true],
    ['$and', { $and: [true, '$nothing'] }, false],
    ['$and of numbers and texts', { $and: [{ $size: '$list' }, '$name', ''] }, true],
    ['$cond', { $cond: [{ $eq: ['$status', 'open'] }, '$name', 'closed'] }, 'Sailing'],
    ['$cond that is false', { $cond: ['$nothing', 1, { $size: '$list' }] }, 3],
    ['$filter', { $filter: { input: '$list', as: 'n', cond: { $gt: ['$$n', '$_id'] } } }, [5, 9]],
    ['$filter of a missing field', { $filter: { input: '$nothing', cond: true } }, null],
    [
      '$filter within another',
      {
        $filter: {
          input: '$list',
          as: 'n',
          cond: {
            $eq: [
              { $size: { $filter: { input: '$list', as: 'm', cond: { $gt: ['$$m', '$$n'] } } } },
              1,
            ],
          },
        },
      },
      [5],
    ],
  ])('%s', async (_name, expression, expected) => {
    const result = await run({ $match: { _id: 4 } }, { $project: { _id: 0, x: expression } });
    expect(result).toEqual([{ x: expected }]);
  });

  test('a path through an array gives a list', async () => {
    expect(await run({ $match: { _id: 1 } }, { $project: { _id: 0, x: '$seats.price' } })).toEqual([
      { x: [1, 39.1] },
    ]);
  });

  test.each([{ $size: '$name' }, { $size: '$nothing' }, { $filter: { input: '$name', cond: 1 } }])(
    '%j is an error',
    async (expression) => {
      await expect(run({ $match: { _id: 4 } }, { $project: { x: expression } })).rejects.toThrow();
    },
  );
});
