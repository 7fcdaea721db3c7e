import { ObjectId } from 'mongodb';
import { updateProfile } from '../people/account/profile.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { UserDocument } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { findUserWithId } from '../people/users/find-users.ts';
import { familyNotFound } from './family-page.ts';

type Correction = { name?: string | undefined; phone?: string | undefined; note: string };

/**
 * Corrects the name or the phone of an account for its owner. The audit log says which of them and why, never the values:
 * it outlives the account.
 * @param familyId the account's: 24 hexadecimal digits
 * @throws {ApiError} `not_found` also for an account that was removed
 */
export async function correctAccount(
  familyId: string,
  { note, ...changes }: Correction,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const id = new ObjectId(familyId);
  const account = await findUserWithId(id, services);
  if (account?.status !== 'active') throw familyNotFound();
  const corrected = Object.keys(changes);
  const event = auditEvent(
    {
      ...{ by: admin._id, type: 'correct account', target: account.email, before: null },
      after: { corrected, note },
    },
    services,
  );
  await updateProfile(changes, account, services, event);
}
