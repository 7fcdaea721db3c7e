import { MongoClient, type MongoClientOptions } from 'mongodb';
import type { Logger } from 'pino';
import { reopenWhenStuck } from './reopen-when-stuck.ts';
import {
  type Collections,
  createIndexes,
  openCollections,
  upgradeDocuments,
} from './collections.ts';

const CONNECT_MS = 5_000;

/** How long a command may take: none of ours needs a second, and a call makes several of them in its 20 seconds. */
const COMMAND_MS = 8_000;

export type Database = {
  client: MongoClient;
  collections: Collections;
  /** @throws when the database does not answer */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Connects to MongoDB and makes the indexes, and whatever else an earlier version did not have.
 * @param uri with the database's name as its path
 * @param options of the driver, besides our own
 * @param log where to report that a stuck connection was reopened
 * @throws {Error} when no server answers within five seconds
 */
export async function connectDatabase(
  uri: string,
  options: MongoClientOptions = {},
  log?: Pick<Logger, 'warn'>,
): Promise<Database> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: CONNECT_MS,
    socketTimeoutMS: COMMAND_MS,
    waitQueueTimeoutMS: 5_000,
    // An acknowledged write must survive the loss of a machine.
    writeConcern: { w: 'majority', journal: true },
    ignoreUndefined: true,
    ...options,
  });
  const stopWatching = reopenWhenStuck(client, CONNECT_MS + 1_000, log);
  await client.connect();
  const db = client.db();
  const collections = openCollections(db);
  await createIndexes(collections);
  await upgradeDocuments(collections);
  return {
    client,
    collections,
    ping: async () => void (await db.command({ ping: 1 })),
    close() {
      stopWatching();
      return client.close();
    },
  };
}
