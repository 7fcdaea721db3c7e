import { auditEvent } from '../events/audit-event.ts';
import { releaseHoldsOf } from '../cart/release-holds.ts';
import { retireGuardian } from '../families/delete-child.ts';
import { listClassesTaughtBy } from '../classes/classes.service.ts';
import { leaveTeams } from '../classes/team.service.ts';
import type { UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import { owesAlone } from '../families/pass-on-debts.ts';
import { returnFreeSeats } from '../payments/enroll-free.ts';
import { leaveWaitingLists } from '../seats/waiting-lists.ts';
import { forgetAidOf } from '../prices/aid-store.ts';
import type { Services } from '../services.ts';
import { bundleOf } from '../users/bundles.ts';
import { isGettingFamily } from './deleted-users.ts';
import { findAnyUser } from '../users/find-users.ts';
import { changeUnless, isDirectorMissing } from '../users/change-user.ts';

/**
 * Removes a user: they are locked out at once, their held seats and those of free classes are released, and what they
 * paid for stays. Their children stay with their other guardians. If the server stops before the seats are released,
 * their holds expire. R32, R33, R34, R469
 * @throws {ApiError} `not_found`, `not_allowed` if only a director may do it, `last_admin`, `instructor_assigned`;
 *   `still_owes` while they owe something that no other guardian could pay
 */
export async function removeUser(
  email: string,
  admin: Pick<UserDocument, '_id' | 'email' | 'role' | 'bundle'>,
  services: Services,
): Promise<void> {
  const user = await findAnyUser(email, services);
  if (user?.status !== 'active') throw new ApiError('not_found', 'We could not find this user.');
  if (user.role === 'admin' && bundleOf(admin) !== 'director') throw new ApiError('not_allowed');
  if ((await listClassesTaughtBy(user, services)).length > 0)
    throw new ApiError('instructor_assigned');
  const before = { name: user.name, role: user.role };
  const problem = await changeUnless(
    user._id,
    {
      change: {
        from: { role: user.role, status: 'active' },
        update: { $set: { status: 'removed' }, $unset: { calendarSecret: '' } },
      },
      undo: { from: {}, update: { $set: { status: 'active' } } },
    },
    auditEvent({
      at: services.now(),
      by: admin._id,
      type: 'remove user',
      target: email,
      before,
      after: null,
    }),
    () => findReasonToStay(user, services),
    services,
  );
  if (problem === 'changed')
    throw new ApiError('not_found', 'This user has changed. Please reload the list.');
  if (problem) throw new ApiError(problem);
  await leaveTeams(user, services);
  await retireGuardian(user, services);
  await forgetAidOf(user, services);
  await returnFreeSeats(user._id, services);
  await releaseHoldsOf(user._id, services);
  await leaveWaitingLists({ userId: user._id }, services);
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
