import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { type Collections, openCollections } from './collections.ts';
import { createIndexes } from './indexes.ts';
import { claimLayout, explainLayout, LAYOUT, LayoutError, OLDEST_LAYOUT } from './layout.ts';
import type { Migration } from './migrations/migration.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import { COMMIT, VERSION } from '../version.ts';

/** Whoever migrates says so again each third of this time. If it stops doing that, another may take over. */
const LOCK_MS = 30_000;
const WAIT_MS = 1_000;

/**
 * Brings the data to our layout, one migration after the other. Only one program at a time does: another one waits for it,
 * and takes over if it dies. decisions/0095. R134
 * @param uri with the database's name as its path
 * @param tell gets a sentence about each step
 * @throws {LayoutError} if the data is too old or too new
 */
export async function migrate(uri: string, tell: (sentence: string) => void): Promise<void> {
  // Without our usual limits: a step may take minutes.
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000, ignoreUndefined: true });
  try {
    const db = client.db(undefined, { writeConcern: { w: 'majority', journal: true } });
    const collections = openCollections(db);
    for (let next = await findNext(collections); next; next = await findNext(collections)) {
      const by = await lock(collections, next, tell);
      if (!by) continue;
      tell(`To layout ${next.to}: ${next.title}…`);
      await runLocked(collections, by, () => next!.run(db));
      const { modifiedCount } = await collections.layout.updateOne(
        { 'migrating.by': by, number: next.to - 1 },
        {
          $set: { number: next.to, version: VERSION, commit: COMMIT },
          $unset: { migrating: 1 },
        },
      );
      if (modifiedCount === 0)
        throw new LayoutError('Another program has taken over the migration. Run it again.');
    }
    await claimLayout(collections);
    await createIndexes(collections);
    tell(`The data has layout ${LAYOUT}.`);
  } finally {
    await client.close();
  }
}

/** @returns undefined if the data has our layout, or there is none yet. @throws {LayoutError} */
async function findNext({ layout }: Collections): Promise<Migration | undefined> {
  const found = await layout.findOne();
  if (!found || found.number === LAYOUT) return undefined;
  if (found.number < OLDEST_LAYOUT || found.number > LAYOUT)
    throw new LayoutError(explainLayout(found));
  return MIGRATIONS.find(({ to }) => to === found.number + 1);
}

/** @returns who has the lock; undefined after a while if another program has it */
async function lock(
  { layout }: Collections,
  { to }: Migration,
  tell: (sentence: string) => void,
): Promise<string | undefined> {
  const by = randomUUID();
  const now = new Date();
  const { matchedCount } = await layout.updateOne(
    {
      number: to - 1,
      $or: [{ migrating: { $exists: false } }, { 'migrating.until': { $lt: now } }],
    },
    { $set: { migrating: { by, until: new Date(now.getTime() + LOCK_MS) } } },
  );
  if (matchedCount > 0) return by;
  tell('Another program migrates the data. Waiting…');
  await delay(WAIT_MS);
  return undefined;
}

/** Keeps the lock while the work is done. */
async function runLocked(
  { layout }: Collections,
  by: string,
  work: () => Promise<void>,
): Promise<void> {
  const renewing = setInterval(() => {
    const until = new Date(Date.now() + LOCK_MS);
    // If that fails, the end of the work finds out whether the lock is still ours.
    layout
      .updateOne({ 'migrating.by': by }, { $set: { 'migrating.until': until } })
      .catch(() => {});
  }, LOCK_MS / 3);
  try {
    await work();
  } catch (error) {
    await layout.updateOne({ 'migrating.by': by }, { $unset: { migrating: 1 } });
    throw error;
  } finally {
    clearInterval(renewing);
  }
}
