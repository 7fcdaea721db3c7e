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
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: account.localId,
    email: account.email,
    ...signSession(tokens, account, { provider: 'password', authTime: nowInSeconds() }),
  };
}

/** projects/…/accounts, for administrators: the only way to create an account with a verified e-mail. */
export async function createByAdministrator(
  { accounts }: Project,
  fields: Fields,
  emailVerified: boolean,
) {
  const { displayName, photoUrl } = fields;
  const account = await registerAccount(accounts, fields, {
    emailVerified,
    ...(displayName ? { displayName } : {}),
    ...(photoUrl ? { photoUrl } : {}),
  });
  const { localId, email } = account;
  return { kind: 'identitytoolkit#SignupNewUserResponse', localId, email };
}

async function registerAccount(
  accounts: Accounts,
  { email, password }: Fields,
  known: Partial<Account>,
): Promise<Account> {
  checkEmail(email);
  checkNewPassword(password);
  const hash = await hashPassword(password);
  // Checked after the wait for the hash, so that two equal sign-ups at once make one account.
  if (accounts.findByEmail(email)) throw new AuthError('EMAIL_EXISTS');
  const account = createAccount(email, { ...known, password: hash });
  accounts.save(account);
  return account;
}
