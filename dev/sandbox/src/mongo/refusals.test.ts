import { Binary, Code, Decimal128, type Document, Long, MaxKey, Timestamp } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, REAL_MONGODB, type TestDatabase } from './testing/start-database.ts';

/** The sandbox names what it can't do, so that it never gives a wrong answer. */
describe.skipIf(REAL_MONGODB)('refused by name', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openTestDatabase();
    await database.db
      .collection<{ _id: number; list: object[]; a: number }>('things')
      .insertOne({ _id: 1, a: 1, list: [{ b: 1 }] });
  });
  afterAll(async () => {
    expect(await database.db.collection('things').find({}).toArray()).toEqual([
      { _id: 1, a: 1, list: [{ b: 1 }] },
    ]);
    await database.close();
  });

  const find = (filter: Document) => ({ find: 'things', filter });
  const update = (u: unknown, more: Document = {}) => ({
    update: 'things',
    updates: [{ q: { _id: 1 }, u, ...more }],
  });
  const aggregate = (...pipeline: Document[]) => ({ aggregate: 'things', pipeline, cursor: {} });
  const insert = (value: unknown) => ({ insert: 'things', documents: [{ value }] });
  const index = (spec: Document) => ({
    createIndexes: 'things',
    indexes: [{ key: { a: 1 }, name: 'x', ...spec }],
  });

  test.each<[string, Document]>([
    ['listIndexes', { listIndexes: 'things' }],
    ['listCollections', { listCollections: 1 }],
    ['dropIndexes', { dropIndexes: 'things', index: '*' }],
    ["'drop'", { drop: 'things' }],
    ['dropDatabase', { dropDatabase: 1 }],
    ['explain of distinct', { explain: { distinct: 'things', key: 'a' } }],
    ['mapReduce', { mapReduce: 'things' }],
    ['bulkWrite', { bulkWrite: 1, ops: [] }],
    [
      'a transaction',
      { ...find({}), txnNumber: Long.fromNumber(1), startTransaction: true, autocommit: false },
    ],
    ['collation', { ...find({}), collation: { locale: 'en' } }],
    ['hint', { ...find({}), hint: 'x' }],
    ['tailable', { ...find({}), tailable: true }],
    ['snapshot', { ...find({}), readConcern: { level: 'snapshot' } }],
    ['w.* > 1', { ...insert(1), writeConcern: { w: 2 } }],
    ['\\$where', find({ $where: 'true' })],
    ['\\$expr', find({ list: { $elemMatch: { b: 1, $expr: true } } })],
    ['\\$toUpper', find({ $expr: { $toUpper: '$a' } })],
    ['\\$text', find({ $text: { $search: 'x' } })],
    ['\\$mod', find({ a: { $mod: [2, 0] } })],
    ['\\$all', find({ a: { $all: [1] } })],
    ['\\$near', find({ a: { $near: [0, 0] } })],
    ['\\$typo', find({ a: { $typo: 1 } })],
    ['\\$type', find({ a: { $type: 'int' } })],
    ['\\$size', find({ a: { $size: 1 } })],
    ['\\$nin', find({ a: { $nin: [1] } })],
    ['\\$nor', find({ $nor: [{ a: 1 }] })],
    ['\\$gte with null', find({ a: { $gte: null } })],
    ['\\$lt with NaN', find({ a: { $lt: NaN } })],
    ['\\$gt with \\[ 1 \\]', find({ a: { $gt: [1] } })],
    ['\\$lte with \\{ b: 1 \\}', find({ a: { $lte: { b: 1 } } })],
    ['RegExp in filter.a', find({ a: /x/ })],
    ['RegExp', find({ a: { $in: [/x/] } })],
    ["'\\.' in a regular expression", find({ a: { $regex: 'a.b' } })],
    ["'\\^' in a regular expression", find({ a: { $regex: '^a' } })],
    ["'\\\\A' in a regular expression", find({ a: { $regex: '\\Ax' } })],
    ["'\\(' in a regular expression", find({ a: { $regex: '(?<=x)y' } })],
    ["'\\\\' in a regular expression", find({ a: { $regex: 'a\\' } })],
    ['\\$options "x"', find({ a: { $regex: 'a', $options: 'x' } })],
    ['Decimal128', find({ a: Decimal128.fromString('1') })],
    ['sort', { ...find({}), sort: { a: { $meta: 'textScore' } } }],
    ['projection', { ...find({}), projection: { a: 1, list: 0 } }],
    ["projection of 'a'", { ...find({}), projection: { a: '$list' } }],
    ["projection of 'a'", { ...find({}), projection: { a: { b: 1 } } }],
    ["projection 'list.b'", { ...find({}), projection: { 'list.b': 1 } }],
    ["projection 'list.b'", aggregate({ $project: { 'list.b': 0 } })],
    ["projection 'list.\\$'", { ...find({ 'list.b': 1 }), projection: { 'list.$': 1 } }],
    ["projection of 'list'", { ...find({}), projection: { list: { $slice: 1 } } }],
    ['Binary in documents.0.value', insert(new Binary(Buffer.from('x')))],
    ['Timestamp', insert(Timestamp.fromNumber(1))],
    ['Code', insert(new Code('x'))],
    ['MaxKey', insert(new MaxKey())],
    ['Long', insert(Long.fromString('9007199254740993'))],
    ['Decimal128', insert({ deep: [Decimal128.fromString('1')] })],
    ['RegExp in documents.0.value', insert(/x/)],
    ['with a dot', insert({ 'a.b': 1 })],
    ['\\$prefixed|dollar', insert({ $a: 1 })],
    ['empty field name', insert({ '': 1 })],
    ['pipeline', update([{ $set: { a: 2 } }])],
    ['replaces the whole document', update({ a: 2 })],
    ["'list.\\$\\[\\].b'", update({ $set: { 'list.$[].b': 2 } })],
    ["'arrayFilters'", update({ $set: { 'list.$[x].b': 2 } }, { arrayFilters: [{ 'x.b': 1 }] })],
    ['\\$min', update({ $min: { a: 0 } })],
    ['\\$max', update({ $max: { a: 2 } })],
    ['beyond the end', update({ $set: { 'list.5': 1 } })],
    ['\\$each of \\$addToSet', update({ $addToSet: { list: { $each: [1] } } })],
    ['\\$rename', update({ $rename: { a: 'b' } })],
    ['\\$mul', update({ $mul: { a: 2 } })],
    ['\\$currentDate', update({ $currentDate: { a: true } })],
    ['\\$slice of \\$push', update({ $push: { list: { $each: [], $slice: 1 } } })],
    [
      "'list.\\$' with other than one",
      {
        update: 'things',
        updates: [
          {
            q: { 'list.b': 1, list: { $elemMatch: { b: 1 } } },
            u: { $set: { 'list.$.b': 2 } },
          },
        ],
      },
    ],
    [
      "'\\$or' in the filter of an upsert",
      {
        update: 'things',
        updates: [{ q: { $or: [{ a: 9 }] }, u: { $set: { a: 2 } }, upsert: true }],
      },
    ],
    [
      "'x.y' in the filter of an upsert",
      { update: 'things', updates: [{ q: { 'x.y': 9 }, u: { $set: { a: 2 } }, upsert: true }] },
    ],
    ['collation', update({ $set: { a: 2 } }, { collation: { locale: 'en' } })],
    [
      '\\$lookup',
      aggregate({ $lookup: { from: 'x', as: 'y', localField: 'a', foreignField: 'b' } }),
    ],
    ['\\$facet', aggregate({ $facet: { a: [] } })],
    ['\\$out', aggregate({ $match: {} }, { $out: 'other' })],
    [
      '\\$function',
      aggregate({ $project: { x: { $function: { body: 'x', args: [], lang: 'js' } } } }),
    ],
    ['\\$toUpper', aggregate({ $group: { _id: { $toUpper: '$a' } } })],
    ['\\$stdDevPop', aggregate({ $group: { _id: null, x: { $stdDevPop: '$a' } } })],
    ['\\$\\$NOW', aggregate({ $project: { x: '$$NOW' } })],
    [
      '\\$dateToString',
      aggregate({ $project: { x: { $dateToString: { date: '$a', timezone: 'Asia/Dhaka' } } } }),
    ],
    ['\\$set', aggregate({ $set: { b: 1 } })],
    ['\\$addFields', aggregate({ $addFields: { b: 1 } })],
    ["projection 'a.b'", aggregate({ $project: { 'a.b': '$a' } })],
    ['path: "\\$list".*\\$unwind', aggregate({ $unwind: { path: '$list' } })],
    ['accumulator \\$avg', aggregate({ $group: { _id: null, x: { $avg: '$a' } } })],
    ['accumulator \\$push', aggregate({ $group: { _id: null, x: { $push: '$a' } } })],
    ['\\{ a: "\\$a", \\$b: 1 \\}', aggregate({ $group: { _id: { a: '$a', $b: 1 } } })],
    ['\\$ifNull', aggregate({ $project: { x: { $ifNull: ['$a', 1] } } })],
    ['if: true', aggregate({ $project: { x: { $cond: { if: true, then: 1, else: 2 } } } })],
    ['a list', aggregate({ $project: { x: ['$a'] } })],
    ['both includes and excludes', aggregate({ $project: { a: 0, b: '$a' } })],
    ['index type -1', index({ key: { a: -1 } })],
    ['"text"', index({ key: { a: 'text' } })],
    ["'sparse'", index({ sparse: true })],
    ['in a partialFilterExpression', index({ partialFilterExpression: { a: { $in: [1] } } })],
    ['in a partialFilterExpression', index({ partialFilterExpression: { a: { $exists: false } } })],
    ['in a partialFilterExpression', index({ partialFilterExpression: { a: 1 } })],
  ])('%s', async (name, command) => {
    const refused = database.db.command(command).then((answer) => {
      // The answer to a write contains its errors.
      const [error] = (answer['writeErrors'] ?? []) as Document[];
      if (error) throw new Error(String(error['errmsg']));
      return answer;
    });
    await expect(refused).rejects.toThrow(new RegExp(name));
  });

  /** MongoDB treats an inner array as a document, skips it, or sorts by several of its values. */
  describe('paths through arrays and other values', () => {
    const nested = () => database.db.collection<{ _id: number }>('nested');
    const DOC = { _id: 1, name: 'x', rows: [[{ b: 1 }], { b: 2 }], seats: [{ n: 1 }] };

    beforeAll(async () => void (await nested().insertOne(DOC)));
    afterAll(async () => expect(await nested().find({}).toArray()).toEqual([DOC]));

    test.each<[string, () => Promise<unknown>]>([
      [
        '$elemMatch with fields over an array of arrays',
        () => nested().findOne({ rows: { $elemMatch: { b: 2 } } }),
      ],
      [
        '$elemMatch with fields over an array of arrays',
        () => nested().findOne({}, { projection: { rows: { $elemMatch: { b: 2 } } } }),
      ],
      ["sorting by 'seats.n'", () => nested().find({}).sort({ 'seats.n': 1 }).toArray()],
      [
        "sorting by 'rows.0.b'",
        () =>
          nested()
            .aggregate([{ $sort: { 'rows.0.b': 1 } }])
            .toArray(),
      ],
      [
        "the path '$rows.b'",
        () =>
          nested()
            .aggregate([{ $project: { x: '$rows.b' } }])
            .toArray(),
      ],
      ["$pull from 'name.list'", () => nested().updateOne({}, { $pull: { 'name.list': 1 } })],
      ["$pull from 'rows.list'", () => nested().updateOne({}, { $pull: { 'rows.list': 1 } })],
    ])('%s', async (words, run) => {
      await expect(run()).rejects.toMatchObject({
        code: 238,
        message: expect.stringContaining(words) as string,
      });
    });
  });

  test('transactions that the driver starts', async () => {
    const session = database.client.startSession();
    session.startTransaction();
    const insertion = database.db.collection('things').insertOne({ a: 1 }, { session });
    await expect(insertion).rejects.toThrow(/a transaction is not supported/);
    await session.endSession();
  });

  test('change streams', async () => {
    const stream = database.db.collection('things').watch();
    await expect(stream.next()).rejects.toThrow(/\$changeStream/);
    await stream.close();
  });

  test('two arrays in one index', async () => {
    const collection = database.db.collection('parallel');
    await collection.createIndex({ a: 1, b: 1 });
    await expect(collection.insertOne({ a: [1], b: [2] })).rejects.toThrow(
      /several fields that lead into arrays/,
    );
    expect(await collection.countDocuments({})).toBe(0);
  });
});
