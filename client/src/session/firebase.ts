import { initializeApp } from 'firebase/app';
import {
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  getAuth,
  GoogleAuthProvider,
  onAuthStateChanged,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
  type User,
} from 'firebase/auth';
import { firebase } from '../lib/config.ts';
import { readProviderCode } from './sign-in-errors.ts';
import { removeToken } from './session-token.ts';
import { wipeDevice } from './wipe-device.ts';

/** The authentication provider. The only file that uses Firebase; load it with `import()`. */

/** Who is signed in at the provider. */
export type Account = { email: string; name: string; photo: string };

// Without settings Firebase reads window.__FIREBASE_DEFAULTS__, which only getAuth() does in full.
const auth = getAuth(firebase ? initializeApp(firebase) : initializeApp());

/**
 * Reports who is signed in: once at the start, then at every change, including those of other tabs.
 * @returns stops it
 */
export function watchAccount(listener: (account: Account | undefined) => void): () => void {
  return onAuthStateChanged(auth, (user) => listener(user ? readUser(user) : undefined));
}

/** Who is signed in. Waits until the provider knows. */
export async function readAccount(): Promise<Account | undefined> {
  await auth.authStateReady();
  return auth.currentUser ? readUser(auth.currentUser) : undefined;
}

export async function signIn(email: string, password: string): Promise<Account> {
  const { user } = await signInWithEmailAndPassword(auth, email, password);
  await wipeDevice();
  return readUser(user);
}

/** Opens Google's popup. Call it directly from a click, or the browser blocks it. */
export async function signInWithGoogle(): Promise<Account> {
  const { user } = await signInWithPopup(auth, new GoogleAuthProvider());
  await wipeDevice();
  return readUser(user);
}

/** Creates an account with name and photo, and signs it in. The photo may be a path on our site. */
export async function createAccount(
  { email, name, photo }: Account,
  password: string,
): Promise<Account> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  await updateProfile(user, { displayName: name, photoURL: new URL(photo, location.origin).href });
  // The first ID token has neither the name nor the photo.
  await user.getIdToken(true);
  return { ...readUser(user), name, photo };
}

/** Changes name and photo of the person who is signed in. The photo may be a path on our site, or empty. */
export async function changeProfile({ name, photo }: Omit<Account, 'email'>): Promise<void> {
  const photoURL = photo && new URL(photo, location.origin).href;
  await updateProfile(await requireUser(), { displayName: name, photoURL });
}

/**
 * The proof of who is signed in: their email and a valid ID token.
 * @param options.isFresh asks the provider for a new token: one that is still valid may be older than a change of the
 * account
 * @throws if nobody is signed in
 */
export async function readProof({ isFresh = false } = {}): Promise<{
  email: string;
  idToken: string;
}> {
  const user = await requireUser();
  return { email: readUser(user).email, idToken: await user.getIdToken(isFresh) };
}

/** Sends the link with which the person confirms their email. After that it leads back to where they are now. */
export async function sendConfirmationLink(): Promise<void> {
  const user = await requireUser();
  try {
    await sendEmailVerification(user, { url: window.location.href });
  } catch (error) {
    // The school has not told Firebase its address: the link comes without the way back.
    if (readProviderCode(error) !== 'auth/unauthorized-continue-uri') throw error;
    await sendEmailVerification(user);
  }
}

/** Asks the provider whether the email is confirmed. If so, the next ID token says so too. */
export async function isConfirmed(): Promise<boolean> {
  const user = await requireUser();
  await user.reload();
  if (user.emailVerified) await user.getIdToken(true);
  return user.emailVerified;
}

/** Whether the person signs in with a password. If not, they use Google. */
export async function hasPassword(): Promise<boolean> {
  const { providerData } = await requireUser();
  return providerData.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID);
}

/**
 * Signs the person in again, before an action that cannot be undone.
 * @param password without it Google's popup asks: call it directly after a click
 * @returns an ID token with the time of this sign-in
 */
export async function proveAgain(password?: string): Promise<string> {
  const user = await requireUser();
  const { user: proven } =
    password === undefined
      ? await reauthenticateWithPopup(user, new GoogleAuthProvider())
      : await reauthenticateWithCredential(
          user,
          EmailAuthProvider.credential(user.email ?? '', password),
        );
  return proven.getIdToken();
}

/** Deletes the account at the provider. Works only for a few minutes after `proveAgain`. */
export async function deleteAccount(): Promise<void> {
  await deleteUser(await requireUser());
  await forgetDevice();
}

export function requestPasswordReset(email: string): Promise<void> {
  return sendPasswordResetEmail(auth, email);
}

/** The device forgets what it kept for a day without a connection, even if the provider does not answer. */
export async function signOutOfProvider(): Promise<void> {
  await forgetDevice();
  await signOut(auth);
}

/** Without a token, no list that arrives now is kept. */
async function forgetDevice(): Promise<void> {
  removeToken();
  await wipeDevice();
}

async function requireUser(): Promise<User> {
  await auth.authStateReady();
  if (!auth.currentUser) throw new Error('Nobody is signed in at the provider');
  return auth.currentUser;
}

/** The server keeps e-mail addresses in lower case. */
function readUser({ email, displayName, photoURL }: User): Account {
  return { email: email?.toLowerCase() ?? '', name: displayName ?? '', photo: photoURL ?? '' };
}
