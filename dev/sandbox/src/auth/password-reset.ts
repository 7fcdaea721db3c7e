import { randomBytes } from 'node:crypto';
import type { Store, Table } from '../storage/store.ts';
import { checkEmail, type Account } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import type { Fields, Project } from './identity-toolkit.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { nowInSeconds } from './tokens.ts';

/** A link to set a new password. Firebase would send it by e-mail. */
export interface PasswordReset {
  code: string;
  email: string;
  /** Where the page links to at the end. */
  continueUrl?: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Firebase's links are valid for an hour. */
const LINK_LIFE_MS = 3_600_000;

/** Reads the unused links from the store, by their codes. */
export function loadPasswordResets(store: Store): Table<PasswordReset> {
  return store.table('password-resets');
}

/**
 * accounts:sendOobCode: makes a link and passes it to `deliver` instead of an e-mail. An unknown address gets the
 * same answer, so that nobody learns who has an account.
 */
export function requestPasswordReset(
  { accounts, resets }: Project,
  fields: Fields,
  deliver: (reset: PasswordReset) => void,
) {
  const { requestType, email, continueUrl } = fields;
  if (requestType !== 'PASSWORD_RESET') throw new AuthError('INVALID_REQ_TYPE');
  checkEmail(email);
  const account = accounts.findByEmail(email);
  if (account) {
    const reset: PasswordReset = {
      code: randomBytes(32).toString('base64url'),
      email: account.email,
      createdAt: Date.now(),
      ...(continueUrl ? { continueUrl } : {}),
    };
    resets.put(reset.code, reset);
    deliver(reset);
  }
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email };
}

/**
 * accounts:resetPassword: sets the new password. Without one it only checks the code.
 * @throws {AuthError} INVALID_OOB_CODE, EXPIRED_OOB_CODE, WEAK_PASSWORD
 */
export async function resetPassword({ accounts, resets, attempts }: Project, fields: Fields) {
  const { oobCode = '', newPassword } = fields;
  const { reset } = findReset();
  const answer = {
    kind: 'identitytoolkit#ResetPasswordResponse',
    email: reset.email,
    requestType: 'PASSWORD_RESET',
  };
  if (newPassword === undefined) return answer;

  checkNewPassword(newPassword);
  const password = await hashPassword(newPassword);
  // Checked again after the wait, because a code works once.
  const { account } = findReset();
  resets.remove(oobCode);
  attempts.clear(account.email);
  accounts.save({ ...account, password, emailVerified: true, validSince: nowInSeconds() });
  return answer;

  function findReset(): { reset: PasswordReset; account: Account } {
    const reset = resets.get(oobCode);
    const account = reset && accounts.findByEmail(reset.email);
    if (!account) throw new AuthError('INVALID_OOB_CODE');
    if (Date.now() - reset.createdAt > LINK_LIFE_MS) throw new AuthError('EXPIRED_OOB_CODE');
    return { reset, account };
  }
}
