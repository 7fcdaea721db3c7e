/**
 * Tells the server that the app failed, so that the school hears of it from more than an angry parent; R506. What does
 * that loads only then. Never throws, and nothing waits for it.
 * @param error what was thrown
 */
export function noteError(error: unknown): void {
  // The person may be on the next page before the code is here.
  const { pathname } = location;
  import('./report-error.ts')
    .then(({ reportError }) => reportError(error, pathname))
    .catch(() => {});
}

/** Notes the errors that nobody catches. Error boundaries note their own. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => noteError(error));
  addEventListener('unhandledrejection', ({ reason }) => noteError(reason));
}
