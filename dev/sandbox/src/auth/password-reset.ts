import { findAction, useUp } from './action-codes.ts';
import type { Project } from './identity-toolkit.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { nowInSeconds } from './tokens.ts';

/**
 * Sets the new password.
 * @throws {AuthError} INVALID_OOB_CODE, EXPIRED_OOB_CODE, WEAK_PASSWORD
 */
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
