import { randomBytes } from 'node:crypto';
import type { Store, Table } from '../storage/store.ts';
import { type Account, checkEmail, findSessionAccount } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import type { Fields, Project } from './identity-toolkit.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { nowInSeconds } from './tokens.ts';

/** What the link of an email does, by Firebase's names. */
export type RequestType = 'PASSWORD_RESET' | 'VERIFY_EMAIL';

/** The code in the link of an email. Firebase would send that email; the sandbox shows it in its inbox. */
export interface ActionCode {
  code: string;
  requestType: RequestType;
  localId: string;
  /** The account's address when the email was sent. If it has changed since, the code is worth nothing. */
  email: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  /** Where its page leads afterwards. Missing if the app named no place. */
  continueUrl?: string;
  isUsed?: true;
}

const HOUR_MS = 3_600_000;
/** How long Firebase's links work. */
const LINK_LIFE_MS: Record<RequestType, number> = {
  PASSWORD_RESET: HOUR_MS,
  VERIFY_EMAIL: 72 * HOUR_MS,
};

/** Reads the codes from the store. */
export function loadActionCodes(store: Store): Table<ActionCode> {
  return store.table('action-codes');
}

/**
 * accounts:sendOobCode: makes a code and passes it to `deliver` instead of an email. Somebody who forgot their password
 * gets the same answer for an unknown address, so that nobody learns who has an account.
 */
export function sendActionCode(
  project: Project,
  fields: Fields,
  deliver: (action: ActionCode) => void,
) {
  const { requestType } = fields;
  if (!isRequestType(requestType)) throw new AuthError('INVALID_REQ_TYPE');
  const account = findRecipient(project, requestType, fields);
  if (account) {
    const action: ActionCode = {
      code: randomBytes(32).toString('base64url'),
      requestType,
      localId: account.localId,
      email: account.email,
      sentAt: Date.now(),
      ...(/^https?:/.test(fields['continueUrl'] ?? '') && { continueUrl: fields['continueUrl'] }),
    };
    project.codes.put(action.code, action);
    deliver(action);
  }
  const email = account?.email ?? fields['email'];
  return { email };
}

function isRequestType(text: string | undefined): text is RequestType {
  return text !== undefined && Object.hasOwn(LINK_LIFE_MS, text);
}

function findRecipient(
  { accounts, tokens }: Project,
  requestType: RequestType,
  { email, idToken }: Fields,
): Account | undefined {
  if (requestType === 'PASSWORD_RESET') {
    checkEmail(email);
    return accounts.findByEmail(email);
  }
  return findSessionAccount(accounts, tokens.readIdToken(idToken));
}

/** Finds an unused code and its account. @throws {AuthError} INVALID_OOB_CODE, EXPIRED_OOB_CODE */
export function findAction(
  { accounts, codes }: Project,
  code: string,
): { action: ActionCode; account: Account } {
  const action = codes.get(code);
  const account = action && accounts.find(action.localId);
  if (!account || action.isUsed || account.email !== action.email)
    throw new AuthError('INVALID_OOB_CODE');
  if (Date.now() - action.sentAt > LINK_LIFE_MS[action.requestType])
    throw new AuthError('EXPIRED_OOB_CODE');
  return { action, account };
}

/** Makes a code worthless. It stays in the inbox. */
function useUp({ codes }: Project, action: ActionCode): void {
  codes.put(action.code, { ...action, isUsed: true });
}

/** Confirms the account's address, and returns it. @throws {AuthError} as `findAction` */
export function confirmAddress(project: Project, code: string): string {
  const { action, account } = findAction(project, code);
  useUp(project, action);
  project.accounts.save({ ...account, emailVerified: true });
  return account.email;
}

/** Sets the new password. @throws {AuthError} as `findAction`, WEAK_PASSWORD */
export async function resetPassword(project: Project, code: string, newPassword: string) {
  checkNewPassword(newPassword);
  const password = await hashPassword(newPassword);
  // Checked again after the wait, because a code works once.
  const { action, account } = findAction(project, code);
  useUp(project, action);
  project.attempts.clear(account.email);
  // Like Firebase: Google is unlinked, because the link may be a stranger's. The next sign-in with Google links it again.
  const { google: _, ...rest } = account;
  project.accounts.save({
    ...rest,
    password,
    passwordUpdatedAt: Date.now(),
    emailVerified: true,
    validSince: nowInSeconds(),
  });
}
