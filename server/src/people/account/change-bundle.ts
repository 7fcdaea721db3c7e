import type { AdminBundle } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { auditEvent, settleEvent, undoable } from '../../events/audit-event.ts';
import type { UserDocument } from '../../database/collections.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { bundleOf } from '../users/bundles.ts';
import { findUserWithId } from '../users/find-users.ts';
import { countDirectors, setBundle } from './account.repo.ts';
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
  const { collections } = services.database;
  const user = await findUserWithId(new ObjectId(id), services);
  const before = user && bundleOf(user);
  if (!before)
    throw new ApiError('not_found', 'This person is not an admin. Please reload the list.');
  if (before === bundle) return;
  const act = undoable(
    auditEvent(
      {
        ...{ by: director.email, type: 'change bundle', target: user.email },
        ...{ before: { bundle: before }, after: { bundle } },
      },
      services,
    ),
  );
  if (!(await setBundle(collections, user._id, before, bundle, { done: act })))
    throw new ApiError('not_found', 'This admin has changed. Please reload the list.');
  // Written first, checked afterwards, as in remove-user.ts: two directors who do this at the same time both stay.
  if (before === 'director' && (await countDirectors(collections)) === 0) {
    await setBundle(collections, user._id, bundle, before, { takenBack: act });
    throw new ApiError('last_director');
  }
  await settleEvent(act, user._id, services);
}
