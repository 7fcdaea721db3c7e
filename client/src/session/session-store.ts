import type { User } from '@speakifyr/contract/identity.ts';
import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import { call, readApiError } from '../lib/api.ts';
import { enterForms, leaveForms } from '../lib/kept-forms.ts';
import { leaving } from './before-leaving.ts';
import type { EmailConfirmation } from './email-confirmation.ts';
import { findOrRegister, register } from './find-user.ts';
import { type Account, loadProvider, type Provider } from './load-provider.ts';
import { renewToken } from './session-calls.ts';
import {
  nextState,
  OPENING,
  readEmail,
  SIGNED_OUT,
  type SessionEvent,
  type SessionState,
} from './session-state.ts';
import { readToken, readTokenEmail, readTokenLife, removeToken } from './session-token.ts';
import { SignInRefusedError } from './sign-in-errors.ts';
import { logSignOutError, readRefusal, signOutOf, signOutRefused } from './sign-in-refusals.ts';

export type NewAccount = { name: string; photo: string; email: string; password: string };

/** A token is renewed this long before it expires, and not more often than once in MIN_RENEW_MS. */
const RENEW_BEFORE_MS = 2 * 60_000;
const MIN_RENEW_MS = 60_000;

// Rules: R550.
export type SessionStore = ReturnType<typeof createSessionStore>;

/**
 * Keeps track of who is signed in: the provider knows the account, the school's record says who that is. The states
 * and events are in session-state.ts.
 * @param forgetPersonalData called when the person changes, so that nobody sees another person's data
 */
