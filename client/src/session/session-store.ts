import type { User } from '@speakifyr/contract/identity.ts';
import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import { call, readApiError } from '../lib/api.ts';
import { readApiStatus } from '../lib/api-error.ts';
import type * as firebase from './firebase.ts';
import { renewToken } from './session-calls.ts';
import {
  hasTokenFor,
  readToken,
  readTokenEmail,
  readTokenLife,
  removeToken,
} from './session-token.ts';

export type SessionState =
  | { status: 'loading'; user?: undefined; problem?: undefined }
  /** With a problem: signed in at the provider, but the school could not be asked who that is. */
  | { status: 'signed-out'; user?: undefined; problem?: ErrorBody }
  | { status: 'signed-in'; user: User; problem?: undefined };

export type NewAccount = { name: string; photo: string; email: string; password: string };

/** Also what a page says that was drawn before anybody looked at it. */
export const LOADING: SessionState = { status: 'loading' };
const SIGNED_OUT: SessionState = { status: 'signed-out' };

/** A token is renewed so long before it ends, and never more often than this. */
const RENEW_BEFORE_MS = 2 * 60_000;
const MIN_RENEW_MS = 60_000;

type Provider = typeof firebase;
type Account = firebase.Account;

/** The provider's SDK. A visitor who never signed in does not load it. */
export function loadProvider(): Promise<Provider> {
  return import('./firebase.ts');
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/**
 * Who is signed in: the provider says so, the school's record says who that is. Spec section 4.
 * @param forgetPersonalData called when the person changes: nobody sees another's data
 */
export function createSessionStore(forgetPersonalData: () => void) {
  let state: SessionState = readToken() ? LOADING : SIGNED_OUT;
  const listeners = new Set<() => void>();
  let stopWatching: (() => void) | undefined;
  let renewTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the changes of person, so that a late answer about the last one is dropped. */
  let turn = 0;
  /** Whose data the cache may hold. */
  let person: string | undefined;
  /** A log-in or sign-up of this tab is under way: what the provider reports meanwhile is half-made. */
  let isEntering = false;

  function setState(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function changePerson(email: string | undefined) {
    if (person !== undefined && person !== email) forgetPersonalData();
    person = email;
  }

  function close(problem?: ErrorBody) {
    turn += 1;
    clearTimeout(renewTimer);
    if (!problem) removeToken();
    changePerson(undefined);
    setState(problem ? { status: 'signed-out', problem } : SIGNED_OUT);
  }

  function open(user: User) {
    setState({ status: 'signed-in', user });
    scheduleRenewal();
  }

  function scheduleRenewal() {
    clearTimeout(renewTimer);
    const delay = Math.max(MIN_RENEW_MS, readTokenLife() - RENEW_BEFORE_MS);
    renewTimer = setTimeout(() => {
      // If it fails, the next call is a 401 and tries again.
      renewToken()
        .catch((error: unknown) => console.error('Could not renew the session', error))
        .finally(scheduleRenewal);
    }, delay);
  }

  /** Opens the session of whom the provider knows; asked at the start, and when another tab changed it. */
  async function follow() {
    if (isEntering) return;
    const ownTurn = ++turn;
    try {
      await runAlone(async () => {
        const account = await (await loadProvider()).readAccount();
        if (ownTurn !== turn) return;
        if (!account) return close();
        if (state.user?.email === account.email) return;
        changePerson(account.email);
        setState(LOADING);
        const user = await findOrRegister(account);
        if (ownTurn === turn) open(user);
      });
    } catch (error) {
      if (ownTurn !== turn) return;
      console.error('Could not open the session', error);
      close(readApiError(error));
    }
  }

  async function watch() {
    const provider = await loadProvider();
    stopWatching ??= provider.watchAccount(() => void follow());
  }

  /** Takes up the session of an earlier visit, or of another tab. */
  async function restore() {
    if (isEntering) return;
    if (!readToken()) return close();
    if (state.user && state.user.email === readTokenEmail()) return;
    changePerson(readTokenEmail());
    setState(LOADING);
    try {
      if (!stopWatching) return await watch();
      // The provider's part of this tab may lag behind; it tells when it has caught up.
      const account = await (await loadProvider()).readAccount();
      if (account?.email === readTokenEmail()) await follow();
    } catch (error) {
      console.error('Could not load the log-in service', error);
      close(readApiError(error));
    }
  }

  /** Every way in: the provider first, then the school's token and record. */
  async function enter(
    signIn: (provider: Provider) => Promise<Account>,
    findUser: (account: Account) => Promise<User>,
  ) {
    if (isEntering) throw new Error('A log-in is under way already');
    isEntering = true;
    turn += 1;
    setState(LOADING);
    try {
      const provider = await loadProvider();
      await runAlone(async () => {
        const account = await signIn(provider);
        changePerson(account.email);
        open(
          await findUser(account).catch(async (error: unknown) => {
            // Without a session the provider's half is given up, so that the next try starts anew.
            await provider.signOutOfProvider().catch(logSignOutError);
            throw error;
          }),
        );
      });
    } catch (error) {
      console.error('Could not sign in', error);
      close();
      throw error;
    } finally {
      isEntering = false;
    }
    await watch();
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    restore,
    /** After a problem: asks once more. */
    async retry() {
      setState(LOADING);
      try {
        await watch();
        await follow();
      } catch (error) {
        close(readApiError(error));
      }
    },
    logIn: (email: string, password: string) =>
      enter((provider) => provider.signIn(email, password), findOrRegister),
    logInWithGoogle: () => enter((provider) => provider.signInWithGoogle(), findOrRegister),
    signUp: ({ password, ...account }: NewAccount) =>
      enter((provider) => provider.createAccount(account, password), register),
    resetPassword: async (email: string) => (await loadProvider()).requestPasswordReset(email),
    async logOut() {
      setState(LOADING);
      try {
        await (await loadProvider()).signOutOfProvider();
      } catch (error) {
        logSignOutError(error);
      }
      close();
    },
    /**
     * Deletes the account: the school's record first, as only who can still sign in could try that again.
     * @param idToken of a sign-in just now
     * @param leave called when the record is gone, before nobody is signed in: no page that needs somebody may stay
     * @throws what `readApiError` can read before `leave`, and the provider's error after it
     */
    async deleteAccount(idToken: string, leave: () => void) {
      const { user } = state;
      if (!user) throw new Error('Nobody is signed in');
      isEntering = true;
      const ownTurn = ++turn;
      setState(LOADING);
      try {
        await call('DELETE /myAccount', { body: { email: user.email, idToken } });
      } catch (error) {
        isEntering = false;
        // Unless the server has ended the session by its refusal.
        if (ownTurn === turn) open(user);
        throw error;
      }
      leave();
      const provider = await loadProvider();
      try {
        await provider.deleteAccount();
      } catch (error) {
        await provider.signOutOfProvider().catch(logSignOutError);
        throw error;
      } finally {
        isEntering = false;
        close();
      }
    },
    stop() {
      clearTimeout(renewTimer);
      stopWatching?.();
      stopWatching = undefined;
    },
  };
}

/** The person's record; made now if a sign-up broke off before it, or at the first log-in with Google. */
async function findOrRegister(account: Account): Promise<User> {
  await ensureToken(account.email);
  try {
    return await call('GET /userInfo', { query: { email: account.email } });
  } catch (error) {
    if (readApiStatus(error) !== 404) throw error;
  }
  return register(account);
}

async function register({ email, name, photo }: Account): Promise<User> {
  await ensureToken(email);
  await call('POST /userList', {
    body: { name: name || email.slice(0, email.indexOf('@')), photo, email, role: 'student' },
  });
  return call('GET /userInfo', { query: { email } });
}

/**
 * One tab at a time: while one signs somebody up, the others see an account without its name, and would register it
 * so. Old browsers have no locks.
 */
function runAlone(act: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('session', act) : act();
}

async function ensureToken(email: string): Promise<void> {
  if (!hasTokenFor(email)) await renewToken();
}

function logSignOutError(error: unknown): void {
  console.error('Could not log out', error);
}
