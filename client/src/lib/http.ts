import { FailedCall, readApiStatus } from './api-error.ts';
import { apiUrl } from './config.ts';
import { endRefusedSession } from '../session/refused-session.ts';
import { readToken, storeToken } from '../session/session-token.ts';

/** The one way to the API. */

/** How long to wait for an answer: the server itself waits for the card provider within this. */
const TIMEOUT_MS = 30_000;

export type Request = {
  method: string;
  /** Below the API's address, such as `/classes`. */
  path: string;
  /** What follows the question mark; fields without a value are left out. */
  query?: object;
  body?: object;
};

export type Answer = { data: unknown; headers: Headers };

/**
 * Sends a call with the session token. Spec section 8: a 403 logs out. A stale token (401) is renewed once, and the
 * call repeated; then it logs out too.
 * @throws {FailedCall}
 */
export async function send(request: Request): Promise<Answer> {
  try {
    return await ask(request, readToken());
  } catch (error) {
    if (readApiStatus(error) !== 401) return refuse(error);
    try {
      await renewToken();
    } catch (renewalError) {
      const { status } = renewalError instanceof FailedCall ? renewalError : { status: 401 };
      // No answer came, the server is broken or had too many calls: nobody has refused anything yet.
      if (status === undefined || status >= 500 || status === 429) throw renewalError;
      return endSession(error);
    }
  }
  try {
    return await ask(request, readToken());
  } catch (error) {
    return readApiStatus(error) === 401 ? endSession(error) : refuse(error);
  }
}

let renewal: Promise<void> | undefined;

/**
 * Gets a session token for whom the provider knows, and stores it. Calls that need one at the same time share it.
 * @throws when nobody is signed in at the provider, or the server refuses
 */
export function renewToken(): Promise<void> {
  renewal ??= requestToken().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function requestToken(): Promise<void> {
  const { readProof } = await import('../session/firebase.ts');
  const { email, idToken } = await readProof();
  // Who may not have a token is told so where they asked for it: a 401 is not renewed here.
  const { data } = await ask({ method: 'POST', path: '/jwt', body: { email } }, idToken).catch(
    refuse,
  );
  storeToken((data as { token: string }).token);
}

function refuse(error: unknown): Promise<never> {
  if (readApiStatus(error) === 403) return endSession(error);
  throw error;
}

async function endSession(error: unknown): Promise<never> {
  await endRefusedSession();
  throw error;
}

/** One call and its answer. @throws {FailedCall} */
async function ask(
  { method, path, query = {}, body }: Request,
  token: string | null,
): Promise<Answer> {
  const fields = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  const address = `${apiUrl}${path}${search.size > 0 ? `?${search}` : ''}`;
  const headers: Record<string, string> = {};
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (body) headers['Content-Type'] = 'application/json';
  return fetchJson(address, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/**
 * Fetches what answers with JSON.
 * @throws {FailedCall} where no answer came, or not a good one
 */
export async function fetchJson(address: string, options: RequestInit): Promise<Answer> {
  const what = `${options.method} ${address}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, options);
    text = await response.text();
  } catch (cause) {
    throw new FailedCall(`${what}: no answer`, { cause });
  }
  const data = parse(text);
  if (response.ok && data !== undefined) return { data, headers: response.headers };
  // A good answer that is not JSON came from somebody in between.
  const status = response.ok ? undefined : response.status;
  throw new FailedCall(`${what}: ${response.status}`, { status, body: data });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
