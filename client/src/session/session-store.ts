import { enterForms, leaveForms } from '../lib/kept-forms.ts';
import { renewToken } from './session-calls.ts';
import {
  nextState,
  OPENING,
  readEmail,
  SIGNED_OUT,
  type SessionEvent,
  type SessionState,
} from './session-state.ts';
import { readToken, readTokenLife, removeToken } from './session-token.ts';

/** A token is renewed this long before it expires, and not more often than once in MIN_RENEW_MS. */
const RENEW_BEFORE_MS = 2 * 60_000;
const MIN_RENEW_MS = 60_000;

// Rules: R550.
export type SessionStore = ReturnType<typeof createSessionStore>;

/**
 * Keeps who is signed in, and renews the token in time. The states and events are in session-state.ts.
 * @param forgetPersonalData called when the person changes, so that nobody sees another person's data
 */
export function createSessionStore(forgetPersonalData: () => void) {
  let state: SessionState = readToken() ? OPENING : SIGNED_OUT;
  /** Numbers the attempts to change the person. The answer to an earlier attempt is late, and is dropped. */
  let attempt = 0;
  let renewTimer: ReturnType<typeof setTimeout> | undefined;
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

  /** @returns whether no other attempt has started since */
  function watchAttempt(): () => boolean {
    const own = attempt;
    return () => own === attempt;
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

  return {
    getState: () => state,
    /** Whether this tab logs in, signs up or deletes the account just now. */
    isEntering: () => state.status === 'loading' && state.step === 'entering',
    dispatch,
    /** Starts an attempt. @returns whether it is still the latest one */
    startAttempt(): () => boolean {
      attempt += 1;
      return watchAttempt();
    },
    watchAttempt,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stopRenewal: () => clearTimeout(renewTimer),
  };
}
