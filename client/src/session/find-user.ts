import type { User } from '@speakifyr/contract/identity.ts';
import { call } from '../lib/api.ts';
import { readApiStatus } from '../lib/api-error.ts';
import type { Account } from './load-provider.ts';
import { renewToken } from './session-calls.ts';
import { hasTokenFor } from './session-token.ts';

/**
 * Gets the school's record of a person. Makes one if there is none: after a sign-up that broke off, or at the first
 * log-in with Google.
 * @throws an error that `readApiError` can read, or the provider's
 */
export async function findOrRegister(account: Account): Promise<User> {
  await ensureToken(account.email);
  try {
    return await call('GET /userInfo', { query: { email: account.email } });
  } catch (error) {
    if (readApiStatus(error) !== 404) throw error;
  }
  return register(account);
}

/** Registers a person as a student. @throws as `findOrRegister` */
export async function register({ email, name, photo }: Account): Promise<User> {
  await ensureToken(email);
  await call('POST /userList', {
    body: { name: name || email.slice(0, email.indexOf('@')), photo, email, role: 'student' },
  });
  return call('GET /userInfo', { query: { email } });
}

async function ensureToken(email: string): Promise<void> {
  if (!hasTokenFor(email)) await renewToken();
}
