import type { AdminBundle } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { auditEvent } from '../../events/audit-event.ts';
import type { UserDocument } from '../../database/collections.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { bundleOf } from '../users/bundles.ts';
import { findUserWithId } from '../users/find-users.ts';
import { changeUnless, isDirectorMissing, type UserChange } from '../users/change-user.ts';
import { checkFreshProof } from './check-fresh-proof.ts';

/**
 * Changes what an admin may do, from their next call on. A director may step down while there is another one.
 * @param id the account's: 24 hexadecimal digits
 * @param wanted.idToken the provider's, from a sign-in of the caller a moment ago
 * @throws {ApiError} `sign_in_again`, `not_found`, `last_director`
 */
export async function changeBundle(
  id: string,
  { bundle, idToken }: { bundle: AdminBundle; idToken: string },
  director: UserDocument,
  services: Services,
): Promise<void> {
  await checkFreshProof(director, idToken, services);
  const user = await findUserWithId(new ObjectId(id), services);
  const before = user && bundleOf(user);
  if (!before)
    throw new ApiError('not_found', 'This person is not an admin. Please reload the list.');
  if (before === bundle) return;
  const problem = await changeUnless(
    user._id,
    { change: toBundle(before, bundle), undo: toBundle(bundle, before) },
    auditEvent(
      {
        ...{ by: director.email, type: 'change bundle', target: user.email },
        ...{ before: { bundle: before }, after: { bundle } },
      },
      services,
    ),
    async () =>
      before === 'director' && (await isDirectorMissing(services)) ? 'last_director' : undefined,
    services,
  );
  if (problem === 'changed')
    throw new ApiError('not_found', 'This admin has changed. Please reload the list.');
  if (problem) throw new ApiError(problem);
}

/** If nobody else has changed it since. */
function toBundle(before: AdminBundle, after: AdminBundle): UserChange {
  return {
    from: {
      ...{ role: 'admin', status: 'active' },
      bundle: before === 'director' ? { $exists: false } : before,
    },
    update: after === 'director' ? { $unset: { bundle: '' } } : { $set: { bundle: after } },
  };
}
