import type { UserDocument } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { claimDueDeletion, dropDeletedUser, keepDeletion, markDeleting } from './account.repo.ts';
import { makePseudonym } from '../users/pseudonym.ts';

/** A user whose account is being deleted; `pseudonym` is the e-mail address that stands for theirs from now on. */
export type DeletedUser = Pick<UserDocument, '_id' | 'email' | 'name'> & { pseudonym: string };

/** How long one server has a deletion to itself: longer than Stripe takes to answer, or not to. */
const WORK_MS = 2 * 60_000;

/**
 * Locks a student out, for good: the first step of deleting an account, and the one that counts.
 * @returns null if they are no active student any more
 */
export async function lockDeletedUser(
  user: UserDocument,
  services: Services,
): Promise<DeletedUser | null> {
  const pseudonym = makePseudonym();
  const deletion = { pseudonym, checkAfter: endOfWork(services) };
  const isLocked = await markDeleting(services.database.collections, user._id, deletion);
  return isLocked ? { ...user, pseudonym } : null;
}

/** Takes over a deletion that somebody did not finish, if there is one. */
export async function claimDeletedUser(services: Services): Promise<DeletedUser | null> {
  const user = await claimDueDeletion(
    services.database.collections,
    services.now(),
    endOfWork(services),
  );
  return user?.deletion ? { ...user, pseudonym: user.deletion.pseudonym } : null;
}

/** Says that the deletion goes on. @returns false if another server has finished it meanwhile */
export async function keepDeletedUser({ _id }: DeletedUser, services: Services): Promise<boolean> {
  return keepDeletion(services.database.collections, _id, endOfWork(services));
}

/** The last step: the record goes, and the e-mail is free for a new account. */
export async function dropUser({ _id }: DeletedUser, { database }: Services): Promise<void> {
  await dropDeletedUser(database.collections, _id);
}

function endOfWork({ now }: Services): Date {
  return new Date(now().getTime() + WORK_MS);
}
