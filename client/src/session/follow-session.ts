import { readApiError } from '../lib/api.ts';
import { runAlone } from '../lib/run-alone.ts';
import { findOrRegister } from './find-user.ts';
import { logOut } from './leave-session.ts';
import { loadProvider } from './load-provider.ts';
import { readEmail } from './session-state.ts';
import type { SessionStore } from './session-store.ts';
import { readToken, readTokenEmail } from './session-token.ts';
import { readRefusal } from './sign-in-refusals.ts';

/** The session follows the provider's account and what other tabs do. */
export function followSession(store: SessionStore) {
  const { getState, isEntering, dispatch } = store;
  let stopWatching: (() => void) | undefined;

  /** Opens the session of the provider's account: at the start, and whenever the provider reports a change. */
  async function follow(): Promise<void> {
    if (isEntering()) return;
    const isLatest = store.startAttempt();
    try {
      await runAlone('session', async () => {
        const account = await (await loadProvider()).readAccount();
        if (!isLatest()) return;
        if (!account) return dispatch({ type: 'closed' });
        if (getState().user?.email === account.email) return;
        dispatch({ type: 'opening', email: account.email });
        const user = await findOrRegister(account);
        if (isLatest()) dispatch({ type: 'opened', user });
      });
    } catch (error) {
      if (!isLatest()) return;
      console.error('Could not open the session', error);
      const refusal = readRefusal(error);
      if (refusal) return logOut(store, refusal);
      dispatch({ type: 'failed', problem: readApiError(error) });
    }
  }

  /** From now on the provider reports changes, the first time at once. */
  async function watch(): Promise<void> {
    const provider = await loadProvider();
    stopWatching ??= provider.watchAccount(() => void follow());
  }

  return {
    watch,
    /** Opens the session of an earlier visit or of another tab, which have left a token. */
    async restore(): Promise<void> {
      if (isEntering()) return;
      if (!readToken()) return dispatch({ type: 'closed' });
      const { user } = getState();
      if (user && user.email === readTokenEmail()) return;
      dispatch({ type: 'opening', email: readTokenEmail() });
      try {
        if (!stopWatching) return await watch();
        // The provider in this tab may not know about the change yet. It reports it when it does.
        const account = await (await loadProvider()).readAccount();
        if (account?.email === readTokenEmail()) await follow();
      } catch (error) {
        console.error('Could not load the log-in service', error);
        dispatch({ type: 'failed', problem: readApiError(error) });
      }
    },
    /** Tries again after a problem. */
    async retry(): Promise<void> {
      dispatch({ type: 'opening', email: readEmail(getState()) });
      try {
        await watch();
        await follow();
      } catch (error) {
        dispatch({ type: 'failed', problem: readApiError(error) });
      }
    },
    stopWatching() {
      stopWatching?.();
      stopWatching = undefined;
    },
  };
}
