import { MIN_PASSWORD_LENGTH } from '@speakifyr/contract/limits.ts';
import { isFailedCall, readApiError } from '../lib/api-error.ts';
import { readProviderCode, SignInRefusedError } from './sign-in-errors.ts';

/** What went wrong with a log-in or sign-up, and the field it belongs to; undefined if there is nothing to show. */
export type SignInProblem = { message: string; field?: 'email' | 'password' } | undefined;

const WRONG_PAIR = { message: 'Wrong email or password' };
const UNREACHABLE = {
  message: 'We could not reach the log-in service. Please check your connection and try again.',
};
const UNKNOWN = { message: 'That did not work. Please try again in a moment.' };

/** The provider's error codes in plain words: https://firebase.google.com/docs/reference/js/auth */
const BY_CODE: Record<string, SignInProblem> = {
  'auth/invalid-credential': WRONG_PAIR,
  'auth/invalid-login-credentials': WRONG_PAIR,
  'auth/wrong-password': WRONG_PAIR,
  'auth/user-not-found': WRONG_PAIR,
  'auth/invalid-email': { message: 'This is not an email address', field: 'email' },
  'auth/email-already-in-use': {
    message: 'There is already an account with this email. Please log in.',
    field: 'email',
  },
  'auth/weak-password': {
    message: `Please use at least ${MIN_PASSWORD_LENGTH} characters`,
    field: 'password',
  },
  'auth/too-many-requests': {
    message: 'Too many tries. Please wait a few minutes, or reset your password.',
  },
  'auth/user-disabled': { message: 'This account has been closed. Please contact the camp.' },
  'auth/account-exists-with-different-credential': {
    message: 'You signed up with email and password. Please log in that way.',
  },
  'auth/user-mismatch': { message: 'That is a different account. Please choose your own.' },
  'auth/popup-blocked': {
    message:
      'Your browser blocked Google’s popup. Please allow popups for this page and try again.',
  },
  'auth/network-request-failed': UNREACHABLE,
  // The person closed Google's popup or opened a second one, so there is nothing to tell them.
  'auth/popup-closed-by-user': undefined,
  'auth/cancelled-popup-request': undefined,
  'auth/user-cancelled': undefined,
};

/** Reads the provider's or the server's error after a log-in, a sign-up or a password reset. */
export function readSignInProblem(error: unknown): SignInProblem {
  if (error instanceof SignInRefusedError) return { message: error.message };
  const code = readProviderCode(error);
  if (code) return code in BY_CODE ? BY_CODE[code] : UNKNOWN;
  return isFailedCall(error) ? { message: readApiError(error).message } : UNKNOWN;
}
