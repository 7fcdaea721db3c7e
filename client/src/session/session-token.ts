import { readClaims } from '../lib/read-claims.ts';
import { deviceStorage } from '../lib/storage.ts';

/** The key in local storage, spec section 9. */
export const TOKEN_KEY = 'token';

/** A token that expires sooner than this is renewed before use. */
const MIN_LIFE_MS = 60_000;

export function readToken(): string | null {
  if (import.meta.env.SSR) return null;
  return deviceStorage.read(TOKEN_KEY);
}

export function storeToken(token: string): void {
  deviceStorage.write(TOKEN_KEY, token);
}

export function removeToken(): void {
  deviceStorage.remove(TOKEN_KEY);
}

/** The email of the stored token, in lower case; undefined without a readable token. */
export function readTokenEmail(): string | undefined {
  const { email } = readClaims(readToken());
  return typeof email === 'string' ? email : undefined;
}

/** Milliseconds until the stored token expires; 0 without one. */
export function readTokenLife(): number {
  const { exp } = readClaims(readToken());
  return typeof exp === 'number' ? Math.max(0, exp * 1_000 - Date.now()) : 0;
}

/** Whether the stored token is this person's and does not expire soon. */
export function hasTokenFor(email: string): boolean {
  return readTokenEmail() === email && readTokenLife() > MIN_LIFE_MS;
}
