import { type DbOptions, MongoClient, type MongoClientOptions } from 'mongodb';
import type { Logger } from 'pino';
import { reopenWhenStuck } from './reopen-when-stuck.ts';
import { type Collections, openCollections } from './collections.ts';
import { createIndexes } from './indexes.ts';
import { claimLayout } from './layout.ts';

const CONNECT_MS = 5_000;

/** The software's name, in a school that began while calendar entries were named after it. */
const OLD_ENTRY_ENDING = '@speakifyr';

/** Our commands take less than a second. A request may take 20 seconds and runs several of them. */
export const COMMAND_MS = 8_000;

/**
 * A confirmed write survives the loss of a machine, and every read sees it. A connection string can ask for less, and
 * some providers' do. So these are the database's settings, not the client's, which the string would override. R205
 */
const PROMISES: DbOptions = {
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
  readConcern: undefined,
};

export type Database = {
  client: MongoClient;
  collections: Collections;
  /** What the ids of calendar entries end with. It never changes, or calendars would have each entry twice. R639 */
  entryEnding: string;
  /** @throws if the database does not answer */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Connects to MongoDB and creates missing indexes. Marks an empty database with our layout.
 * @param uri with the database's name as its path
 * @param options driver options that override ours; `anyLayout` if the data there may be of another layout: then nothing is marked or created
 * @param log where to report that a stuck connection was reopened
 * @throws {Error} if no server answers within five seconds
 * @throws {LayoutError} if the data has another layout
 */
export async function connectDatabase(
  uri: string,
  { anyLayout = false, ...options }: MongoClientOptions & { anyLayout?: boolean } = {},
  log?: Pick<Logger, 'warn'>,
): Promise<Database> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: CONNECT_MS,
    socketTimeoutMS: COMMAND_MS,
    waitQueueTimeoutMS: 5_000,
    ignoreUndefined: true,
    ...options,
  });
  const stopWatching = reopenWhenStuck(client, CONNECT_MS + 1_000, log);
  await client.connect();
  const db = client.db(undefined, PROMISES);
  const collections = openCollections(db);
  let entryEnding = '';
  try {
    if (!anyLayout) {
      ({ entryEnding = OLD_ENTRY_ENDING } = await claimLayout(collections));
      await createIndexes(collections);
    }
  } catch (error) {
    stopWatching();
    await client.close();
    throw error;
  }
  return {
    client,
    collections,
    entryEnding,
    ping: async () => void (await db.command({ ping: 1 })),
    close() {
      stopWatching();
      return client.close();
    },
  };
}
