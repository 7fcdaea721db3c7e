import { AuthError } from './auth-error.ts';

/** Wrong passwords in a row after which an account is shut for a while. */
export const MAX_FAILURES = 10;
/** How long it stays shut, in milliseconds. */
const LOCK_MS = 60_000;

/** Counts wrong passwords by e-mail; a restart forgets them. */
export interface Attempts {
  /** @throws {AuthError} TOO_MANY_ATTEMPTS_TRY_LATER while the account is shut */
  check(email: string): void;
  recordFailure(email: string): void;
  clear(email: string): void;
}

/** Starts counting. */
export function countAttempts(): Attempts {
  const failures = new Map<string, { count: number; last: number }>();
  return {
    check(email) {
      const failed = failures.get(email);
      if (!failed || failed.count < MAX_FAILURES) return;
      if (Date.now() - failed.last < LOCK_MS) {
        throw new AuthError(
          'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to ' +
            'many failed login attempts. You can immediately restore it by resetting your password ' +
            'or you can try again later.',
        );
      }
      failures.delete(email);
    },
    recordFailure(email) {
      failures.set(email, { count: (failures.get(email)?.count ?? 0) + 1, last: Date.now() });
    },
    clear(email) {
      failures.delete(email);
    },
  };
}
