import type { UserDocument } from '../database/user-documents.ts';
import { logFailure } from '../log.ts';
import type { Services } from '../services.ts';
import { findLastLate } from '../users/removals.ts';
import { endOfWork, endTies } from './removals.ts';
import { giveBack } from './take-back.ts';

/** Claims the next removal, or the taking back of one, that was cut off. No other server gets it for now. */
async function claimRemoval(services: Services): Promise<UserDocument | null> {
  const at = services.now();
  return services.database.collections.users.findOneAndUpdate(
    { 'removal.at': { $lte: at }, 'removal.checkAfter': { $lte: at } },
    { $set: { 'removal.checkAfter': endOfWork(services) } },
    { returnDocument: 'after' },
  );
}

/** How many accounts one run of the job works on. */
const MAX_AT_ONCE = 100;

/**
 * Finishes removals, and what takes them back, that were cut off; forgets what is kept of a removal once it can't be
 * taken back, whether or not it is finished. A job; several servers may run it at once.
 * @param signal stops it between two accounts
 */
export async function finishRemovals(services: Services, signal?: AbortSignal): Promise<void> {
  for (let number = 0; number < MAX_AT_ONCE && !signal?.aborted; number += 1) {
    const user = await claimRemoval(services);
    if (!user?.removal) break;
    const { _id, status, removal } = user;
    const work = status === 'active' ? giveBack : endTies;
    const finishing = work({ ...user, removal }, services);
    await logFailure(finishing, 'a removal is not finished yet', services, { user: _id });
  }
  const { users } = services.database.collections;
  const late = { status: 'removed', 'removal.at': { $lte: findLastLate(services) } } as const;
  const open = await users
    .find({ ...late, 'removal.isDone': { $exists: false } }, { projection: { _id: 1 } })
    .toArray();
  for (const { _id } of open)
    services.log.error({ user: _id }, 'a removal was never finished, and is forgotten');
  await users.updateMany(late, { $unset: { removal: '' } });
}
