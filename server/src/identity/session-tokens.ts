import { createSecretKey, type KeyObject } from 'node:crypto';
import { SESSION_SECONDS } from '@speakifyr/contract/limits.ts';
import jwt from 'jsonwebtoken';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';

/** Pinned, so that a token that names another algorithm (or none) is refused. */
const ALGORITHM = 'HS256';
const ISSUER = 'speakifyr';
/** How far the clocks of several servers may be apart. */
const CLOCK_SKEW_SECONDS = 60;

type Needs = Pick<Services, 'environment' | 'now'>;

/** @returns a session token for an e-mail (lower case), good for an hour; it says nothing but who */
export function createSessionToken(email: string, { environment, now }: Needs): string {
  const issuedAt = toSeconds(now());
  return jwt.sign(
    { sub: email, email, iat: issuedAt, exp: issuedAt + SESSION_SECONDS },
    readKey(environment),
    { algorithm: ALGORITHM, issuer: ISSUER },
  );
}

/**
 * @returns the e-mail that a session token was made for
 * @throws {ApiError} `session_expired` if it is not ours, was changed, or has expired
 */
export function verifySessionToken(token: string, { environment, now }: Needs): { email: string } {
  const seconds = toSeconds(now());
  const claims = readClaims(token, environment);
  const isFromTheFuture = Number(claims?.iat) > seconds + CLOCK_SKEW_SECONDS;
  if (!claims || claims.exp <= seconds || isFromTheFuture) throw new ApiError('session_expired');
  return { email: claims.email };
}

/** @returns the e-mail in a token that we signed, expired or not */
export function findTokenEmail(token: string, { environment }: Needs): string | undefined {
  return readClaims(token, environment)?.email;
}

function readClaims(token: string, environment: Services['environment']) {
  try {
    const claims = jwt.verify(token, readKey(environment), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      ignoreExpiration: true,
    });
    if (typeof claims !== 'object' || typeof claims.email !== 'string' || !claims.exp)
      return undefined;
    const { email, iat, exp } = claims;
    return { email, iat, exp };
  } catch {
    // Whatever the library's error is (a payload that is not JSON is a SyntaxError), it is not a token of ours.
    return undefined;
  }
}

/** As a key object: in a plain text the library would first look for a public key, at every call. */
function readKey({ JWT_SECRET }: Services['environment']): KeyObject {
  return createSecretKey(Buffer.from(JWT_SECRET));
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
