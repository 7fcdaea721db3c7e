import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { UserDocument } from '../../database/collections.ts';
import { findNameUntil } from '../../enrollments/seats/current-seats.ts';
import { readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { claimDueDeletion, forgetDeletedUser, keepDeletion, markDeleting } from './account.repo.ts';
import { randomUUID } from 'node:crypto';

/** A user whose account is being deleted. `pseudonym` replaces their email. */
export type DeletedUser = Pick<
  UserDocument,
  '_id' | 'uid' | 'name' | 'email' | 'isVerified' | 'createdAt'
> & {
  pseudonym: string;
};

/** How many names one run of the job looks at. */
const MAX_DUE = 100;

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

/**
 * The last step: forgets the person, but for the name until their last camp is over. After that, the email is free for a
 * new account.
 */
export async function forgetUser(
  { _id, pseudonym }: DeletedUser,
  services: Services,
): Promise<void> {
  const nameUntil = await findNameUntil({ userId: _id }, services);
  await forgetDeletedUser(services.database.collections, { _id, pseudonym, nameUntil });
}

/** Removes the names of deleted accounts whose camps are over. A job. */
export async function forgetNamesOfEndedCamps(services: Services): Promise<void> {
  const { users } = services.database.collections;
  const due = users.find({ nameUntil: { $lt: readToday(services) } }).limit(MAX_DUE);
  for (const { _id } of await due.toArray()) {
    // The days of the camp may have changed since.
    const nameUntil = await findNameUntil({ userId: _id }, services);
    await users.updateOne(
      { _id },
      nameUntil
        ? { $set: { nameUntil } }
        : { $set: { name: DELETED_NAME }, $unset: { nameUntil: '' } },
    );
  }
}

function endOfWork({ now }: Services): Date {
  return new Date(now().getTime() + WORK_MS);
}

/** @returns a random address that belongs to nobody: mail to `.invalid` can't be delivered (RFC 2606) */
function makePseudonym(): string {
  return `deleted-${randomUUID().replaceAll('-', '').slice(0, 16)}@deleted.invalid`;
}
