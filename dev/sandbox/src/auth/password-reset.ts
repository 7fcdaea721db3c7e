import { findAction, useUp } from './action-codes.ts';
import { AuthError } from './auth-error.ts';
import type { Fields, Project } from './identity-toolkit.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { nowInSeconds } from './tokens.ts';

/**
 * accounts:resetPassword: sets the new password. Without one it only says what a code is for.
 * @throws {AuthError} INVALID_OOB_CODE, EXPIRED_OOB_CODE, WEAK_PASSWORD
 */
export async function resetPassword(project: Project, { oobCode, newPassword }: Fields) {
  const { action } = findAction(project, oobCode);
  const { requestType, email, newEmail } = action;
  const answer = {
    kind: 'identitytoolkit#ResetPasswordResponse',
    email,
    ...(newEmail ? { newEmail } : {}),
    requestType,
  };
  if (newPassword === undefined) return answer;

  if (requestType !== 'PASSWORD_RESET') throw new AuthError('INVALID_OOB_CODE');
  checkNewPassword(newPassword);
  const password = await hashPassword(newPassword);
  // Checked again after the wait, because a code works once.
  const { account } = findAction(project, oobCode);
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
  return answer;
}
