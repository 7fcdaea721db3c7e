import { createSecretKey, type KeyObject } from 'node:crypto';
import { SESSION_SECONDS } from '@speakifyr/contract/limits.ts';
import jwt from 'jsonwebtoken';
import * as z from 'zod';
import { ApiError } from '../errors.ts';
import type { SignIn } from '../outside/firebase-accounts.ts';
import type { Services } from '../services.ts';

/** Fixed, so that a token with another algorithm (or none) is refused. */
const ALGORITHM = 'HS256';
const ISSUER = 'speakifyr';
/** How far the servers' clocks may differ. */
const CLOCK_SKEW_SECONDS = 60;

type Needs = Pick<Services, 'environment' | 'now'>;

/**
 * A sign-in with a session. `right`: what its owner could do when the token was made, as `nameRight` says it; it gives no
 * right, and tells only whether that has changed. Missing in tokens from before there was one. `issuedAt`: when it began;
 * missing until it has.
 */
export type Session = SignIn & { right?: string; issuedAt?: Date };

/**
 * R40
 * @returns a session token for a confirmed sign-in, valid for SESSION_SECONDS
 */
export function createSessionToken(signIn: Session, { environment, now }: Needs): string {
  const issuedAt = toSeconds(now());
  return jwt.sign(
    {
      sub: signIn.uid,
      email: signIn.email,
      credentials: signIn.credentials,
      auth_time: toSeconds(signIn.signedInAt),
      verified: signIn.isVerified,
      ...(signIn.right && { right: signIn.right }),
      iat: issuedAt,
      exp: issuedAt + SESSION_SECONDS,
    },
    readKey(environment),
    { algorithm: ALGORITHM, issuer: ISSUER },
  );
}

/**
 * @returns the sign-in that a session token was given for
 * @throws {ApiError} `session_expired` if the token is not ours, was changed, or has expired
 */
export function verifySessionToken(token: string, { environment, now }: Needs): Session {
  const seconds = toSeconds(now());
  const claims = readClaims(token, environment);
  if (!claims || claims.exp <= seconds || claims.iat > seconds + CLOCK_SKEW_SECONDS)
    throw new ApiError('session_expired');
  return toSignIn(claims);
}

/** @returns the sign-in of a token that we signed, even if it has expired */
export function findTokenSignIn(token: string, { environment }: Needs): SignIn | undefined {
  const claims = readClaims(token, environment);
  return claims && toSignIn(claims);
}

const sessionClaims = z.object({
  sub: z.string().min(1),
  email: z.string(),
  credentials: z.string(),
  auth_time: z.number(),
  verified: z.boolean(),
  right: z.string().optional(),
  iat: z.number(),
  exp: z.number(),
});
type Claims = z.output<typeof sessionClaims>;

function toSignIn(claims: Claims): Session {
  const { sub, email, credentials, auth_time, verified, right, iat } = claims;
  const signedInAt = new Date(auth_time * 1_000);
  return {
    uid: sub,
    email,
    credentials,
    isVerified: verified,
    signedInAt,
    issuedAt: new Date(iat * 1_000),
    ...(right && { right }),
  };
}

function readClaims(token: string, environment: Services['environment']): Claims | undefined {
  try {
    const claims = jwt.verify(token, readKey(environment), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      ignoreExpiration: true,
    });
    return sessionClaims.safeParse(claims).data;
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
