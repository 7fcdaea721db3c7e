import type { User } from '@speakifyr/contract/identity.ts';
import { runAlone } from '../lib/run-alone.ts';
import { type Account, loadProvider, type Provider } from './load-provider.ts';
import type { SessionStore } from './session-store.ts';
import { SignInRefusedError } from './sign-in-errors.ts';
import { readRefusal, signOutOf, signOutRefused } from './sign-in-refusals.ts';

/**
 * Logs in or signs up: first at the provider, then for the school's token and record. While one tab signs somebody up,
 * the others see an account without its name, and would register it without one: so they wait.
 */
export async function enterSession(
  { isEntering, startAttempt, dispatch }: SessionStore,
  signIn: (provider: Provider) => Promise<Account>,
  findUser: (account: Account) => Promise<User>,
): Promise<void> {
  if (isEntering()) throw new Error('Another log-in has not finished yet');
  const isLatest = startAttempt();
  const requireLatest = () => {
    if (!isLatest()) throw new Error('A log-out came before the log-in had finished');
  };
  dispatch({ type: 'entering' });
  try {
    const provider = await loadProvider();
    await runAlone('session', async () => {
      const account = await signIn(provider);
      try {
        requireLatest();
        dispatch({ type: 'accepted', email: account.email });
        const user = await findUser(account);
        requireLatest();
        dispatch({ type: 'opened', user });
      } catch (error) {
        // Without a session the provider's half is undone, so that the next try starts from the beginning.
        const refusal = readRefusal(error);
        if (refusal) throw new SignInRefusedError(await signOutRefused(provider, refusal));
        await signOutOf(provider);
        throw error;
      }
    });
  } catch (error) {
    console.error('Could not sign in', error);
    if (isLatest()) dispatch({ type: 'closed' });
    throw error;
  }
}
