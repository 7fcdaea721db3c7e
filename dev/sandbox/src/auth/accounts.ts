import { randomBytes } from 'node:crypto';
import type { Store } from '../storage/store.ts';
import { AuthError } from './auth-error.ts';
import type { PasswordHash } from './passwords.ts';
import { nowInSeconds, type Session, type Tokens } from './tokens.ts';

/** A Google account that somebody signed in with. */
interface GoogleIdentity {
  /** Google's id of the account. */
  rawId: string;
  email: string;
  displayName: string | undefined;
  photoUrl: string | undefined;
}

/** A person who can sign in. */
export interface Account {
  localId: string;
  /** In lower case. */
  email: string;
  emailVerified: boolean;
  displayName?: string | undefined;
  photoUrl?: string | undefined;
  /** Absent when the person signs in with Google only. */
  password?: PasswordHash;
  /** Milliseconds since 1970. Absent in data from before it was recorded. */
  passwordUpdatedAt?: number;
  google?: GoogleIdentity;
  isDisabled?: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
  lastLoginAt: number;
  /** Older tokens are invalid. In seconds since 1970. */
  validSince: number;
}

/** After this many seconds the person must sign in again before changing password or email, or leaving. */
const RECENT_SIGN_IN = 300;

/** The accounts of the project. */
export type Accounts = ReturnType<typeof loadAccounts>;

/** Reads the accounts from the store. */
export function loadAccounts(store: Store) {
  const table = store.table<Account>('accounts');
  const findWhere = (wanted: (account: Account) => boolean) => table.rows().find(wanted);
  return {
    all: () => table.rows(),
    find: (localId: string) => table.get(localId),
    findByEmail: (email: string) => findWhere((account) => account.email === email.toLowerCase()),
    findByGoogle: (rawId: string) => findWhere((account) => account.google?.rawId === rawId),
    save: (account: Account) => table.put(account.localId, account),
    remove: (account: Account) => table.remove(account.localId),
  };
}

/** A new account, not saved yet. */
export function createAccount(email: string, known: Partial<Account>): Account {
  return {
    localId: randomBytes(21).toString('base64url'),
    email: email.toLowerCase(),
    emailVerified: false,
    createdAt: Date.now(),
    lastLoginAt: Date.now(),
    validSince: nowInSeconds(),
    ...known,
  };
}

/** @throws {AuthError} INVALID_EMAIL, MISSING_EMAIL */
export function checkEmail(email: string | undefined): asserts email is string {
  if (!email) throw new AuthError('MISSING_EMAIL');
  if (email.length > 256 || !/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(email)) {
    throw new AuthError('INVALID_EMAIL');
  }
}

/** @throws {AuthError} USER_DISABLED */
export function checkEnabled({ isDisabled }: Account): void {
  if (isDisabled) throw new AuthError('USER_DISABLED');
}

/** Finds the account of a session. @throws {AuthError} USER_NOT_FOUND, USER_DISABLED; after a change of it TOKEN_EXPIRED */
export function findSessionAccount(accounts: Accounts, session: Session): Account {
  const account = accounts.find(session.localId);
  if (!account) throw new AuthError('USER_NOT_FOUND');
  if (session.issuedAt < account.validSince) throw new AuthError('TOKEN_EXPIRED');
  checkEnabled(account);
  return account;
}

/** The token fields of an answer that signs someone in. */
export function signSession(
  tokens: Tokens,
  account: Account,
  session: Pick<Session, 'provider' | 'authTime'>,
) {
  const full = { ...session, localId: account.localId };
  return {
    idToken: tokens.signIdToken(account, full),
    refreshToken: tokens.signRefreshToken(full),
    expiresIn: '3600',
  };
}

/** @throws {AuthError} CREDENTIAL_TOO_OLD_LOGIN_AGAIN more than five minutes after the sign-in */
export function checkRecent(session: Session): void {
  if (nowInSeconds() - session.authTime <= RECENT_SIGN_IN) return;
  throw new AuthError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}

/** An account as accounts:lookup answers. */
export function describeAccount(account: Account) {
  const { localId, email, emailVerified, displayName, photoUrl, password, google } = account;
  const { passwordUpdatedAt = account.createdAt } = account;
  const profile = { email, displayName, photoUrl };
  return {
    localId,
    emailVerified,
    ...profile,
    // 'REDACTED', as from Firebase: the SDK only checks that there is a password.
    ...(password ? { passwordHash: 'UkVEQUNURUQ=', passwordUpdatedAt } : {}),
    providerUserInfo: [
      ...(password ? [{ ...profile, providerId: 'password', rawId: email }] : []),
      ...(google ? [{ ...google, providerId: 'google.com' }] : []),
    ],
    validSince: String(account.validSince),
    createdAt: String(account.createdAt),
    lastLoginAt: String(account.lastLoginAt),
    ...(account.isDisabled ? { disabled: true } : {}),
  };
}
