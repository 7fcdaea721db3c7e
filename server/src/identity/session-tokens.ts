import { createSecretKey, type KeyObject } from 'node:crypto';
import { SESSION_SECONDS } from '@speakifyr/contract/limits.ts';
import jwt from 'jsonwebtoken';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';

/** Fixed, so that a token with another algorithm (or none) is refused. */
const ALGORITHM = 'HS256';
const ISSUER = 'speakifyr';
/** How far the clocks of several servers may differ. */
const CLOCK_SKEW_SECONDS = 60;

type Needs = Pick<Services, 'environment' | 'now'>;

/** @returns a session token for an email (lower case), valid for SESSION_SECONDS. It contains nothing else */
export function createSessionToken(email: string, { environment, now }: Needs): string {
  const issuedAt = toSeconds(now());
  return jwt.sign(
    { sub: email, email, iat: issuedAt, exp: issuedAt + SESSION_SECONDS },
    readKey(environment),
    { algorithm: ALGORITHM, issuer: ISSUER },
  );
}

/**
 * @returns the email in a session token
 * @throws {ApiError} `session_expired` if the token is not ours, was changed, or has expired
 */
export function verifySessionToken(token: string, { environment, now }: Needs): { email: string } {
  const seconds = toSeconds(now());
  const claims = readClaims(token, environment);
  const isFromTheFuture = Number(claims?.iat) > seconds + CLOCK_SKEW_SECONDS;
  if (!claims || claims.exp <= seconds || isFromTheFuture) throw new ApiError('session_expired');
  return { email: claims.email };
}

/** @returns the email in a token that we signed, even if it has expired */
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
    // Any error means that the token is not ours. The library also throws a SyntaxError, if the payload is not JSON.
    return undefined;
  }
}

const keys = new Map<string, KeyObject>();

/** A KeyObject made once, because the library would try to parse a string as a public key at each call. */
function readKey({ JWT_SECRET }: Services['environment']): KeyObject {
  const known = keys.get(JWT_SECRET);
  if (known) return known;
  const key = createSecretKey(Buffer.from(JWT_SECRET));
  keys.set(JWT_SECRET, key);
  return key;
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
