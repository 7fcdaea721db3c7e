import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { auditEvent } from '../../events/audit-event.ts';
import { ApiError } from '../../errors.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { findUserWithId } from './find-users.ts';

/**
 * Unlinks a user's record from the provider's account that it belongs to, and ends its sessions, its calendar's
 * address and its other address for emails. The next confirmed sign-in with the record's address takes the record over.
 * Role, seats and payments stay.
 * @param id the user's id
 * @throws {ApiError} `own_account`, `not_found`
 */
export async function unlinkSignIn(
  id: string,
  admin: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<void> {
  const user = await findUserWithId(new ObjectId(id), services);
  if (user?._id.equals(admin._id))
    throw new ApiError('own_account', 'You cannot unlink your own sign-in.');
  if (user?.status !== 'active') throw new ApiError('not_found', 'We could not find this user.');
  const event = auditEvent(
    { by: admin._id, type: 'unlink sign-in', target: user.email, before: null, after: null },
    services,
  );
  const { matchedCount } = await services.database.collections.users.updateOne(
    { _id: user._id, status: 'active' },
    {
      $unset: { uid: '', otherSignIn: '', calendarSecret: '', mailTo: '' },
      // A new value, so that no session counts anymore.
      $set: { credentials: randomUUID() },
      $push: { events: event },
    },
  );
  if (matchedCount === 0)
    throw new ApiError('not_found', 'This user has changed. Please reload the list.');
}
