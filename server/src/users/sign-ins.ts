import { isDuplicateKey } from '../database/duplicate-key.ts';
import { auditEvent, newsEvent } from '../events/audit-event.ts';
import type { Collections } from '../database/collections.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import type { SignIn } from '../outside/firebase-accounts.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { checkActive } from './users.service.ts';
import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { newCredentials } from './calendar-secrets.ts';
import { findUserWithId } from './find-users.ts';
import { notifyOldAddresses } from './old-address.ts';

/** The link between a user's record and an account at the provider. */
type Users = Pick<Collections, 'users'>;

/**
 * Decides whether a confirmed sign-in may use the record with its address, and stores the account's state there. Every
 * change of the account ends all older sessions. Only the owner of an address learns that an admin removed them.
 * R57, R281, R469
 * @param user the record, as it was before the account was looked up; null for somebody who has not registered
 * @returns false if the record has changed since, and it must be decided again
 * @throws {ApiError} `other_sign_in` if the record belongs to another account, `address_changed` if this account has a
 *   record with another address, `verify_email_first` if the record belongs to none and the address is not confirmed,
 *   `account_removed`, `account_deleting`
 */
export async function admitSignIn(
  user: UserDocument | null,
  signIn: SignIn,
  { database: { collections }, now }: Services,
): Promise<boolean> {
  const isOwner = user?.uid === signIn.uid || signIn.isVerified;
  if (user && (isOwner || user.status !== 'removed')) checkActive(user);
  if (user?.uid === signIn.uid)
    return (
      user.credentials === signIn.credentials || updateSignIn(collections, user, signIn, now())
    );

  const hasOtherRecord = await endOtherSessions(collections, signIn);
  if (user?.uid) {
    await noteOtherSignIn(collections, user, signIn, now());
    throw new ApiError('other_sign_in');
  }
  if (hasOtherRecord) throw new ApiError('address_changed');
  if (!user) return true;
  if (!signIn.isVerified) throw new ApiError('verify_email_first');
  if (isTooLate(user, now())) throw new ApiError('other_sign_in', INVITATION_ENDED);
  return claimUser(collections, user, signIn, now());
}

/** How long an instructor may take up an invitation: an address may have another owner a year later. */
const INVITED_DAYS = 90;
const INVITATION_ENDED = 'This invitation has ended. Please ask the school to invite you again.';

function isTooLate({ role, isUnclaimed, invitedAt, createdAt }: UserDocument, at: Date): boolean {
  if (role !== 'instructor' || !isUnclaimed) return false;
  return (invitedAt ?? createdAt).getTime() < at.getTime() - INVITED_DAYS * DAY_MS;
}

/**
 * Stores the new state of a record's account. Older sessions are no longer valid.
 * @param user as it was before the account was looked up
 * @returns false if the record has changed since then
 */
async function updateSignIn(
  { users }: Users,
  { _id, uid, credentials, isVerified }: UserDocument,
  signIn: SignIn,
  at: Date,
): Promise<boolean> {
  const isNews = signIn.isVerified && !isVerified;
  const { modifiedCount } = await users.updateOne(
    { _id, uid, credentials, status: 'active' },
    {
      ...newCredentials(signIn.credentials, { isVerified: signIn.isVerified }),
      ...(isNews && { $push: { events: newsEvent('user joined', { userId: _id }, at) } }),
    },
  );
  return modifiedCount === 1;
}

/**
 * Gives a record that belongs to no account to a confirmed one. Until its owner agrees to the terms, they are like somebody who
 * has not registered yet. R320, R497, R633
 * @returns false if the record has changed
 */
async function claimUser(
  { users }: Users,
  { _id, isVerified, agreedTerms }: UserDocument,
  { uid, credentials }: SignIn,
  at: Date,
): Promise<boolean> {
  try {
    const { modifiedCount } = await users.updateOne(
      { _id, uid: { $exists: false }, status: 'active' },
      {
        ...newCredentials(
          credentials,
          { uid, isVerified: true, ...(!agreedTerms && { owesTerms: true }) },
          ['otherSignIn', 'claim', 'isUnclaimed', 'invitedAt'],
        ),
        ...(!isVerified && { $push: { events: newsEvent('user joined', { userId: _id }, at) } }),
      },
    );
    return modifiedCount === 1;
  } catch (error) {
    // The account just got another record.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Ends the sessions of a record that belongs to this account, but has another address: the person changed it at the
 * provider.
 * @returns whether there is such a record
 */
async function endOtherSessions(
  { users }: Users,
  { uid, email, credentials }: SignIn,
): Promise<boolean> {
  const { matchedCount } = await users.updateOne(
    { uid, email: { $ne: email } },
    newCredentials(credentials),
  );
  return matchedCount === 1;
}

/** Records for the admins that another account at the provider has this record's address. */
async function noteOtherSignIn(
  { users }: Users,
  { _id, uid }: UserDocument,
  { uid: otherUid, isVerified }: SignIn,
  at: Date,
): Promise<void> {
  await users.updateOne(
    { _id, uid, status: 'active' },
    { $set: { otherSignIn: { uid: otherUid, isVerified, at } } },
  );
}

/**
 * Unlinks a user's record from its account at the provider, and ends its sessions, its calendar's address and its other
 * address for emails. The next confirmed sign-in with the record's address takes the record over. Role, seats and
 * payments stay.
 * @param id the user's id
 * @throws {ApiError} `not_found`
 */
export async function unlinkSignIn(
  id: string,
  admin: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<void> {
  const user = await findUserWithId(new ObjectId(id), services);
  if (user?.status !== 'active') throw new ApiError('not_found', 'We could not find this user.');
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'unlink sign-in',
    target: user.email,
    before: null,
    after: null,
  });
  const { matchedCount } = await services.database.collections.users.updateOne(
    { _id: user._id, status: 'active' },
    {
      ...newCredentials(randomUUID(), {}, ['uid', 'otherSignIn', 'mailTo']),
      $push: { events: { $each: [event, ...notifyOldAddresses(user, 'unlinked', event.at)] } },
    },
  );
  if (matchedCount === 0)
    throw new ApiError('not_found', 'This user has changed. Please reload the list.');
}
