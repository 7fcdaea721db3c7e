/** The key in local storage, spec section 9. */
export const TOKEN_KEY = 'token';

/** A token that ends sooner than this is not worth sending. */
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

/** Whom the stored token is for, in lower case; undefined without a token that can be read. */
export function readTokenEmail(): string | undefined {
  const { email } = readClaims();
  return typeof email === 'string' ? email : undefined;
}

/** How long the stored token is still good for, in milliseconds; 0 without one. */
export function readTokenLife(): number {
  const { exp } = readClaims();
  return typeof exp === 'number' ? Math.max(0, exp * 1_000 - Date.now()) : 0;
}

/** Whether the stored token is this person's and not about to end. */
export function hasTokenFor(email: string): boolean {
  return readTokenEmail() === email && readTokenLife() > MIN_LIFE_MS;
}

/** The token's content, unverified: only the server trusts a token, we only look when to ask for a new one. */
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
