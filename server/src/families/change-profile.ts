import type { User } from '@speakifyr/contract/identity.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { AuditEvent, SchoolEvent } from '../database/event-document.ts';
import { newsEvent } from '../events/audit-event.ts';
import { type Profile, updateProfile } from '../users/users.service.ts';
import type { Services } from '../services.ts';
import { pinBlocks } from './blocked-guardian.ts';

/**
 * Changes what an account says about itself. A new name changes nothing about who must not collect a child, and the
 * child's other guardians hear of it. R460
 * @param event for the audit log, if somebody else does it
 * @throws {ApiError} as `updateProfile`
 */
export async function changeProfile(
  profile: Profile,
  user: UserDocument,
  services: Services,
  event?: AuditEvent,
): Promise<User> {
  const events: SchoolEvent[] = event ? [event] : [];
  if (profile.name !== undefined && profile.name !== user.name) {
    await pinBlocks(user, services);
    events.push(newsEvent('guardian renamed', { userId: user._id }, services.now()));
  }
  return updateProfile(profile, user, services, events);
}
