import { checkEmail, createAccount, signSession, type Account, type Accounts } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import type { Fields, Project } from './identity-toolkit.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { nowInSeconds } from './tokens.ts';

/** accounts:signUp, from createUserWithEmailAndPassword. */
export async function signUp({ accounts, tokens }: Project, fields: Fields) {
  const { email, password, displayName } = fields;
  if (!email && !password) throw new AuthError('ADMIN_ONLY_OPERATION');
  const account = await registerAccount(accounts, fields, {
    ...(displayName ? { displayName } : {}),
  });
  return {
    localId: account.localId,
    email: account.email,
    ...signSession(tokens, account, { provider: 'password', authTime: nowInSeconds() }),
  };
}

/**
 * Saves a new account with a password.
 * @throws {AuthError} EMAIL_EXISTS, INVALID_EMAIL, WEAK_PASSWORD
 */
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
