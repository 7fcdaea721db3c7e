/** The key in local storage, spec section 9. */
export const TOKEN_KEY = 'token';

/** A token that expires sooner than this is renewed before use. */
const MIN_LIFE_MS = 60_000;

export function readToken(): string | null {
  if (import.meta.env.SSR) return null;
  return localStorage.getItem(TOKEN_KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
}

export function removeToken(): void {
  localStorage.removeItem(TOKEN_KEY);
}

/** The email of the stored token, in lower case; undefined without a readable token. */
export function readTokenEmail(): string | undefined {
  const { email } = readClaims();
  return typeof email === 'string' ? email : undefined;
}

/** Milliseconds until the stored token expires; 0 without one. */
export function readTokenLife(): number {
  const { exp } = readClaims();
  return typeof exp === 'number' ? Math.max(0, exp * 1_000 - Date.now()) : 0;
}

/** Whether the stored token is this person's and does not expire soon. */
export function hasTokenFor(email: string): boolean {
  return readTokenEmail() === email && readTokenLife() > MIN_LIFE_MS;
}

/** The token's claims, not verified: only the server checks a token. We only want to know when to renew it. */
function readClaims(): Record<string, unknown> {
  const content = readToken()?.split('.')[1];
  if (!content) return {};
  try {
    const bytes = atob(content.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(bytes) as Record<string, unknown>;
  } catch {
    return {};
  }
}
