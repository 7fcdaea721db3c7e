import type { Collections } from '../../database/collections.ts';
import { LAYOUT, OLDEST_LAYOUT } from '../../database/layout.ts';
import type { Document } from 'mongodb';
import {
  type CollectionName,
  digestLines,
  type Manifest,
  parseLine,
  readCollection,
  readFileLines,
  readManifest,
} from './backup-format.ts';

const BATCH = 500;
/** Documents of families are megabytes each. */
const BATCH_LENGTH = 16 * 1024 * 1024;

/** How far the clocks of the servers and of the machine that made the backup may differ. */
const CLOCK_MS = 5 * 60_000;

export type Restored = Manifest & {
  /** Number of payments that were settled during the backup and will be settled again. */
  reopened: number;
  /** Number of emails that were waiting. They are not sent unless an admin says so. */
  heldMails: number;
};

/**
 * Restores a backup into a database. Checks the whole backup before the first write, and compares the database with the
 * backup after the last one. Creates no indexes. Data of an older layout stays as it is: `migrate` brings it to ours.
 * R134
 * @param isForced whether to empty a database that is not empty
 * @throws {Error} one sentence. Nothing was written, unless the sentence says otherwise
 */
export async function restoreBackup(
  collections: Collections,
  folder: string,
  { isForced = false } = {},
): Promise<Restored> {
  const manifest = await readManifest(folder);
  if (manifest.layout < OLDEST_LAYOUT || manifest.layout > LAYOUT)
    throw new Error(
      'The backup was made by another version of the app: restore it with that version. Nothing was written.',
    );
  const files = manifest.collections.map(({ name, ...digest }) => {
    if (!Object.hasOwn(collections, name))
      throw new Error(`This version of the app has no collection ${name}. Nothing was written.`);
    return { name: name as CollectionName, digest };
  });
  for (const { name, digest } of files) await checkFile(folder, name, digest);
  await emptyDatabase(collections, isForced);
  for (const { name } of files) await insertFile(collections, folder, name);
  for (const { name, digest } of files) {
    const found = await digestLines(readCollection(collections, name));
    if (found.count !== digest.count || found.sha256 !== digest.sha256)
      throw new Error(
        `${name} in the database differs from the backup (${found.count} of ${digest.count} documents): ` +
          'is the app running? Stop it and restore again with --force.',
      );
  }
  return {
    ...manifest,
    reopened: await reopenPayments(collections, manifest),
    heldMails: await holdMails(collections, manifest),
  };
}

/** What is left to do after a backup was restored, in sentences. */
export function listNextSteps({
  reopened,
  heldMails,
}: Pick<Restored, 'reopened' | 'heldMails'>): string[] {
  const payments = reopened === 1 ? 'one recent payment' : `${reopened} recent payments`;
  const mails =
    heldMails === 1
      ? 'One email was waiting. It is not sent: an admin can retry it in the outbox.'
      : `${heldMails} emails were waiting. They are not sent: an admin can retry them in the outbox.`;
  return [
    ...(reopened > 0 ? [`When the server starts, it checks ${payments} again.`] : []),
    ...(heldMails > 0 ? [mails] : []),
  ];
}

async function checkFile(
  folder: string,
  name: CollectionName,
  expected: { count: number; sha256: string },
): Promise<void> {
  const found = await digestLines(readFileLines(folder, name)).catch((error: Error) => {
    throw new Error(`${name} in the backup can't be read (${error.message}). Nothing was written.`);
  });
  if (found.count !== expected.count || found.sha256 !== expected.sha256)
    throw new Error(
      `${name} in the backup is damaged: its hash is different. Nothing was written.`,
    );
}

async function emptyDatabase(collections: Collections, isForced: boolean): Promise<void> {
  const all = Object.entries(collections) as [CollectionName, Collections['users']][];
  for (const [name, collection] of all) {
    // An empty database has a layout, too.
    if (isForced || name === 'layout') continue;
    if (await collection.findOne({}, { projection: { _id: 1 } }))
      throw new Error(
        `The database is not empty (${name}): restore into an empty one, or replace everything in it with --force.`,
      );
  }
  // The layout's mark is deleted, too, and comes from the backup. A server that starts before that finds none.
  for (const [, collection] of all) await collection.deleteMany({});
}

async function insertFile(
  collections: Collections,
  folder: string,
  name: CollectionName,
): Promise<void> {
  let batch: Document[] = [];
  let length = 0;
  const insert = async () => {
    if (batch.length > 0) await collections[name].insertMany(batch as never[]);
    batch = [];
    length = 0;
  };
  for await (const line of readFileLines(folder, name)) {
    batch.push(parseLine(line));
    length += line.length;
    if (batch.length === BATCH || length >= BATCH_LENGTH) await insert();
  }
  await insert();
}

/**
 * The backup reads the ledger after the classes, so it may have a settled payment without the seat. Payments settled
 * since the backup began are reopened. When the server starts, it asks Stripe about each of them, and restores the seat
 * or refunds the money. Money that arrived keeps its day.
 */
async function reopenPayments({ payments }: Collections, { startedAt }: Manifest): Promise<number> {
  const since = new Date(new Date(startedAt).getTime() - CLOCK_MS);
  const { modifiedCount } = await payments.updateMany(
    { settledAt: { $gte: since } },
    {
      $set: { status: 'open', checkAfter: new Date(startedAt) },
      $unset: { settledAt: '', changedAt: '' },
    },
  );
  return modifiedCount;
}

/**
 * Emails that were waiting when the backup was made were probably sent after it. So they count as failed, and an admin
 * decides about each one in the outbox. R88
 */
async function holdMails({ outbox }: Collections, { startedAt }: Manifest): Promise<number> {
  const day = startedAt.slice(0, 10);
  const { modifiedCount } = await outbox.updateMany(
    { state: { $in: ['queued', 'sending'] } },
    {
      $set: {
        state: 'failed',
        lastError: `It was waiting when the backup of ${day} was made, and may have been sent after that. Try it again if not.`,
      },
      $unset: { nextAt: '' },
    },
  );
  return modifiedCount;
}
