import type { User } from '@speakifyr/contract/identity.ts';
import type { UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import { renamePerson } from '../seats/rename-person.ts';
import type { Services } from '../services.ts';
import { changeProfile, presentUser, readUserAgain } from '../users/users.service.ts';

type Profile = { name: string; photo?: string | undefined; phone: string };

/**
 * Changes the caller's name, phone and, if one is given, photo. The new name is then in their seats, too.
 * @param profile.phone empty to remove it
 * @returns the user as they are now
 * @throws {ApiError} `session_expired` if the account is not active anymore
 */
export async function updateProfile(
  profile: Profile,
  user: UserDocument,
  services: Services,
): Promise<User> {
  let changed = await changeProfile(user._id, profile, services);
  // Another tab may change the name at the same moment, so it ends with what is true after the last write. Also if
  // the name is the old one: an earlier change may have been cut off here.
  for (let written: string | undefined; changed && changed.name !== written;) {
    written = changed.name;
    await renamePerson(changed.email, written, services);
    changed = await readUserAgain(changed, services);
  }
  if (changed?.status !== 'active') throw new ApiError('session_expired');
  return presentUser(changed);
}
