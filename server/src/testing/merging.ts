import { ERRORS } from '@speakifyr/contract/errors.ts';
import { RECENT_SIGN_IN_SECONDS } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { findTwo, merge } from '../account/merge-families.ts';
import { findUserWithId } from '../users/find-users.ts';
import type { Services } from '../services.ts';
import { proveSignIn } from './factories.ts';
import type { TestApp } from './test-app.ts';

type Account = { _id: ObjectId; email: string };

/**
 * Merges two families as people do: the office asks, and the owner of the account that goes agrees. If nobody has ever
 * logged in to that one, the office merges them at once.
 * @returns the last answer, or the office's refusal
 */
export async function mergeAccounts(
  app: TestApp,
  admin: UserDocument,
  { from, into, note = 'The same family.' }: { from: Account; into: Account; note?: string },
): Promise<{ status: number; body: { code?: string; message?: string } }> {
  const asked = await app.as(admin).call('POST /families/:id/merge', {
    params: { id: from._id.toHexString() },
    body: { into: into._id.toHexString(), note },
  });
  if (asked.status !== 200 || asked.body.isMerged) return asked;
  const { body } = await app.as(from).call('GET /myMerge');
  // A test that has moved the clock has no fresh sign-in: the provider's clock stays.
  if (Math.abs(app.services.now().getTime() - Date.now()) > RECENT_SIGN_IN_SECONDS * 500) {
    const [owner, other] = [await findUser(app, from), await findUser(app, into)];
    const decision = { type: 'merge families' as const, by: owner, more: { note } };
    try {
      await merge({ from: owner, into: other }, decision, app.services);
      return { status: 200, body: {} };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: ERRORS[error.code].status, body: { code: error.code } };
    }
  }
  return app.as(from).call('POST /myMerge', {
    body: { id: body?._id ?? '', idToken: await proveSignIn(from) },
  });
}

async function findUser({ services }: TestApp, { _id }: Account): Promise<UserDocument> {
  const user = await findUserWithId(_id, services);
  if (!user) throw new Error('There is no account');
  return user;
}

/** The merge itself, once it is agreed, on a server that may be killed. */
export async function carryOutMerge(
  { note, ...ids }: { id: string; into: string; note: string },
  by: UserDocument,
  services: Services,
): Promise<void> {
  const two = await findTwo(ids, services);
  await merge(two, { type: 'merge families', by, more: { note } }, services);
}
