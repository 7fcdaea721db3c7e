import { createHash } from 'node:crypto';
import { z } from 'zod';
import { checkEmail, type GoogleIdentity } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import type { Fields } from './identity-toolkit.ts';

/** A Google ID token of the sandbox: JSON without a signature, as in Firebase's emulator. */
const ID_TOKEN = z.object({
  sub: z.string().min(1),
  email: z.string(),
  email_verified: z.boolean().default(false),
  name: z.string().optional().catch(undefined),
  picture: z.string().optional().catch(undefined),
});

/** The ID token that Google would give for this account. An email always has the same `sub`. */
export function createGoogleIdToken(email: string, name: string, picture: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest();
  return JSON.stringify({
    // Google's numbers have 21 digits and start with 1.
    sub: `1${digest.readBigUInt64BE().toString().padStart(20, '0')}`,
    email: email.toLowerCase(),
    email_verified: true,
    name,
    picture,
  });
}

/**
 * Reads the Google account of a sign-in from a credential (`postBody`) or from our popup (`requestUri`).
 * @throws {AuthError} OPERATION_NOT_ALLOWED for another provider, INVALID_IDP_RESPONSE for a broken token
 */
export function readGoogleIdentity({ postBody, requestUri }: Fields) {
  const query = URL.canParse(requestUri ?? '') ? new URL(requestUri ?? '').search : '';
  const given = new URLSearchParams(postBody || query);
  const providerId = given.get('providerId');
  if (!providerId) throw new AuthError('INVALID_CREDENTIAL_OR_PROVIDER_ID');
  if (providerId !== 'google.com') {
    throw new AuthError(`OPERATION_NOT_ALLOWED : The sandbox knows google.com, not ${providerId}`);
  }
  const oauthIdToken = given.get('id_token') ?? '';
  const { sub, email, email_verified, name, picture } = parseIdToken(oauthIdToken);
  checkEmail(email);
  const identity: GoogleIdentity = {
    rawId: sub,
    email: email.toLowerCase(),
    emailVerified: email_verified,
    ...(name ? { displayName: name } : {}),
    ...(picture ? { photoUrl: picture } : {}),
  };
  return { identity, oauthIdToken };
}

function parseIdToken(text: string): z.output<typeof ID_TOKEN> {
  try {
    return ID_TOKEN.parse(JSON.parse(text));
  } catch {
    throw new AuthError(
      'INVALID_IDP_RESPONSE : In the sandbox a Google ID token is JSON such as ' +
        '{"sub":"1","email":"ada@example.com","name":"Ada"}',
    );
  }
}
