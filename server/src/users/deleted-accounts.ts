import type { SignIn } from '../outside/firebase-accounts.ts';
import type { Services } from '../services.ts';

const HOUR_MS = 60 * 60_000;
/** An older sign-in can't register: the account may have been deleted since, and we may have forgotten that. */
const MAX_AGE_MS = 2 * HOUR_MS;
/** Longer than MAX_AGE_MS, because the clocks of several servers and of the provider may differ. */
const KEEP_MS = 3 * HOUR_MS;

/**
 * Remembers that an account is deleted now, so that an earlier sign-in can't register. May be repeated; the latest time
 * counts. R61
 */
export async function noteDeletion(uid: string, { database, now }: Services): Promise<void> {
  const { deletedAccounts } = database.collections;
  const change = { $set: { deletedAt: now() } };
  await deletedAccounts.updateOne({ _id: uid }, change, { upsert: true });
}

/** @returns whether this sign-in is recent, and the account was not deleted after it */
export async function canRegister(
  { uid, signedInAt }: SignIn,
  { database, now }: Services,
): Promise<boolean> {
  if (signedInAt.getTime() < now().getTime() - MAX_AGE_MS) return false;
  const { deletedAccounts } = database.collections;
  return !(await deletedAccounts.findOne({ _id: uid, deletedAt: { $gte: signedInAt } }));
}

/** Forgets deletions older than any sign-in that can still register. A job. */
export async function forgetOldDeletions({ database, now }: Services): Promise<void> {
  const isOld = { deletedAt: { $lt: new Date(now().getTime() - KEEP_MS) } };
  await database.collections.deletedAccounts.deleteMany(isOld);
}
