import {
  checkEmail,
  createAccount,
  findSessionAccount,
  signSession,
  type Account,
  type Accounts,
} from './accounts.ts';
import type { Attempts } from './attempts.ts';
import { AuthError } from './auth-error.ts';
import { readGoogleIdentity } from './google.ts';
import type { PasswordResets } from './password-reset.ts';
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts';
import { nowInSeconds, type Session, type Tokens } from './tokens.ts';

/** What the operations work on. */
export interface Project {
  accounts: Accounts;
  tokens: Tokens;
  attempts: Attempts;
  resets: PasswordResets;
}

/** The fields of a request that the SDK sends as text; anything else was refused before. */
export type Fields = Partial<Record<string, string>>;

/** After this many seconds a change of password or e-mail, or leaving, needs a fresh sign-in. */
const RECENT_SIGN_IN = 300;

/** accounts:signInWithPassword. A wrong e-mail and a wrong password sound the same, as in new projects. */
export async function signInWithPassword({ accounts, tokens, attempts }: Project, fields: Fields) {
  const { email, password } = fields;
  checkEmail(email);
  if (!password) throw new AuthError('MISSING_PASSWORD');
  const key = email.toLowerCase();
  attempts.check(key);
  const found = accounts.findByEmail(email);
  if (!found?.password || !(await isPassword(password, found.password))) {
    attempts.recordFailure(key);
    throw new AuthError('INVALID_LOGIN_CREDENTIALS');
  }
  attempts.clear(key);
  const account = { ...found, lastLoginAt: Date.now() };
  accounts.save(account);
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    registered: true,
    localId: account.localId,
    email: account.email,
    displayName: account.displayName ?? '',
    ...signSession(tokens, account, { provider: 'password', authTime: nowInSeconds() }),
  };
}

/**
 * accounts:signInWithIdp, for Google. Google vouches for the e-mail, so an account with the same one is
 * joined to it; if nobody had verified that account's e-mail, its password and its sessions end, for they may
 * be a stranger's.
 */
export function signInWithIdp({ accounts, tokens }: Project, fields: Fields) {
  if (fields['idToken']) throw new AuthError('OPERATION_NOT_ALLOWED');
  const { identity, oauthIdToken } = readGoogleIdentity(fields);
  const known = accounts.findByGoogle(identity.rawId) ?? accounts.findByEmail(identity.email);
  if (known?.google && known.google.rawId !== identity.rawId) {
    return { needConfirmation: true, email: identity.email, providerId: 'google.com' };
  }
  const { displayName, photoUrl } = identity;
  const base = known ?? createAccount(identity.email, {});
  const { password, ...rest } = base;
  const account: Account = {
    ...rest,
    ...(password && base.emailVerified ? { password } : {}),
    ...(password && !base.emailVerified ? { validSince: nowInSeconds() } : {}),
    ...(displayName && !base.displayName ? { displayName } : {}),
    ...(photoUrl && !base.photoUrl ? { photoUrl } : {}),
    emailVerified: true,
    google: identity,
    lastLoginAt: Date.now(),
  };
  accounts.save(account);
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId: 'google.com',
    federatedId: `https://accounts.google.com/${identity.rawId}`,
    localId: account.localId,
    email: account.email,
    emailVerified: true,
    displayName: account.displayName,
    fullName: displayName,
    photoUrl: account.photoUrl,
    oauthIdToken,
    oauthAccessToken: `sandbox-access-token-${identity.rawId}`,
    rawUserInfo: JSON.stringify({
      id: identity.rawId,
      email: identity.email,
      name: displayName,
      picture: photoUrl,
      verified_email: true,
    }),
    isNewUser: !known,
    ...signSession(tokens, account, { provider: 'google.com', authTime: nowInSeconds() }),
  };
}

/** accounts:lookup. */
export function lookUp({ accounts, tokens }: Project, fields: Fields) {
  const account = findSessionAccount(accounts, tokens.readIdToken(fields['idToken']));
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [describeAccount(account)] };
}

/** accounts:update: name, photo, e-mail, password. `deleted` names what is to be emptied. */
export async function updateAccount(
  { accounts, tokens }: Project,
  fields: Fields,
  deleted: string[],
) {
  const session = tokens.readIdToken(fields['idToken']);
  const { email, password, displayName, photoUrl } = fields;
  findSessionAccount(accounts, session);
  if (email !== undefined || password !== undefined) checkRecent(session);
  if (email !== undefined) checkEmail(email);
  if (password !== undefined) checkNewPassword(password);
  const hash = password === undefined ? undefined : await hashPassword(password);

  // Read again after the wait: someone may have changed it meanwhile.
  const account = { ...findSessionAccount(accounts, session) };
  if (displayName !== undefined) account.displayName = displayName;
  if (photoUrl !== undefined) account.photoUrl = photoUrl;
  if (deleted.includes('DISPLAY_NAME')) delete account.displayName;
  if (deleted.includes('PHOTO_URL')) delete account.photoUrl;
  if (email !== undefined && email.toLowerCase() !== account.email) {
    if (accounts.findByEmail(email)) throw new AuthError('EMAIL_EXISTS');
    account.email = email.toLowerCase();
    account.emailVerified = false;
    account.validSince = nowInSeconds();
  }
  if (hash) {
    account.password = hash;
    account.validSince = nowInSeconds();
  }
  accounts.save(account);
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    ...describeAccount(account),
    ...signSession(tokens, account, session),
  };
}

/** accounts:delete. */
export function removeAccount({ accounts, tokens }: Project, fields: Fields) {
  const session = tokens.readIdToken(fields['idToken']);
  const account = findSessionAccount(accounts, session);
  checkRecent(session);
  accounts.remove(account);
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
}

/** securetoken's /v1/token: a fresh ID token for a refresh token. */
export function refreshSession({ accounts, tokens }: Project, fields: Fields) {
  if (fields['grant_type'] !== 'refresh_token') throw new AuthError('INVALID_GRANT_TYPE');
  const session = tokens.readRefreshToken(fields['refresh_token']);
  const account = findSessionAccount(accounts, session);
  const { idToken, refreshToken, expiresIn } = signSession(tokens, account, session);
  return {
    id_token: idToken,
    access_token: idToken,
    refresh_token: refreshToken,
    expires_in: expiresIn,
    token_type: 'Bearer',
    user_id: account.localId,
  };
}

function checkRecent(session: Session): void {
  if (nowInSeconds() - session.authTime <= RECENT_SIGN_IN) return;
  throw new AuthError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}

function describeAccount(account: Account) {
  const { localId, email, emailVerified, displayName, photoUrl, password, google } = account;
  return {
    localId,
    email,
    emailVerified,
    displayName,
    photoUrl,
    // Firebase's own placeholder, 'REDACTED': that there is a password matters to the SDK.
    ...(password ? { passwordHash: 'UkVEQUNURUQ=' } : {}),
    providerUserInfo: [
      ...(password
        ? [
            {
              providerId: 'password',
              federatedId: email,
              rawId: email,
              email,
              displayName,
              photoUrl,
            },
          ]
        : []),
      ...(google ? [{ providerId: 'google.com', federatedId: google.rawId, ...google }] : []),
    ],
    validSince: String(account.validSince),
    createdAt: String(account.createdAt),
    lastLoginAt: String(account.lastLoginAt),
  };
}
