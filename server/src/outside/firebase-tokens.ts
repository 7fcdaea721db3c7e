import { email } from '@speakifyr/contract/fields.ts';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { ApiError } from '../errors.ts';

/**
 * Checks an ID token of the authentication provider.
 * @returns the email (lower case) that the token proves, and when its owner last signed in
 * @throws {ApiError} `session_expired` for an invalid token, `unavailable` if the provider's keys can't be loaded
 */
export type VerifyProviderToken = (idToken: string) => Promise<{ email: string; signedInAt: Date }>;

/** How far the provider's clock may be ahead of ours. */
const CLOCK_SKEW_SECONDS = 60;

/**
 * Checks Firebase's rules for ID tokens: RS256, signed by one of the keys at the JWKS address, issued by and for the
 * project, not expired, not from the future, with a subject.
 * https://firebase.google.com/docs/auth/admin/verify-id-tokens
 */
export function createFirebaseVerifier(options: {
  projectId: string;
  jwksUrl: string;
}): VerifyProviderToken {
  const keys = createRemoteJWKSet(new URL(options.jwksUrl), { timeoutDuration: 5_000 });
  return async (idToken) => {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        issuer: `https://securetoken.google.com/${options.projectId}`,
        audience: options.projectId,
        requiredClaims: ['sub', 'exp', 'iat', 'email', 'auth_time'],
      });
      const address = email.safeParse(payload.email);
      if (isFromTheFuture(payload) || !payload.sub || !address.success)
        throw new ApiError('session_expired');
      return { email: address.data, signedInAt: new Date(Number(payload.auth_time) * 1_000) };
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new ApiError(isTokenFault(error) ? 'session_expired' : 'unavailable');
    }
  };
}

/** Whether a token claims that it was issued, or its owner signed in, in the future. */
function isFromTheFuture({ iat, auth_time: signedInAt }: JWTPayload): boolean {
  const now = Date.now() / 1_000 + CLOCK_SKEW_SECONDS;
  return Number(iat) > now || Number(signedInAt ?? 0) > now;
}

/** Whether the token is wrong, as opposed to a failure to load the keys. */
function isTokenFault(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    error.code !== 'ERR_JOSE_GENERIC' &&
    !(error instanceof errors.JWKSInvalid)
  );
}
