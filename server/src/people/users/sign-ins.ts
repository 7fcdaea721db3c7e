import type { UserDocument } from '../../database/collections.ts';
import { ApiError } from '../../errors.ts';
import type { SignIn } from '../../outside/firebase-accounts.ts';
import type { Services } from '../../services.ts';
import { checkActive } from './users.service.ts';
import { claimUser, endOtherSessions, noteOtherSignIn, updateSignIn } from './sign-ins.repo.ts';

/**
 * Decides whether a confirmed sign-in may use the record with its address, and stores the state of the account there.
 * Every change of the account ends all older sessions. Only the owner of an address learns that an admin removed them.
 * @param user the record, as it was before the account was looked up; null for somebody who has not registered
 * @returns false if the record has changed since then, and it must be decided again
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
  return claimUser(collections, user, signIn, now());
}
