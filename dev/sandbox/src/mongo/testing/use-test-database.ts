import type { Document } from 'mongodb';
import { afterAll, beforeAll } from 'vitest';
import { openTestDatabase, type TestDatabase } from './start-database.ts';
import { fillCollection } from './test-collections.ts';

/** Opens a database before the tests of a file, and closes it after them. */
export function useTestDatabase() {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  const fill = (docs: Document[]) => fillCollection(database, docs);

  return {
    /** The open database. Only for use inside of tests. */
    get: () => database,
    /** Creates a collection with these documents. */
    fill,
    /** Puts documents into a new collection. @returns the ids of those that match, sorted */
    async findIds(
      docs: Document[],
      filter: Document,
      sort: Document = { _id: 1 },
    ): Promise<unknown[]> {
      const collection = await fill(docs);
      const found = await collection.find(filter).sort(sort).toArray();
      return found.map(({ _id }): unknown => _id);
    },
  };
}

/**
 * Opens a database with these documents for tests of pipelines.
 * @returns the database, and a function that runs a pipeline over the documents
 */
export function usePipelines(docs: Document[]) {
  const database = useTestDatabase();
  let collection: Awaited<ReturnType<typeof database.fill>>;
  beforeAll(async () => {
    collection = await database.fill(docs);
  });
  const run = (...pipeline: Document[]): Promise<Document[]> =>
    collection.aggregate(pipeline).toArray();
  return { ...database, run };
}
