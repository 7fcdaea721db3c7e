import { AuthError } from './auth-error.ts';

/** After this many wrong passwords in a row an account is locked for a while. */
export const MAX_FAILURES = 10;
/** How long it is locked, in milliseconds. */
const LOCK_MS = 60_000;

export type Attempts = ReturnType<typeof countAttempts>;

/** Counts wrong passwords by email. A restart resets the counts. */
export function countAttempts() {
  const failures = new Map<string, { count: number; last: number }>();
  return {
    /** @throws {AuthError} TOO_MANY_ATTEMPTS_TRY_LATER while the account is locked */
    check(email: string): void {
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
    recordFailure(email: string): void {
      failures.set(email, { count: (failures.get(email)?.count ?? 0) + 1, last: Date.now() });
    },
    clear(email: string): void {
      failures.delete(email);
    },
  };
}
