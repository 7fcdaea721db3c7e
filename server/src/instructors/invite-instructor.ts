import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findInstructorUser } from '../users/find-users.ts';
import { openAccount } from '../users/open-account.ts';

/**
 * Opens an account for an instructor who has none, and emails them how to sign up. Until they have confirmed the address,
 * nobody has the account: classes can be given to them, but nobody reads a roster. R631
 * @throws {ApiError} `account_exists` if the address has an account: a student is made an instructor; `request_used`
 */
export async function inviteInstructor(
  wanted: ParsedInput<Contract['POST /instructors']>['body'],
  admin: UserDocument,
  services: Services,
): Promise<void> {
  await openAccount(
    { ...wanted, role: 'instructor', action: 'invite instructor', wanted },
    admin,
    services,
  );
}

/**
 * Emails the invitation again, at most once a day.
 * @param id the instructor's: 24 hexadecimal digits
 * @throws {ApiError} `not_found` if somebody has the account by now, `invited_today`
 */
export async function inviteAgain(
  id: string,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const at = services.now();
  const user = await findInstructorUser({ _id: new ObjectId(id) }, services);
  if (!user?.isUnclaimed)
    throw new ApiError('not_found', 'Nobody is invited here any more. Please reload the list.');
  const { _id, email } = user;
  const since = new Date(at.getTime() - DAY_MS);
  const event = auditEvent({
    at,
    by: admin._id,
    type: 'invite instructor',
    target: email,
    before: null,
    after: null,
  });
  const { matchedCount } = await services.database.collections.users.updateOne(
    {
      _id,
      email,
      role: 'instructor',
      status: 'active',
      isUnclaimed: true,
      createdAt: { $lte: since },
      $or: [{ invitedAt: { $exists: false } }, { invitedAt: { $lte: since } }],
    },
    { $set: { invitedAt: at }, $push: { events: event } },
  );
  if (matchedCount === 0) throw new ApiError('invited_today');
}
