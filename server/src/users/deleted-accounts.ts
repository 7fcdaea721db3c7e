import type { SignIn } from '../outside/firebase-accounts.ts';
import type { Services } from '../services.ts';
import { dropDeletions, findDeletion, insertDeletion } from './deleted-accounts.repo.ts';

/** Longer than a proof and a session from before the deletion can last together. */
const KEEP_MS = 3 * 60 * 60_000;

/** Remembers that an account is deleted now, so that a session from before registers nobody. */
export async function noteDeletion(uid: string, { database, now }: Services): Promise<void> {
  await insertDeletion(database.collections, uid, now());
}

/** @returns whether the account was deleted after this sign-in */
export async function wasDeletedSince(
  { uid, signedInAt }: SignIn,
  { database }: Services,
): Promise<boolean> {
  return Boolean(await findDeletion(database.collections, uid, signedInAt));
}

/** Forgets deletions that no session is older than. Part of the sweep. */
export async function forgetOldDeletions({ database, now }: Services): Promise<void> {
  await dropDeletions(database.collections, new Date(now().getTime() - KEEP_MS));
}
