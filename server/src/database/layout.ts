import type { Collection } from 'mongodb';
import type { Collections, LayoutDocument } from './collections.ts';

/** The layout of what we store. Add 1 when new code can't read what older code wrote. */
export const LAYOUT = 7;

/** The message is for the person at the terminal. */
export class LayoutError extends Error {}

/**
 * Marks an empty database with our layout. Data of another layout, or without a mark, is left alone.
 * @throws {LayoutError} one sentence if there is such data
 */
export async function claimLayout(collections: Collections): Promise<void> {
  const { layout } = collections;
  const found = (await layout.findOne()) ?? (await markIfEmpty(collections));
  if (found?.number !== LAYOUT)
    throw new LayoutError(
      'The database (MONGODB_URI) has data of another version of the app, which this version can’t read: ' +
        'empty the sandbox with `npm run reset`, or name an empty database.',
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
      { $setOnInsert: { number: LAYOUT } },
      { upsert: true },
    );
  // Another server may have marked and filled it in between.
  return layout.findOne();
}
