import { ObjectId } from 'mongodb';
import { auditEvent, settleEvent, undoable } from '../../events/audit-event.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { bundleOf } from '../users/bundles.ts';
import { changeUserRole } from '../users/users.service.ts';
import { findUserWithId } from '../users/find-users.ts';
import { countDirectors } from './account.repo.ts';

/**
 * Makes an admin a parent again. The next call of their session is refused, because each call reads the role. Their
 * children, seats and payments stay.
 * @param id the account's: 24 hexadecimal digits
 * @throws {ApiError} `not_found`, `own_account`, `last_admin`
 */
export async function removeAdmin(
  id: string,
  admin: { email: string },
  services: Services,
): Promise<void> {
  const user = await findUserWithId(new ObjectId(id), services);
  if (user?.email === admin.email)
    throw new ApiError('own_account', 'Another admin has to do this for you.');
  const act = undoable(
    auditEvent(
      {
        ...{ by: admin.email, type: 'remove admin', target: user?.email ?? '' },
        ...{ before: { role: 'admin' }, after: { role: 'student' } },
      },
      services,
    ),
  );
  if (!user || !(await changeUserRole(user._id, 'admin', 'student', { done: act }, services)))
    throw new ApiError('not_found', 'This person is not an admin. Please reload the list.');
  // Written first, checked afterwards, as in remove-user.ts: two admins who do this to each other both stay.
  const isDirector = bundleOf(user) === 'director';
  if (isDirector && (await countDirectors(services.database.collections)) === 0) {
    await changeUserRole(user._id, 'student', 'admin', { takenBack: act }, services);
    throw new ApiError('last_admin');
  }
  await settleEvent(act, user._id, services);
}
