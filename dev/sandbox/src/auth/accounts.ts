import { randomBytes } from 'node:crypto';
import type { Store } from '../storage/store.ts';
import { AuthError } from './auth-error.ts';
import type { PasswordHash } from './passwords.ts';
import { nowInSeconds, type Session, type Tokens } from './tokens.ts';

/** A Google account that somebody signed in with. */
export interface GoogleIdentity {
  /** Google's id of the account. */
  rawId: string;
  email: string;
  displayName?: string;
  photoUrl?: string;
}

/** A person who can sign in. */
export interface Account {
  localId: string;
  /** In lower case. */
  email: string;
  emailVerified: boolean;
  displayName?: string;
  photoUrl?: string;
  /** Absent when the person signs in with Google only. */
  password?: PasswordHash;
  google?: GoogleIdentity;
  /** Milliseconds since 1970. */
  createdAt: number;
  lastLoginAt: number;
  /** Older tokens are invalid. In seconds since 1970. */
  validSince: number;
}

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

/**
 * Finds the account of a session.
 * @throws {AuthError} USER_NOT_FOUND for a deleted account, TOKEN_EXPIRED after a change of password
 */
export function findSessionAccount(accounts: Accounts, session: Session): Account {
  const account = accounts.find(session.localId);
  if (!account) throw new AuthError('USER_NOT_FOUND');
  if (session.issuedAt < account.validSince) throw new AuthError('TOKEN_EXPIRED');
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
