import type { SignIn } from '../../outside/firebase-accounts.ts';
import type { Services } from '../../services.ts';
import { dropDeletions, findDeletion, insertDeletion } from './deleted-accounts.repo.ts';

const HOUR_MS = 60 * 60_000;
/** A sign-in that is older registers nobody: the account may have been deleted since, and that may be forgotten. */
const MAX_AGE_MS = 2 * HOUR_MS;
/** Longer than MAX_AGE_MS, because the clocks of several servers and of the provider may differ. */
const KEEP_MS = 3 * HOUR_MS;

/** Remembers that an account is deleted now, so that a sign-in from before registers nobody. */
export async function noteDeletion(uid: string, { database, now }: Services): Promise<void> {
  await insertDeletion(database.collections, uid, now());
}

/** @returns whether this sign-in is recent, and the account was not deleted after it */
export async function canRegister(
  { uid, signedInAt }: SignIn,
  { database, now }: Services,
): Promise<boolean> {
  if (signedInAt.getTime() < now().getTime() - MAX_AGE_MS) return false;
  return !(await findDeletion(database.collections, uid, signedInAt));
}

/** Forgets deletions that no sign-in that can register is older than. Part of the sweep. */
export async function forgetOldDeletions({ database, now }: Services): Promise<void> {
  await dropDeletions(database.collections, new Date(now().getTime() - KEEP_MS));
}
