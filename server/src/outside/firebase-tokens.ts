import { EMAIL_ADDRESS } from '@speakifyr/contract/email-address.ts';
import { MAX_EMAIL_LENGTH } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod';
import type { Environment } from '../environment.ts';
import { ApiError } from '../errors.ts';

/** What an ID token of the provider said when it was issued. The account may have changed since then. */
export type Proof = {
  idToken: string;
  /** The id of the account at the provider. */
  uid: string;
  /** In lower case. */
  email: string;
  isVerified: boolean;
  /** How the person signed in, such as `password` or `google.com`. */
  method: string;
  issuedAt: Date;
  /** When the person last signed in. A token that was only renewed keeps this time. */
  signedInAt: Date;
};

/**
 * Checks the signature and the claims of an ID token. Asks the provider only for its public keys, once in a while.
 * @throws {ApiError} `session_expired` for an invalid token, `address_unusable` if we can't take the account's address,
 *   `unavailable` if the provider's keys can't be loaded
 */
export type ReadProof = (idToken: string) => Promise<Proof>;

export type KeySettings = Pick<Environment, 'FIREBASE_PROJECT_ID' | 'FIREBASE_JWKS_URL'>;

/** How far the provider's clock may be ahead of ours. */
const CLOCK_SKEW_SECONDS = 60;

const claims = z.object({
  sub: z.string().min(1),
  email: z.string(),
  email_verified: z.boolean().default(false),
  iat: z.number(),
  auth_time: z.number(),
  firebase: z.object({ sign_in_provider: z.string() }),
});

/**
 * Checks Firebase's rules for ID tokens: RS256, signed by one of the keys at the JWKS address, issued by and for the
 * project, not expired, not from the future, with a subject.
 * https://firebase.google.com/docs/auth/admin/verify-id-tokens. R40
 */
export function createTokenReader(settings: KeySettings): ReadProof {
  const keys = createRemoteJWKSet(new URL(settings.FIREBASE_JWKS_URL), { timeoutDuration: 5_000 });
  return async (idToken) => {
    const payload = await verify(idToken).catch((error: unknown) => {
      throw new ApiError(isTokenFault(error) ? 'session_expired' : 'unavailable');
    });
    const { data } = claims.safeParse(payload);
    if (!data || isFromTheFuture(payload)) throw new ApiError('session_expired');
    return {
      idToken,
      uid: data.sub,
      email: readAddress(data.email),
      isVerified: data.email_verified,
      method: data.firebase.sign_in_provider,
      issuedAt: new Date(data.iat * 1_000),
      signedInAt: new Date(data.auth_time * 1_000),
    };
  };

  async function verify(idToken: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms: ['RS256'],
      issuer: `https://securetoken.google.com/${settings.FIREBASE_PROJECT_ID}`,
      audience: settings.FIREBASE_PROJECT_ID,
      requiredClaims: ['sub', 'exp', 'iat', 'email', 'auth_time'],
    });
    return payload;
  }
}

/**
 * The address of an account that we may not be able to use: from a provider that allows more than ours, or from before ours
 * allowed less. It is taken as it is in the token: one that only looks the same after clean-up may be another person's. R540
 */
function readAddress(claimed: string): string {
  const address = claimed.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (EMAIL_ADDRESS.test(address) && address.length <= MAX_EMAIL_LENGTH) return address;
  const { phone, email } = SCHOOL;
  throw new ApiError(
    'address_unusable',
    `Our school can’t use the email address of this log-in. Please ${phone ? `call us at ${phone}` : `write to ${email}`}, or sign up with another address.`,
  );
}

/** Whether a token claims that it was issued, or its owner signed in, in the future. */
function isFromTheFuture({ iat, auth_time: signedInAt }: JWTPayload): boolean {
  const now = Date.now() / 1_000 + CLOCK_SKEW_SECONDS;
  return Number(iat) > now || Number(signedInAt) > now;
}

/** Whether the token is invalid, as opposed to a failure to load the keys. */
function isTokenFault(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    error.code !== 'ERR_JOSE_GENERIC' &&
    !(error instanceof errors.JWKSInvalid)
  );
}
