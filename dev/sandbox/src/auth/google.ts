import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Account, checkEmail, checkEnabled, createAccount, signSession } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import type { Fields, Project } from './identity-toolkit.ts';
import { nowInSeconds } from './tokens.ts';

/** A Google ID token of the sandbox: JSON without a signature, as in Firebase's emulator. */
const ID_TOKEN = z.object({
  sub: z.string().min(1),
  email: z.string(),
  email_verified: z.boolean().default(false),
  name: z.string().optional(),
  picture: z.string().optional(),
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

/** Reads a credential (`postBody`) or our popup's answer. @throws {AuthError} if it is no Google account */
function readGoogleIdentity({ postBody, requestUri }: Fields) {
  const query = URL.canParse(requestUri ?? '') ? new URL(requestUri ?? '').search : '';
  const given = new URLSearchParams(postBody || query);
  const providerId = given.get('providerId');
  if (providerId !== 'google.com') {
    throw new AuthError(`OPERATION_NOT_ALLOWED : The sandbox knows google.com, not ${providerId}`);
  }
  const oauthIdToken = given.get('id_token') ?? '';
  const { sub: rawId, email, email_verified, ...profile } = parseIdToken(oauthIdToken);
  checkEmail(email);
  const { name: displayName, picture: photoUrl } = profile;
  const identity = { rawId, email: email.toLowerCase(), displayName, photoUrl };
  return { identity, emailVerified: email_verified, oauthIdToken };
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

/**
 * accounts:signInWithIdp, for Google. An account with the same address is used if Google has verified the address;
 * otherwise the person must first prove that the account is theirs (`needConfirmation`).
 */
export function signInWithIdp({ accounts, tokens }: Project, fields: Fields) {
  if (fields['idToken']) throw new AuthError('OPERATION_NOT_ALLOWED');
  const { identity, emailVerified, oauthIdToken } = readGoogleIdentity(fields);
  const linked = accounts.findByGoogle(identity.rawId);
  const sameEmail = linked ? undefined : accounts.findByEmail(identity.email);
  if (sameEmail && !emailVerified) {
    const verifiedProvider = sameEmail.google ? ['google.com'] : [];
    const { email } = identity;
    return { needConfirmation: true, email, providerId: 'google.com', verifiedProvider };
  }
  const base =
    linked ?? (sameEmail ? takeOver(sameEmail) : createAccount(identity.email, { emailVerified }));
  checkEnabled(base);
  const account: Account = {
    ...base,
    displayName: base.displayName ?? identity.displayName,
    photoUrl: base.photoUrl ?? identity.photoUrl,
    google: identity,
    lastLoginAt: Date.now(),
  };
  accounts.save(account);
  return {
    providerId: 'google.com',
    localId: account.localId,
    email: account.email,
    displayName: account.displayName,
    photoUrl: account.photoUrl,
    oauthIdToken,
    isNewUser: !linked && !sameEmail,
    ...signSession(tokens, account, { provider: 'google.com', authTime: nowInSeconds() }),
  };
}

/** If nobody had confirmed the address, a stranger may have made the account: its password and sessions end. */
function takeOver(account: Account): Account {
  if (account.emailVerified) return account;
  const { localId, email, createdAt, lastLoginAt, isDisabled = false } = account;
  const validSince = nowInSeconds();
  return { localId, email, createdAt, lastLoginAt, isDisabled, validSince, emailVerified: true };
}
