import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { Collections, UserDocument } from '../../database/collections.ts';

/** How users delete themselves. */
type Users = Pick<Collections, 'users'>;

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
 * Replaces all that the record of a user who is being deleted says. After that, the email is free. A record with an event
 * that is not in the audit log yet stays; the deletion is tried again later.
 * @param nameUntil keeps the name through this day (yyyy-mm-dd)
 */
export async function forgetDeletedUser(
  { users }: Users,
  {
    _id,
    pseudonym,
    nameUntil,
  }: { _id: ObjectId; pseudonym: string; nameUntil: string | undefined },
): Promise<void> {
  const nobody: Required<
    Omit<UserDocument, '_id' | 'createdAt' | 'name' | 'nameUntil' | keyof typeof FORGOTTEN>
  > = {
    ...{ email: pseudonym, status: 'deleted' },
    ...{ photo: '', searchWords: [], isVerified: false, credentials: '' },
    ...{ role: 'student', details: '' },
  };
  await users.updateOne(
    { _id, status: 'deleting', 'events.0': { $exists: false } },
    {
      $set: { ...nobody, ...(nameUntil ? { nameUntil } : { name: DELETED_NAME }) },
      $unset: FORGOTTEN,
    },
  );
}

/** The rest of what a record may say. What is missing here fails the types above. */
const FORGOTTEN = {
  phone: '',
  birthDate: '',
  uid: '',
  otherSignIn: '',
  bundle: '',
  agreedTerms: '',
  deletion: '',
  holds: '',
  holdsRevision: '',
  hasJoinedLists: '',
  timeClaims: '',
  events: '',
  mail: '',
  mailTo: '',
  calendarSecret: '',
  officeNotes: '',
} as const;
