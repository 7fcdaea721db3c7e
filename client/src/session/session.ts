import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import { call } from '../lib/api.ts';
import { runAlone } from '../lib/run-alone.ts';
import type { EmailConfirmation } from './email-confirmation.ts';
import { findOrRegister, register } from './find-user.ts';
import { followSession } from './follow-session.ts';
import { deleteAccount, logOut } from './leave-session.ts';
import { type Account, loadProvider, type Provider } from './load-provider.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import { SignInRefusedError } from './sign-in-errors.ts';
import { readRefusal, signOutOf, signOutRefused } from './sign-in-refusals.ts';

type NewAccount = { name: string; photo: string; email: string; password: string };

export type SessionWithActions = ReturnType<typeof createSession>;

/**
 * Who is signed in, and all that changes it: the provider knows the account, the school's record says who that is.
 * @param forgetPersonalData called when the person changes, so that nobody sees another person's data
 */
export function createSession(forgetPersonalData: () => void) {
  const store = createSessionStore(forgetPersonalData);
  const { getState, dispatch, watchAttempt } = store;
  const { watch, restore, retry, stopWatching } = followSession(store);
  let confirmation: EmailConfirmation | undefined;

  /** Most people never need it, so it is not part of the first script. */
  async function loadConfirmation(): Promise<EmailConfirmation> {
    const { createEmailConfirmation } = await import('./email-confirmation.ts');
    confirmation ??= createEmailConfirmation({ getState, dispatch, watchPerson: watchAttempt });
    return confirmation;
  }

  async function enter(
    signIn: (provider: Provider) => Promise<Account>,
    findUser: (account: Account) => Promise<User>,
  ): Promise<void> {
    await enterSession(store, signIn, findUser);
    await watch();
  }

  /** Reads the person's record again, after they have changed something in it. A failure leaves the old one. */
  async function readUserAgain(): Promise<void> {
    const { user } = getState();
    if (!user) return;
    const isSamePerson = watchAttempt();
    try {
      const fresh = await call('GET /userInfo', { query: { email: user.email } });
      // Another tab may have changed the person: then this tab is opening that person's session.
      if (isSamePerson() && getState().user?.email === user.email)
        dispatch({ type: 'opened', user: fresh });
    } catch (error) {
      console.error('Could not read the profile again', error);
    }
  }

  return {
    getState,
    subscribe: store.subscribe,
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
    logOut: (refusal?: ErrorBody, isAsked?: boolean) => logOut(store, refusal, isAsked),
    readUserAgain,
    deleteAccount: (idToken: string, leave: () => void) => deleteAccount(store, idToken, leave),
    sendLink: async () => (await loadConfirmation()).sendLink(),
    checkConfirmed: async (options?: { isAsked?: boolean }) =>
      (await loadConfirmation()).checkConfirmed(options),
    stop() {
      store.stopRenewal();
      stopWatching();
    },
  };
}

/**
 * Logs in or signs up: first at the provider, then for the school's token and record. While one tab signs somebody up,
 * the others see an account without its name, and would register it without one: so they wait.
 */
async function enterSession(
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
