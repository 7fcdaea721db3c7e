import type { User } from '@speakifyr/contract/identity.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { call } from '../lib/api.ts';
import { readApiError, readApiStatus } from '../lib/api-error.ts';
import type { Account } from './load-provider.ts';
import { renewToken } from './session-calls.ts';
import { hasTokenFor } from './session-token.ts';

/**
 * Gets the school's record of a person. Makes one if there is none: after a sign-up that broke off, or at the first
 * log-in with Google, or to an account that the office opened. R80, R633
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
  const ofAddress = email.slice(0, email.indexOf('@'));
  const send = (sent: { name: string; photo: string }) =>
    call('POST /userList', {
      body: {
        ...sent,
        email,
        role: 'student',
        // The forms that lead here show a link to them.
        terms: SCHOOL.termsDate,
      },
    });
  await send({ name: name || ofAddress, photo }).catch((error: unknown) => {
    // The provider may have a photo from a host that the school does not show, or a name that it does not take. That
    // must not keep anyone out.
    const { fields = {} } = readApiError(error);
    const [badName, badPhoto] = [fields['body.name'], fields['body.photo']];
    if (!badName && !badPhoto) throw error;
    return send({ name: badName || !name ? ofAddress : name, photo: badPhoto ? '' : photo });
  });
  return call('GET /userInfo', { query: { email } });
}

async function ensureToken(email: string): Promise<void> {
  if (!hasTokenFor(email)) await renewToken();
}
