import { randomBytes } from 'node:crypto';
import type { Store } from '../storage/store.ts';
import { checkEmail, type Account } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import type { Fields, Project } from './identity-toolkit.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { nowInSeconds } from './tokens.ts';

/** A link to set a new password, as it would go out by e-mail. */
export interface PasswordReset {
  code: string;
  email: string;
  /** Where the page leads afterwards. */
  continueUrl?: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** The links that were asked for and not used yet. */
export interface PasswordResets {
  all(): PasswordReset[];
  find(code: string): PasswordReset | undefined;
  save(reset: PasswordReset): void;
  remove(code: string): void;
}

/** Firebase's links are good for an hour. */
const LINK_LIFE_MS = 3_600_000;

/** Takes the open links from the store. */
export function loadPasswordResets(store: Store): PasswordResets {
  const table = store.table<PasswordReset>('password-resets');
  return {
    all: () => table.rows(),
    find: (code) => table.get(code),
    save: (reset) => table.put(reset.code, reset),
    remove: (code) => table.remove(code),
  };
}

/**
 * accounts:sendOobCode: makes a link and hands it to `deliver` in place of the e-mail. An unknown
 * address is answered the same, so that nobody learns who has an account.
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
    resets.save(reset);
    deliver(reset);
  }
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email };
}

/**
 * accounts:resetPassword: with a new password sets it, without one only checks the code.
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
  // Looked up again after the wait: a code works once.
  const { account } = findReset();
  resets.remove(oobCode);
  attempts.clear(account.email);
  accounts.save({ ...account, password, emailVerified: true, validSince: nowInSeconds() });
  return answer;

  function findReset(): { reset: PasswordReset; account: Account } {
    const reset = resets.find(oobCode);
    const account = reset && accounts.findByEmail(reset.email);
    if (!account) throw new AuthError('INVALID_OOB_CODE');
    if (Date.now() - reset.createdAt > LINK_LIFE_MS) throw new AuthError('EXPIRED_OOB_CODE');
    return { reset, account };
  }
}
