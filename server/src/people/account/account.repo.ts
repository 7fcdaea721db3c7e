import type { ObjectId } from 'mongodb';
import type { Collections, UserDocument } from '../../database/collections.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import type { AdminBundle, Role } from '@speakifyr/contract/limits.ts';
import { changeActs, type UserActs } from '../users/user-acts.ts';

/** How a user leaves the school: removed by an admin, or deleted by themselves. */
type Users = Pick<Collections, 'users'>;

/** Marks a user as removed, if their role has not changed since it was read. @returns whether it did */
export async function markRemoved(
  { users }: Users,
  id: ObjectId,
  role: Role,
  act: AuditEvent,
): Promise<boolean> {
  const { modifiedCount } = await users.updateOne(
    { _id: id, role, status: 'active' },
    { $set: { status: 'removed' }, $push: { events: act } },
  );
  return modifiedCount === 1;
}

/** Undoes a removal and drops its act for the audit log. */
export async function markActive(
  { users }: Users,
  id: ObjectId,
  { _id: actId }: AuditEvent,
): Promise<void> {
  await users.updateOne(
    { _id: id },
    { $set: { status: 'active' }, $pull: { events: { _id: actId } } },
  );
}

/**
 * Marks a student as being deleted, if they are still an active student and nobody else has got the record since.
 * @param user as they were when they asked for it
 * @param deletion.checkAfter until then, only the caller works on the deletion
 * @returns whether it did
 */
export async function markDeleting(
  { users }: Users,
  { _id, uid, credentials }: UserDocument,
  deletion: NonNullable<UserDocument['deletion']>,
): Promise<boolean> {
  const { modifiedCount } = await users.updateOne(
    { _id, uid, credentials, role: 'student', status: 'active' },
    { $set: { status: 'deleting', deletion } },
  );
  return modifiedCount === 1;
}

/** Claims the next unfinished deletion. No other server gets it before `checkAgainAfter`. */
export async function claimDueDeletion(
  { users }: Users,
  at: Date,
  checkAgainAfter: Date,
): Promise<UserDocument | null> {
  return users.findOneAndUpdate(
    { status: 'deleting', 'deletion.checkAfter': { $lte: at } },
    { $set: { 'deletion.checkAfter': checkAgainAfter } },
    { returnDocument: 'after' },
  );
}

/** Extends the claim on a deletion. @returns false if another server has finished it */
export async function keepDeletion(
  { users }: Users,
  id: ObjectId,
  checkAgainAfter: Date,
): Promise<boolean> {
  const { matchedCount } = await users.updateOne(
    { _id: id, status: 'deleting' },
    { $set: { 'deletion.checkAfter': checkAgainAfter } },
  );
  return matchedCount === 1;
}

/**
 * Deletes the record of a user who is being deleted. After that, the email is free. A record with an act that is not in
 * the audit log yet stays; the deletion is tried again later.
 */
export async function dropDeletedUser({ users }: Users, id: ObjectId): Promise<void> {
  await users.deleteOne({
    _id: id,
    status: 'deleting',
    'events.0': { $exists: false },
  });
}

/** The active admins who may do everything. */
export async function countDirectors({ users }: Users): Promise<number> {
  return users.countDocuments({ role: 'admin', status: 'active', bundle: { $exists: false } });
}

/**
 * Changes what an admin may do, if nobody else has changed it since.
 * @param acts the act for the audit log, or the act that this change undoes
 * @returns whether it was changed
 */
export async function setBundle(
  { users }: Users,
  id: ObjectId,
  before: AdminBundle,
  after: AdminBundle,
  acts: UserActs,
): Promise<boolean> {
  const { modifiedCount } = await users.updateOne(
    {
      ...{ _id: id, role: 'admin', status: 'active' },
      bundle: before === 'director' ? { $exists: false } : before,
    },
    {
      ...(after === 'director' ? { $unset: { bundle: '' } } : { $set: { bundle: after } }),
      ...changeActs(acts),
    },
  );
  return modifiedCount === 1;
}
