import type { UserDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { claimDueDeletion, forgetDeletedUser, keepDeletion, markDeleting } from './account.repo.ts';
import { makePseudonym } from '../users/pseudonym.ts';

/** A user whose account is being deleted. `pseudonym` replaces their email. */
export type DeletedUser = Pick<
  UserDocument,
  '_id' | 'uid' | 'name' | 'email' | 'isVerified' | 'createdAt'
> & {
  pseudonym: string;
};

/** How long a server has a deletion to itself: longer than Stripe takes to answer or to time out. */
const WORK_MS = 2 * 60_000;

/**
 * Locks a student out for good: the first step of a deletion, and the one that decides it.
 * @returns null if they are not an active student anymore, or the record belongs to another sign-in
 */
export async function lockDeletedUser(
  user: UserDocument,
  services: Services,
): Promise<DeletedUser | null> {
  const pseudonym = makePseudonym();
  const deletion = { pseudonym, checkAfter: endOfWork(services) };
  const isLocked = await markDeleting(services.database.collections, user, deletion);
  return isLocked ? { ...user, pseudonym } : null;
}

/** Takes over an unfinished deletion, if there is one. */
export async function claimDeletedUser(services: Services): Promise<DeletedUser | null> {
  const user = await claimDueDeletion(
    services.database.collections,
    services.now(),
    endOfWork(services),
  );
  return user?.deletion ? { ...user, pseudonym: user.deletion.pseudonym } : null;
}

/** Keeps the deletion for this server. @returns false if another server has finished it */
export async function keepDeletedUser({ _id }: DeletedUser, services: Services): Promise<boolean> {
  return keepDeletion(services.database.collections, _id, endOfWork(services));
}

/** The last step: forgets the person. After that, the email is free for a new account. */
export async function forgetUser(
  { _id, pseudonym }: DeletedUser,
  { database }: Services,
): Promise<void> {
  await forgetDeletedUser(database.collections, _id, pseudonym);
}

function endOfWork({ now }: Services): Date {
  return new Date(now().getTime() + WORK_MS);
}
