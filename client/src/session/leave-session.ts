import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import type { Role } from '@speakifyr/contract/limits.ts';
import { call } from '../lib/api.ts';
import { leaving } from './before-leaving.ts';
import { loadProvider } from './load-provider.ts';
import type { SessionStore } from './session-store.ts';
import { logSignOutError, signOutOf, signOutRefused } from './sign-in-refusals.ts';

/**
 * Logs out.
 * @param refusal why the school ends the session; undefined if the person wants to leave, or for another reason
 * @param isAsked whether the person wants it: then what they have typed is gone
 */
export async function logOut(
  { getState, startAttempt, dispatch }: SessionStore,
  refusal?: ErrorBody,
  isAsked = !refusal,
): Promise<void> {
  if (!refusal && !(await mayLeave(getState().user?.role))) return;
  startAttempt();
  dispatch({ type: 'leaving', isAsked });
  let told = refusal?.message;
  try {
    const provider = await loadProvider();
    if (refusal) told = await signOutRefused(provider, refusal);
    else await signOutOf(provider);
  } catch (error) {
    logSignOutError(error);
  }
  dispatch(told === undefined ? { type: 'closed' } : { type: 'refused', refusal: told });
}

/** Only the team has something to lose. On a page without a dashboard, nobody has looked for it yet. R403 */
async function mayLeave(role?: Role): Promise<boolean> {
  if (role && role !== 'student' && !leaving.ask)
    await leaving
      .look?.()
      .catch((error: unknown) => console.error('Could not look for unsent taps', error));
  return leaving.ask ? leaving.ask() : true;
}

/**
 * Deletes the account: first the school's record, because a person can only try that again while they can sign in.
 * @param idToken from a sign-in a moment ago
 * @param leave called when the record is gone and before nobody is signed in, to leave pages that need a person
 * @throws an error that `readApiError` can read before `leave`, and the provider's error after it
 */
export async function deleteAccount(
  { getState, startAttempt, dispatch }: SessionStore,
  idToken: string,
  leave: () => void,
): Promise<void> {
  const { user } = getState();
  if (!user) throw new Error('Nobody is signed in');
  const isLatest = startAttempt();
  dispatch({ type: 'entering', isAsked: true });
  try {
    await call('DELETE /myAccount', { body: { email: user.email, idToken } });
  } catch (error) {
    // Unless the server's refusal has ended the session.
    if (isLatest()) dispatch({ type: 'opened', user });
    throw error;
  }
  leave();
  try {
    const provider = await loadProvider();
    await provider.deleteAccount().catch(async (error: unknown) => {
      await signOutOf(provider);
      throw error;
    });
  } finally {
    dispatch({ type: 'closed' });
  }
}
