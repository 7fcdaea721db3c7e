import { createSecretKey, type KeyObject } from 'node:crypto';
import { SESSION_SECONDS } from '@speakifyr/contract/limits.ts';
import jwt from 'jsonwebtoken';
import { ApiError } from '../http/api-error.ts';
import type { Services } from '../services.ts';

/** Pinned, so that a token that names another algorithm (or none) is refused. */
const ALGORITHM = 'HS256';
const ISSUER = 'speakifyr';
/** How far the clocks of several servers may be apart. */
const CLOCK_SKEW_SECONDS = 60;

type Needs = Pick<Services, 'environment' | 'now'>;

/** Made once for each secret: given a text, the library first tries to read a public key in it, at every call. */
const keys = new Map<string, KeyObject>();

function getKey({ JWT_SECRET }: Services['environment']): KeyObject {
  const key = keys.get(JWT_SECRET) ?? createSecretKey(Buffer.from(JWT_SECRET));
  keys.set(JWT_SECRET, key);
  return key;
}

/** @returns a session token for an e-mail (lower case), good for an hour; it says nothing but who */
export function createSessionToken(email: string, { environment, now }: Needs): string {
  const issuedAt = toSeconds(now());
  return jwt.sign(
    { sub: email, email, iat: issuedAt, exp: issuedAt + SESSION_SECONDS },
    getKey(environment),
    { algorithm: ALGORITHM, issuer: ISSUER },
  );
}

/**
 * @returns the e-mail that a session token was made for
 * @throws {ApiError} `session_expired` when it is not ours, was changed, or has ended
 */
export function verifySessionToken(token: string, { environment, now }: Needs): { email: string } {
  try {
    const claims = jwt.verify(token, getKey(environment), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      clockTimestamp: toSeconds(now()),
    });
    if (typeof claims === 'object' && typeof claims.email === 'string' && claims.exp) {
      const isFromTheFuture = Number(claims.iat) > toSeconds(now()) + CLOCK_SKEW_SECONDS;
      if (!isFromTheFuture) return { email: claims.email };
    }
  } catch {
    // Whatever the library makes of it (a payload that is no JSON is a SyntaxError), it is no token of ours.
  }
  throw new ApiError('session_expired');
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
