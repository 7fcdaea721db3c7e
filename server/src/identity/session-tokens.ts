import { createSecretKey, type KeyObject } from 'node:crypto';
import { SESSION_SECONDS } from '@speakifyr/contract/limits.ts';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';

/** Pinned, so that a token that names another algorithm (or none) is refused. */
const ALGORITHM = 'HS256';
const ISSUER = 'speakifyr';
/** How far the clocks of several servers may be apart. */
const CLOCK_SKEW_SECONDS = 60;

/** About 4 MB of them. */
const MAX_KNOWN_TOKENS = 10_000;

type Needs = Pick<Services, 'environment' | 'now'>;

type Signer = {
  /** Made once: given a text, the library first tries to read a public key in it, at every call. */
  key: KeyObject;
  /** What tokens say that were found to be ours, as a page makes several calls with one; `exp` in seconds. */
  known: LRUCache<string, { email: string; exp: number }>;
};

/** By secret. */
const signers = new Map<string, Signer>();

function getSigner({ JWT_SECRET }: Services['environment']): Signer {
  const signer = signers.get(JWT_SECRET) ?? {
    key: createSecretKey(Buffer.from(JWT_SECRET)),
    known: new LRUCache({ max: MAX_KNOWN_TOKENS }),
  };
  signers.set(JWT_SECRET, signer);
  return signer;
}

/** @returns a session token for an e-mail (lower case), good for an hour; it says nothing but who */
export function createSessionToken(email: string, { environment, now }: Needs): string {
  const issuedAt = toSeconds(now());
  return jwt.sign(
    { sub: email, email, iat: issuedAt, exp: issuedAt + SESSION_SECONDS },
    getSigner(environment).key,
    { algorithm: ALGORITHM, issuer: ISSUER },
  );
}

/**
 * @returns the e-mail that a session token was made for
 * @throws {ApiError} `session_expired` when it is not ours, was changed, or has ended
 */
export function verifySessionToken(token: string, { environment, now }: Needs): { email: string } {
  const { key, known } = getSigner(environment);
  const seconds = toSeconds(now());
  const knownClaims = known.get(token);
  if (knownClaims && knownClaims.exp > seconds) return { email: knownClaims.email };
  try {
    const claims = jwt.verify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      clockTimestamp: seconds,
    });
    if (typeof claims === 'object' && typeof claims.email === 'string' && claims.exp) {
      const { email, iat, exp } = claims;
      const isFromTheFuture = Number(iat) > seconds + CLOCK_SKEW_SECONDS;
      if (!isFromTheFuture) {
        known.set(token, { email, exp });
        return { email };
      }
    }
  } catch {
    // Whatever the library makes of it (a payload that is no JSON is a SyntaxError), it is no token of ours.
  }
  throw new ApiError('session_expired');
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
