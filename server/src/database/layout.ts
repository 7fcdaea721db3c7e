import type { Collection } from 'mongodb';
import { COMMIT, VERSION } from '../version.ts';
import type { Collections, LayoutDocument } from './collections.ts';
import { MIGRATIONS } from './migrations/migrations.ts';

/** The layout of what we store: that of the last migration. */
export const LAYOUT = MIGRATIONS.at(-1)!.to;

/** The oldest layout that migrations can bring here. */
export const OLDEST_LAYOUT = MIGRATIONS[0]!.to - 1;

/** The message is for the person at the terminal. */
export class LayoutError extends Error {}

/** What the mark of our layout says. */
export const OUR_LAYOUT = { number: LAYOUT, version: VERSION, commit: COMMIT };

/**
 * Marks an empty database with our layout. Data of another layout, or without a mark, is left alone. R134
 * @returns the mark
 * @throws {LayoutError} if there is such data: which version wrote it, and what to do
 */
export async function claimLayout(collections: Collections): Promise<LayoutDocument> {
  const { layout } = collections;
  const found = (await layout.findOne()) ?? (await markIfEmpty(collections));
  if (found?.number !== LAYOUT) throw new LayoutError(explainLayout(found));
  return found;
}

/** @returns why data with this mark can't be used, and what to do, in two or three sentences */
export function explainLayout(found: LayoutDocument | null): string {
  const number = found?.number ?? 0;
  if (number < OLDEST_LAYOUT)
    return (
      'The database (MONGODB_URI) has data of another version of the app, which this version can’t read: ' +
      'empty the sandbox with `npm run reset`, or name an empty database.'
    );
  // Older versions did not say who they are.
  const writer = `version ${found?.version ?? '0.1.0'} (layout ${number})`;
  const ours = `This is version ${VERSION}, which needs layout ${LAYOUT}.`;
  if (number > LAYOUT)
    return `The data in the database (MONGODB_URI) was written by ${writer}. ${ours} Start that version, or a newer one.`;
  return (
    `The data in the database (MONGODB_URI) was written by ${writer}. ${ours} Make a backup, stop all other servers, and run ` +
    '`npm run migrate`; in the container `node migrate.mjs`. Or set MIGRATE_AT_START=true.'
  );
}

/** @returns the mark, or null if there is none and the database has data */
async function markIfEmpty(collections: Collections): Promise<LayoutDocument | null> {
  const { layout, ...others } = collections;
  const all = Object.values(others) as unknown[] as Collection[];
  const first = await Promise.all(all.map((one) => one.findOne({}, { projection: { _id: 1 } })));
  const isEmpty = first.every((document) => document === null);
  if (isEmpty)
    await layout.updateOne(
      { _id: 'layout' },
      { $setOnInsert: { ...OUR_LAYOUT, entryEnding: '' } },
      { upsert: true },
    );
  // Another server may have marked and filled it in between.
  return layout.findOne();
}
