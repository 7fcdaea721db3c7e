import type * as real from '../session/firebase.ts';

/** Replaces session/firebase.ts in tests: the same exports, without a network. */

type Account = real.Account;
type Listener = (account: Account | undefined) => void;

let current: Account | undefined;
const listeners = new Set<Listener>();

/** What tests set up and check. */
export const provider = {
  /** Accounts that can sign in, by email. */
  accounts: new Map<string, Account & { password: string }>(),
  /** The account chosen in Google's popup, or its error. */
  googleAccount: undefined as Account | Error | undefined,
  signOutError: undefined as Error | undefined,
  /** What a log-out waits for. */
  signOutWait: undefined as Promise<void> | undefined,
  deleteError: undefined as Error | undefined,
  passwordResets: [] as string[],
  /** Who was sent a link that confirms the email. */
  links: [] as string[],
  /** Why no link can be sent. */
  linkError: undefined as Error | undefined,
  /** The emails that were confirmed with a link. */
  confirmed: new Set<string>(),
  get current() {
    return current;
  },
  /** Signs somebody in or out, as another tab or an earlier visit would. */
  setCurrent(account: Account | undefined) {
    current = account;
    for (const listener of listeners) listener(account);
  },
  reset() {
    current = undefined;
    listeners.clear();
    provider.accounts.clear();
    provider.googleAccount = undefined;
    provider.signOutError = undefined;
    provider.signOutWait = undefined;
    provider.deleteError = undefined;
    provider.passwordResets = [];
    provider.links = [];
    provider.linkError = undefined;
    provider.confirmed.clear();
  },
};

/** An error as Firebase throws it. */
export function providerError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

export const watchAccount: typeof real.watchAccount = (listener) => {
  listeners.add(listener);
  queueMicrotask(() => listeners.has(listener) && listener(current));
  return () => listeners.delete(listener);
};

export const readAccount: typeof real.readAccount = async () => current;

export const signIn: typeof real.signIn = async (email, password) => {
  const found = provider.accounts.get(email);
  if (!found || found.password !== password) throw providerError('auth/invalid-credential');
  return enter(found);
};

export const signInWithGoogle: typeof real.signInWithGoogle = async () => {
  const chosen = provider.googleAccount;
  if (!chosen || chosen instanceof Error)
    throw chosen ?? providerError('auth/popup-closed-by-user');
  return enter(chosen);
};

export const createAccount: typeof real.createAccount = async (account, password) => {
  if (provider.accounts.has(account.email)) throw providerError('auth/email-already-in-use');
  // Like the real one: the account is signed in before it has a name.
  provider.setCurrent({ email: account.email, name: '', photo: '' });
  await Promise.resolve();
  provider.accounts.set(account.email, { ...account, password });
  current = account;
  return account;
};

export const changeProfile: typeof real.changeProfile = async (profile) => {
  if (!current) throw new Error('Nobody is signed in at the provider');
  current = { ...current, ...profile };
};

export const readProof: typeof real.readProof = async ({ isFresh = false } = {}) => {
  if (!current) throw new Error('Nobody is signed in at the provider');
  const idToken = `${isFresh ? 'new-' : ''}id-token-of-${current.email}`;
  return { email: current.email, idToken };
};

export const sendConfirmationLink: typeof real.sendConfirmationLink = async () => {
  const { email } = await readProof();
  if (provider.linkError) throw provider.linkError;
  provider.links.push(email);
};

export const isConfirmed: typeof real.isConfirmed = async () =>
  provider.confirmed.has((await readProof()).email);

export const hasPassword: typeof real.hasPassword = async () =>
  provider.accounts.has(current?.email ?? '');

export const proveAgain: typeof real.proveAgain = async (password) => {
  const { email } = await readProof();
  const isOwn =
    password === undefined
      ? provider.googleAccount && 'email' in provider.googleAccount
      : provider.accounts.get(email)?.password === password;
  if (!isOwn) throw providerError('auth/invalid-credential');
  return `fresh-id-token-of-${email}`;
};

export const deleteAccount: typeof real.deleteAccount = async () => {
  const { email } = await readProof();
  if (provider.deleteError) throw provider.deleteError;
  provider.accounts.delete(email);
  provider.setCurrent(undefined);
};

export const requestPasswordReset: typeof real.requestPasswordReset = async (email) => {
  provider.passwordResets.push(email);
};

export const signOutOfProvider: typeof real.signOutOfProvider = async () => {
  await provider.signOutWait;
  if (provider.signOutError) throw provider.signOutError;
  provider.setCurrent(undefined);
};

function enter({ email, name, photo }: Account): Account {
  const account = { email, name, photo };
  provider.setCurrent(account);
  return account;
}
