/** A log-in that the school refuses. The message is for the person. */
export class SignInRefusedError extends Error {
  override name = 'SignInRefusedError';
}

/** The provider's error code, such as `auth/user-disabled`. */
export function readProviderCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || !error || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && code.startsWith('auth/') ? code : undefined;
}
