import type { Access } from '@speakifyr/contract/endpoint.ts';
import type { UserDocument } from '../database/collections.ts';
import { findTokenEmail, verifySessionToken } from './session-tokens.ts';
import type { Services } from '../services.ts';
import { findRegisteredUser } from '../users/users.service.ts';
import { ApiError } from '../errors.ts';

/**
 * Finds out who makes a call and whether the access rule allows it. Reads the role from the database for each call, so
 * that a promotion or a removal takes effect at once.
 * @param authorization the Authorization header
 * @throws {ApiError} 401 without a valid token, 403 for the wrong role
 */
export async function identifyCaller(
  access: Access,
  authorization: string | undefined,
  services: Services,
): Promise<{ email: string; user?: UserDocument } | undefined> {
  if (access.who === 'visitor') return undefined;
  const token = readBearerToken(authorization);
  if (access.who === 'provider') return services.verifyProviderToken(token);

  const { email } = verifySessionToken(token, services);
  if (access.who === 'session') return { email };

  const user = await findRegisteredUser(email, services);
  if (!user) throw new ApiError('session_expired');
  if (access.who !== 'registered' && access.who !== user.role)
    throw new ApiError(access.refusal ?? 'not_allowed');
  return { email, user };
}

/**
 * Checks that a call names the caller's own email, if the access rule demands it.
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

/** @returns the email in a session token that we signed, even if it has expired */
export function findTokenOwner(
  authorization: string | undefined,
  services: Services,
): string | undefined {
  const token = findBearerToken(authorization);
  return token && findTokenEmail(token, services);
}

function findBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
}

function readBearerToken(authorization: string | undefined): string {
  const token = findBearerToken(authorization);
  if (!token) throw new ApiError('not_signed_in');
  return token;
}
