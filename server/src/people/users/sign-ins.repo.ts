import type { Collections, UserDocument } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/duplicate-key.ts';
import { newsEvent } from '../../events/audit-event.ts';

/** The link between a user's record and an account at the provider. */
type Users = Pick<Collections, 'users'>;

/** An account at the provider, as the provider has just confirmed it. */
type SignIn = { uid: string; email: string; isVerified: boolean; credentials: string };

/**
 * Stores the new state of the account that a record belongs to. Sessions from before no longer count.
 * @param user as it was before the account was looked up
 * @returns false if the record has changed since then
 */
export async function updateSignIn(
  { users }: Users,
  { _id, uid, credentials, isVerified }: UserDocument,
  signIn: SignIn,
  at: Date,
): Promise<boolean> {
  const isNews = signIn.isVerified && !isVerified;
  const { modifiedCount } = await users.updateOne(
    { _id, uid, credentials, status: 'active' },
    {
      $set: { isVerified: signIn.isVerified, credentials: signIn.credentials },
      ...(isNews && { $push: { events: newsEvent('user joined', { userId: _id }, at) } }),
    },
  );
  return modifiedCount === 1;
}

/** Gives a record that belongs to no account to a confirmed one. @returns false if the record has changed */
export async function claimUser(
  { users }: Users,
  { _id, isVerified }: UserDocument,
  { uid, credentials }: SignIn,
  at: Date,
): Promise<boolean> {
  try {
    const { modifiedCount } = await users.updateOne(
      { _id, uid: { $exists: false }, status: 'active' },
      {
        $set: { uid, isVerified: true, credentials },
        $unset: { otherSignIn: '' },
        ...(!isVerified && { $push: { events: newsEvent('user joined', { userId: _id }, at) } }),
      },
    );
    return modifiedCount === 1;
  } catch (error) {
    // The account has just got another record.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Ends the sessions of a record that belongs to this account, but has another address: the person changed it at the
 * provider.
 * @returns whether there is such a record
 */
export async function endOtherSessions(
  { users }: Users,
  { uid, email, credentials }: SignIn,
): Promise<boolean> {
  const { matchedCount } = await users.updateOne(
    { uid, email: { $ne: email } },
    { $set: { credentials } },
  );
  return matchedCount === 1;
}

/** Notes for the admins that another account at the provider has the address of this record. */
export async function noteOtherSignIn(
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
