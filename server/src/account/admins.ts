import type { AdminBundle } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { auditEvent, SYSTEM } from '../events/audit-event.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { bundleOf } from '../users/bundles.ts';
import { findUserWithId, findAnyUser } from '../users/find-users.ts';
import {
  changeUnless,
  isDirectorMissing,
  type UserChange,
  changeRole,
} from '../users/change-user.ts';
import { checkFreshProof } from './check-fresh-proof.ts';
import { listClassesTaughtBy } from '../classes/classes.service.ts';

/**
 * Changes what an admin may do, starting with their next call. A director may step down while there is another one.
 * R31, R59, R271, R293
 * @param id the account's: 24 hexadecimal digits
 * @param wanted.idToken the provider's, from the caller's sign-in a moment ago
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
    auditEvent({
      at: services.now(),
      by: director._id,
      type: 'change bundle',
      target: user.email,
      before: { bundle: before },
      after: { bundle },
    }),
    async () =>
      before === 'director' && (await isDirectorMissing(services)) ? 'last_director' : undefined,
    services,
  );
  if (problem === 'changed')
    throw new ApiError('not_found', 'This admin has changed. Please reload the list.');
  if (problem) throw new ApiError(problem);
}

/** Only if nobody else has changed it since. */
function toBundle(before: AdminBundle, after: AdminBundle): UserChange {
  return {
    from: {
      role: 'admin',
      status: 'active',
      bundle: before === 'director' ? { $exists: false } : before,
    },
    update: after === 'director' ? { $unset: { bundle: '' } } : { $set: { bundle: after } },
  };
}

/**
 * Makes an admin a parent again. The next call of their session is refused, because each call reads the role. Their
 * children, seats and payments stay.
 * @param id the account's: 24 hexadecimal digits
 * @throws {ApiError} `not_found`, `own_account`, `last_admin`
 */
export async function removeAdmin(
  id: string,
  admin: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<void> {
  const user = await findUserWithId(new ObjectId(id), services);
  if (user?._id.equals(admin._id)) throw new ApiError('own_account');
  const problem =
    user &&
    (await changeUnless(
      user._id,
      { change: changeRole('admin', 'student'), undo: changeRole('student', 'admin') },
      auditEvent({
        at: services.now(),
        by: admin._id,
        type: 'remove admin',
        target: user.email,
        before: { role: 'admin' },
        after: { role: 'student' },
      }),
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

/** The result as a sentence, and whether the person is an admin now. */
type MadeAdmin = { isAdmin: boolean; sentence: string };

/**
 * Makes a registered person an admin. A new school needs this for its first admin, whom nobody else could promote.
 * @param email in lower case
 * @returns a sentence for the person at the terminal
 */
export async function makeAdmin(
  email: string,
  services: Pick<Services, 'database' | 'now' | 'log'>,
): Promise<MadeAdmin> {
  const user = await findAnyUser(email, services);
  if (!user) return refuse(`No user has the email ${email}. They have to sign up first.`);
  if (user.status === 'removed')
    return refuse(
      `${email} was removed from the school. For 30 days, a director can undo that, on Users.`,
    );
  if (user.role === 'admin') return { isAdmin: true, sentence: `${email} is an admin already.` };
  if (!user.isVerified)
    return refuse(
      `${email} has not confirmed this address yet. They have to open the link in our email and log in again.`,
    );

  const [taught] = await listClassesTaughtBy(user, services);
  if (taught) return refuseTeacher(email, taught.name);
  const change = changeRole(user.role, 'admin');
  const problem = await changeUnless(
    user._id,
    {
      change: { ...change, from: { ...change.from, isVerified: true } },
      undo: changeRole('admin', user.role),
    },
    auditEvent({
      at: services.now(),
      by: SYSTEM,
      type: 'make admin',
      target: email,
      before: { role: user.role },
      after: { role: 'admin' },
    }),
    // An admin may have assigned them a class at the same moment.
    async () => (await listClassesTaughtBy(user, services))[0],
    services,
  );
  if (problem === 'changed') return refuse(`${email} has just changed. Please try again.`);
  if (problem) return refuseTeacher(email, problem.name);
  return { isAdmin: true, sentence: `${email} is an admin now.` };
}

function refuseTeacher(email: string, course: string): MadeAdmin {
  return refuse(`${email} teaches ${course}. First, an admin has to unassign the class.`);
}

function refuse(sentence: string): MadeAdmin {
  return { isAdmin: false, sentence };
}
