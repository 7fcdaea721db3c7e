import {
  type Account,
  type Accounts,
  checkEmail,
  checkEnabled,
  checkRecent,
  createAccount,
  describeAccount,
  findSessionAccount,
  signSession,
} from './accounts.ts';
import type { Attempts } from './attempts.ts';
import { AuthError } from './auth-error.ts';
import type { Table } from '../storage/store.ts';
import type { ActionCode } from './action-codes.ts';
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts';
import { nowInSeconds, type Tokens } from './tokens.ts';

/** The data of the operations. */
export interface Project {
  accounts: Accounts;
  tokens: Tokens;
  attempts: Attempts;
  codes: Table<ActionCode>;
}

/** The text fields of a request. */
export type Fields = Partial<Record<string, string>>;

/** accounts:signUp, from createUserWithEmailAndPassword. */
export async function signUp({ accounts, tokens }: Project, fields: Fields) {
  if (!fields['email'] && !fields['password']) throw new AuthError('ADMIN_ONLY_OPERATION');
  const account = await registerAccount(accounts, fields, {});
  return {
    localId: account.localId,
    email: account.email,
    ...signSession(tokens, account, { provider: 'password', authTime: nowInSeconds() }),
  };
}

/** Saves a new account with a password. @throws {AuthError} EMAIL_EXISTS, INVALID_EMAIL, WEAK_PASSWORD */
export async function registerAccount(
  accounts: Accounts,
  { email, password }: Fields,
  known: Partial<Account>,
): Promise<Account> {
  checkEmail(email);
  checkNewPassword(password);
  const hash = await hashPassword(password);
  // Checked after the wait for the hash, so that two equal sign-ups at once make one account.
  if (accounts.findByEmail(email)) throw new AuthError('EMAIL_EXISTS');
  const account = createAccount(email, {
    ...known,
    password: hash,
    passwordUpdatedAt: Date.now(),
  });
  accounts.save(account);
  return account;
}

/** accounts:signInWithPassword. A wrong email and a wrong password get the same answer, as in new projects. */
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
  checkEnabled(found);
  const account = { ...found, lastLoginAt: Date.now() };
  accounts.save(account);
  return {
    registered: true,
    localId: account.localId,
    email: account.email,
    displayName: account.displayName ?? '',
    ...signSession(tokens, account, { provider: 'password', authTime: nowInSeconds() }),
  };
}

/** accounts:lookup. */
export function lookUp({ accounts, tokens }: Project, fields: Fields) {
  const account = findSessionAccount(accounts, tokens.readIdToken(fields['idToken']));
  return { users: [describeAccount(account)] };
}

/** accounts:update: changes name, photo, email or password. */
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
    account.passwordUpdatedAt = Date.now();
    account.validSince = nowInSeconds();
  }
  accounts.save(account);
  return {
    ...describeAccount(account),
    ...signSession(tokens, account, hash ? { ...session, provider: 'password' } : session),
  };
}

/** accounts:delete. */
export function removeAccount({ accounts, tokens }: Project, fields: Fields) {
  const session = tokens.readIdToken(fields['idToken']);
  const account = findSessionAccount(accounts, session);
  checkRecent(session);
  accounts.remove(account);
  return {};
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
