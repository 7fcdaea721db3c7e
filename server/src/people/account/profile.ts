import type { User } from '@speakifyr/contract/identity.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { readToday } from '../../school-time.ts';
import { changeProfile, presentUser, type Profile } from '../users/users.service.ts';

/**
 * Changes the caller's name, phone and, if they are given, photo and birth date.
 * @param profile.phone empty to remove it
 * @param event for the audit log, if it is not the person who does it. The caller adds it
 * @returns the user as they are now
 * @throws {ApiError} `invalid_input` for a birth date in the future; `session_expired` if the account is not active anymore
 */
export async function updateProfile(
  profile: Profile,
  user: UserDocument,
  services: Services,
  event?: AuditEvent,
): Promise<User> {
  if (profile.birthDate && profile.birthDate > readToday(services))
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.birthDate': 'Must not be in the future.' },
    });
  const changed = await changeProfile(user, profile, services, event);
  if (changed?.status !== 'active') throw new ApiError('session_expired');
  return presentUser(changed);
}
