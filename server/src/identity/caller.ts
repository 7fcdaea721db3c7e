import type { Access } from '@speakifyr/contract/endpoint.ts';
import type { ErrorCode } from '@speakifyr/contract/errors.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import type { SignIn } from '../outside/firebase-accounts.ts';
import type { Proof } from '../outside/firebase-tokens.ts';
import type { Services } from '../services.ts';
import { bundleOf, nameRight, OFFICE } from '../users/bundles.ts';
import { mayBook } from '../users/has-family.ts';
import { findSignedInUser } from '../users/users.service.ts';
import { findTokenSignIn, type Session, verifySessionToken } from './session-tokens.ts';

/** Who the caller is, according to a token. Their calls are counted by `account`. */
export type TokenOwner = { email: string; account: string } & (
  { proof: Proof; session?: never } | { session: Session; proof?: never }
);

/** A caller whom an access rule let in, with what the rule requires. */
export type KnownCaller = TokenOwner & { user?: UserDocument };

/**
 * Reads the caller's token without asking the database, and without asking the provider about the account.
 * R37, R39, R294
 * @param authorization the Authorization header
 * @returns undefined for a call that anybody may make
 * @throws {ApiError} 401 without a valid token
 */
export async function readTokenOwner(
  access: Access,
  authorization: string | undefined,
  services: Services,
): Promise<TokenOwner | undefined> {
  if (access.who === 'visitor') return undefined;
  const token = findBearerToken(authorization);
  if (access.who === 'anybody')
    return token ? unlessRefused(() => readSessionOwner(token, services)) : undefined;
  if (!token) throw new ApiError('not_signed_in');
  if (access.who === 'provider') {
    const proof = await services.provider.readProof(token);
    return { email: proof.email, account: nameAccount(proof), proof };
  }
  return readSessionOwner(token, services);
}

function readSessionOwner(token: string, services: Services): TokenOwner {
  const session = verifySessionToken(token, services);
  return { email: session.email, account: nameAccount(session), session };
}

/**
 * A call that anybody may make is not refused because a session is over or its account was removed: its caller is then
 * unknown.
 */
async function unlessRefused<Result>(
  read: () => Result | Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/**
 * Finds out whether the access rule allows the call. Reads the user from the database for each call, so that a
 * promotion, a removal or a new sign-in takes effect at once. R257
 * @throws {ApiError} 401 if the session no longer counts, 403 for the wrong role; `role_changed` instead if the caller had
 *   another one when the token was made: a new token and another look at who they are help
 */
export async function identifyCaller(
  access: Access,
  owner: TokenOwner | undefined,
  services: Services,
): Promise<KnownCaller | undefined> {
  if (!owner?.session || access.who === 'session') return owner;
  const { session } = owner;
  if (access.who === 'anybody') {
    const user = await unlessRefused(() => findSignedInUser(session, services));
    return user && !user.owesTerms ? { ...owner, user } : undefined;
  }
  const user = await findSignedInUser(session, services);
  // Who has not agreed to the terms is not registered yet. R633
  if (!user || user.owesTerms) throw new ApiError('session_expired');
  const isFamily = access.who === 'student' && (await mayBook(user, services));
  const refusal = findRefusal(access, user, session);
  if (access.who !== 'registered' && access.who !== user.role && !isFamily)
    throw new ApiError(refusal);
  return { ...owner, user: limitAdmin(access, user, refusal) };
}

// Rules: R527.
function findRefusal({ refusal }: Access, user: UserDocument, { right }: Session): ErrorCode {
  if (right !== undefined && right !== nameRight(user)) return 'role_changed';
  return refusal ?? 'not_allowed';
}

/**
 * The only place that decides what an admin of each bundle may call: the call's access rule lists the bundles. R292
 * @returns the user; without the role if they count as a parent here
 * @throws {ApiError} the refusal, for a call that this admin may not make
 */
function limitAdmin(
  { who, bundles = OFFICE }: Access,
  user: UserDocument,
  refusal: ErrorCode,
): UserDocument {
  const bundle = bundleOf(user);
  if (!bundle || bundles.includes(bundle)) return user;
  if (who !== 'admin') return { ...user, role: 'student' };
  throw new ApiError(refusal);
}

/**
 * Checks that a call names the caller's own email, if the access rule demands it. R38
 * @throws {ApiError} `not_signed_in` if the provider's token is for another email, otherwise `not_allowed`
 */
export function checkOwnEmail(
  access: Access,
  input: Record<string, unknown>,
  caller: { email: string } | undefined,
): void {
  if (!access.own) return;
  const part = input[access.own] as { email?: unknown } | undefined;
  if (caller && part?.email === caller.email) return;
  throw new ApiError(access.who === 'provider' ? 'not_signed_in' : 'not_allowed');
}

/** @returns what the owner of a session token that we signed is counted by, even if the token has expired */
export function findTokenAccount(
  authorization: string | undefined,
  services: Services,
): string | undefined {
  const token = findBearerToken(authorization);
  const session = token && findTokenSignIn(token, services);
  return session ? nameAccount(session) : undefined;
}

/**
 * An account at the provider can change hands once: a stranger signs up with somebody's address, and the owner confirms
 * it. So the stranger's calls are counted apart from the owner's. A new password or a new way to sign in doesn't change
 * the name: otherwise, each would start a new count. R189
 */
function nameAccount({ uid, isVerified }: SignIn | Proof): string {
  return `${uid} ${isVerified ? 'confirmed' : 'unconfirmed'}`;
}

function findBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
}
