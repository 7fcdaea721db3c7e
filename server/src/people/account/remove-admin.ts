import { ObjectId } from 'mongodb';
import { auditEvent } from '../../events/audit-event.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { bundleOf } from '../users/bundles.ts';
import { changeRole, changeUnless, isDirectorMissing } from '../users/change-user.ts';
import { findUserWithId } from '../users/find-users.ts';

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
  const problem =
    user &&
    (await changeUnless(
      user._id,
      { change: changeRole('admin', 'student'), undo: changeRole('student', 'admin') },
      auditEvent(
        {
          ...{ by: admin.email, type: 'remove admin', target: user.email },
          ...{ before: { role: 'admin' }, after: { role: 'student' } },
        },
        services,
      ),
      async () =>
        bundleOf(user) === 'director' && (await isDirectorMissing(services))
          ? 'last_admin'
          : undefined,
      services,
    ));
  if (!user || problem === 'changed')
    throw new ApiError('not_found', 'This person is not an admin. Please reload the list.');
  if (problem) throw new ApiError(problem);
}