export function createSessionStore(forgetPersonalData: () => void) {
  let state: SessionState = readToken() ? OPENING : SIGNED_OUT;
  /** Numbers the attempts to change the person. The answer to an earlier attempt is late, and is dropped. */
  let attempt = 0;
  let renewTimer: ReturnType<typeof setTimeout> | undefined;
  let stopWatching: (() => void) | undefined;
  const listeners = new Set<() => void>();

  /** The only place where the state changes. */
  function dispatch(event: SessionEvent): void {
    const before = readEmail(state);
    const { user } = state;
    state = nextState(state, event);
    // Before the pages go.
    if (user && !state.user)
      leaveForms(event.type === 'leaving' ? event.isAsked === true : event.type === 'entering');
    if (state.user) enterForms(state.user.email);
    clearTimeout(renewTimer);
    if (state.status === 'signed-in') scheduleRenewal();
    if (state.status === 'signed-out') attempt += 1;
    if (event.type === 'closed' || event.type === 'refused') removeToken();
    if (before !== undefined && before !== readEmail(state)) forgetPersonalData();
    for (const listener of listeners) listener();
  }

  /** Starts an attempt. @returns whether it is still the latest one */
  function startAttempt(): () => boolean {
    attempt += 1;
    return watchAttempt();
  }

  /** @returns whether no other attempt has started since */
  function watchAttempt(): () => boolean {
    const own = attempt;
    return () => own === attempt;
  }

  let confirmation: EmailConfirmation | undefined;

  /** Most people never need it, so it is not part of the first script. */
  async function loadConfirmation(): Promise<EmailConfirmation> {
    const { createEmailConfirmation } = await import('./email-confirmation.ts');
    confirmation ??= createEmailConfirmation({
      getState: () => state,
      dispatch,
      watchPerson: watchAttempt,
    });
    return confirmation;
  }

  function isEntering(): boolean {
    return state.status === 'loading' && state.step === 'entering';
  }

  function scheduleRenewal() {
    clearTimeout(renewTimer);
    const delay = Math.max(MIN_RENEW_MS, readTokenLife() - RENEW_BEFORE_MS);
    renewTimer = setTimeout(() => {
      // If it fails, the next call gets a 401 and tries again.
      void renewToken()
        .catch((error: unknown) => console.error('Could not renew the session', error))
        .finally(() => {
          if (state.status === 'signed-in') scheduleRenewal();
        });
    }, delay);
  }

  /** Opens the session of the provider's account: at the start, and whenever the provider reports a change. */
  async function follow(): Promise<void> {
    if (isEntering()) return;
    const isLatest = startAttempt();
    try {
      await runAlone(async () => {
        const account = await (await loadProvider()).readAccount();
        if (!isLatest()) return;
        if (!account) return dispatch({ type: 'closed' });
        if (state.user?.email === account.email) return;
        dispatch({ type: 'opening', email: account.email });
        const user = await findOrRegister(account);
        if (isLatest()) dispatch({ type: 'opened', user });
      });
    } catch (error) {
      if (!isLatest()) return;
      console.error('Could not open the session', error);
      const refusal = readRefusal(error);
      if (refusal) return logOut(refusal);
      dispatch({ type: 'failed', problem: readApiError(error) });
    }
  }

  /** From now on the provider reports changes, the first time at once. */
  async function watch(): Promise<void> {
    const provider = await loadProvider();
    stopWatching ??= provider.watchAccount(() => void follow());
  }

  /** Opens the session of an earlier visit or of another tab, which have left a token. */
  async function restore(): Promise<void> {
    if (isEntering()) return;
    if (!readToken()) return dispatch({ type: 'closed' });
    if (state.user && state.user.email === readTokenEmail()) return;
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
  }

  /** Tries again after a problem. */
  async function retry(): Promise<void> {
    dispatch({ type: 'opening', email: readEmail(state) });
    try {
      await watch();
      await follow();
    } catch (error) {
      dispatch({ type: 'failed', problem: readApiError(error) });
    }
  }

  /** Logs in or signs up: first at the provider, then for the school's token and record. */
  async function enter(
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
      await runAlone(async () => {
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
    await watch();
  }

  /**
   * @param refusal why the school ends the session; undefined if the person wants to leave, or for another reason
   * @param isAsked whether the person wants it: then what they have typed is gone
   */
  async function logOut(refusal?: ErrorBody, isAsked = !refusal): Promise<void> {
    if (!refusal && leaving.ask && !(await leaving.ask())) return;
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

  /**
   * Deletes the account: first the school's record, because a person can only try that again while they can sign in.
   * @param idToken from a sign-in a moment ago
   * @param leave called when the record is gone and before nobody is signed in, to leave pages that need a person
   * @throws an error that `readApiError` can read before `leave`, and the provider's error after it
   */
  async function deleteAccount(idToken: string, leave: () => void): Promise<void> {
    const { user } = state;
    if (!user) throw new Error('Nobody is signed in');
    const isLatest = startAttempt();
    dispatch({ type: 'entering' });
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

  /** Reads the person's record again, after they have changed something in it. A failure leaves the old one. */
  async function readUserAgain(): Promise<void> {
    const { user } = state;
    if (!user) return;
    const isSamePerson = watchAttempt();
    try {
      const fresh = await call('GET /userInfo', { query: { email: user.email } });
      // Another tab may have changed the person: then this tab is opening that person's session.
      if (isSamePerson() && state.user?.email === user.email)
        dispatch({ type: 'opened', user: fresh });
    } catch (error) {
      console.error('Could not read the profile again', error);
    }
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    restore,
    retry,
    logIn: (email: string, password: string) =>
      enter((provider) => provider.signIn(email, password), findOrRegister),
    logInWithGoogle: () => enter((provider) => provider.signInWithGoogle(), findOrRegister),
    async signUp({ password, ...account }: NewAccount): Promise<void> {
      await enter((provider) => provider.createAccount(account, password), register);
      // Not waited for: the account is there either way, and a link can be sent again.
      void loadConfirmation()
        .then(({ sendLink }) => sendLink({ isFirst: true }))
        .catch((error: unknown) => console.error('Could not send the link', error));
    },
    resetPassword: async (email: string) => (await loadProvider()).requestPasswordReset(email),
    logOut,
    readUserAgain,
    deleteAccount,
    sendLink: async () => (await loadConfirmation()).sendLink(),
    checkConfirmed: async (options?: { isAsked?: boolean }) =>
      (await loadConfirmation()).checkConfirmed(options),
    stop() {
      clearTimeout(renewTimer);
      stopWatching?.();
      stopWatching = undefined;
    },
  };
}

/**
 * Runs in one tab at a time. While one tab signs somebody up, the others see an account without its name, and would
 * register it without one. Old browsers have no locks.
 */
function runAlone(act: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('session', act) : act();
}
