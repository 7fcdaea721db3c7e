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
import type { Table } from '../storage/store.ts';
import type { PasswordReset } from './password-reset.ts';
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts';
import { nowInSeconds, type Session, type Tokens } from './tokens.ts';

/** The data of the operations. */
export interface Project {
  accounts: Accounts;
  tokens: Tokens;
  attempts: Attempts;
  resets: Table<PasswordReset>;
}

/** The text fields of a request. */
export type Fields = Partial<Record<string, string>>;

/** After this many seconds the person must sign in again before changing password or e-mail, or leaving. */
const RECENT_SIGN_IN = 300;

/** accounts:signInWithPassword. A wrong e-mail and a wrong password get the same answer, as in new projects. */
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
 * accounts:signInWithIdp, for Google. An account with the same e-mail is used, because Google has verified the e-mail.
 * If the account's e-mail was not verified, its password and its sessions end, because they may be a stranger's.
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

/** accounts:update: name, photo, e-mail, password. */
export async function updateAccount({ accounts, tokens }: Project, fields: Fields) {
  const session = tokens.readIdToken(fields['idToken']);
  const { email, password, displayName, photoUrl } = fields;
  findSessionAccount(accounts, session);
  if (email !== undefined || password !== undefined) checkRecent(session);
  if (email !== undefined) checkEmail(email);
  if (password !== undefined) checkNewPassword(password);
  const hash = password === undefined ? undefined : await hashPassword(password);

  // Read again after the wait, because it may have changed.
  const account = { ...findSessionAccount(accounts, session) };
  if (displayName !== undefined) account.displayName = displayName;
  if (photoUrl !== undefined) account.photoUrl = photoUrl;
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
  const profile = { email, displayName, photoUrl };
  return {
    localId,
    emailVerified,
    ...profile,
    // 'REDACTED', as from Firebase: the SDK only checks that there is a password.
    ...(password ? { passwordHash: 'UkVEQUNURUQ=' } : {}),
    providerUserInfo: [
      ...(password
        ? [{ ...profile, providerId: 'password', federatedId: email, rawId: email }]
        : []),
      ...(google ? [{ providerId: 'google.com', federatedId: google.rawId, ...google }] : []),
    ],
    validSince: String(account.validSince),
    createdAt: String(account.createdAt),
    lastLoginAt: String(account.lastLoginAt),
  };
}
