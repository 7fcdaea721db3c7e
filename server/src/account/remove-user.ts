import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { ERRORS } from '@speakifyr/contract/errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { listClassesTaughtBy } from '../classes/classes.service.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { owesAlone } from '../families/pass-on-debts.ts';
import type { Services } from '../services.ts';
import { bundleOf } from '../users/bundles.ts';
import { isGettingFamily } from './deleted-users.ts';
import { describeRemoval } from './describe-removal.ts';
import { describeLoss, endTies, mayRemove, ONLY_DIRECTORS } from './removals.ts';
import { previewTakeBack } from './take-back.ts';
import { findAnyUser } from '../users/find-users.ts';
import { findTakeable } from '../users/removals.ts';
import { changeUnless, isDirectorMissing } from '../users/change-user.ts';

/**
 * Removes a user: they are locked out at once, their held seats and those of free classes are released, and what they
 * paid for stays. Their children stay with their other guardians. A job does what is cut off. Nothing of the account is
 * erased: take-back.ts takes it back. R32, R33, R34, R469, R592
 * @param wanted.note why, for the audit log
 * @throws {ApiError} `not_found`, `not_allowed` if only a director may do it, `last_admin`, `instructor_assigned`;
 *   `still_owes` while they owe something that no other guardian could pay
 */
export async function removeUser(
  { email, note }: { email: string; note?: string },
  admin: Pick<UserDocument, '_id' | 'email' | 'role' | 'bundle'>,
  services: Services,
): Promise<void> {
  const user = await findActive(email, services);
  if (!mayRemove(user, admin)) throw new ApiError('not_allowed');
  if ((await listClassesTaughtBy(user, services)).length > 0)
    throw new ApiError('instructor_assigned');
  const before = { name: user.name, role: user.role };
  const why = note === undefined ? {} : { note };
  const removal = await describeLoss(user, { by: admin._id, ...why }, services);
  const problem = await changeUnless(
    user._id,
    {
      change: {
        from: { role: user.role, status: 'active' },
        update: { $set: { status: 'removed', removal }, $unset: { calendarSecret: '' } },
      },
      // Only this one: somebody may have taken it back and removed them again.
      undo: {
        from: { status: 'removed', 'removal.at': removal.at },
        // What was still on its way before goes on.
        update: user.removal
          ? { $set: { status: 'active', removal: user.removal } }
          : { $set: { status: 'active' }, $unset: { removal: '' } },
      },
    },
    auditEvent({
      at: removal.at,
      by: admin._id,
      type: 'remove user',
      target: email,
      before,
      after: note === undefined ? null : why,
    }),
    () => findReasonToStay(user, services),
    services,
  );
  if (problem === 'changed')
    throw new ApiError('not_found', 'This user has changed. Please reload the list.');
  if (problem) throw new ApiError(problem);
  await endTies({ ...user, removal }, services);
}

/**
 * What the office reads before it removes somebody: what they leave behind, and what forbids it. Of somebody whose
 * removal can be taken back: what comes back then. R591, R592
 * @throws {ApiError} `not_found`
 */
export async function previewRemoval(
  email: string,
  admin: Pick<UserDocument, 'role' | 'bundle'>,
  services: Services,
): Promise<Output<Contract['GET /removeuser']>> {
  const found = await findAnyUser(email, services);
  if (found && findTakeable(found, services)) return previewTakeBack(found, admin, services);
  const user = await findActive(email, services);
  const reason = await findReasonToStay(user, services);
  const obstacle = !mayRemove(user, admin)
    ? ONLY_DIRECTORS
    : reason === 'changed'
      ? 'Another family is just moving to this account. Please try again in a minute.'
      : reason && ERRORS[reason].message;
  return { says: await describeRemoval(user, services), obstacle: obstacle ?? null };
}

async function findActive(email: string, services: Services): Promise<UserDocument> {
  const user = await findAnyUser(email, services);
  if (user?.status !== 'active') throw new ApiError('not_found', 'We could not find this user.');
  return user;
}

async function findReasonToStay(
  user: UserDocument,
  services: Services,
): Promise<'last_admin' | 'instructor_assigned' | 'still_owes' | 'changed' | undefined> {
  // A family that has only half moved here would be in two accounts: merge-families.ts.
  if (await isGettingFamily(user, services)) return 'changed';
  if (bundleOf(user) === 'director' && (await isDirectorMissing(services))) return 'last_admin';
  const taught = await listClassesTaughtBy(user, services);
  if (taught.length > 0) return 'instructor_assigned';
  return (await owesAlone(user, services)) ? 'still_owes' : undefined;
}
