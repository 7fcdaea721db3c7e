import type { CallCountDocument, Collections } from '../database/collections.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';

/**
 * Adds calls to the count that all servers share; a count whose time is over begins anew.
 * @param id the call and the address
 * @param calls how many to add
 * @param endsAt until when a new count would run
 * @returns the count as it is now, these calls among them
 */
export async function addCalls(
  { callCounts }: Pick<Collections, 'callCounts'>,
  id: string,
  calls: number,
  at: Date,
  endsAt: Date,
): Promise<CallCountDocument> {
  for (;;) {
    const count = await addToRunning(callCounts, id, calls, at, endsAt);
    if (count) return count;
    // MongoDB removes an ended count within a minute: here it is still there.
    const fresh = await callCounts.findOneAndUpdate(
      { _id: id, endsAt: { $lte: at } },
      { $set: { calls, endsAt } },
      { returnDocument: 'after' },
    );
    // Otherwise another server has just begun it anew.
    if (fresh) return fresh;
  }
}

/** @returns null if there is a count whose time is over */
async function addToRunning(
  callCounts: Collections['callCounts'],
  id: string,
  calls: number,
  at: Date,
  endsAt: Date,
): Promise<CallCountDocument | null> {
  try {
    return await callCounts.findOneAndUpdate(
      { _id: id, endsAt: { $gt: at } },
      { $inc: { calls }, $setOnInsert: { endsAt } },
      { upsert: true, returnDocument: 'after' },
    );
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
