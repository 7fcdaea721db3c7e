import { initializeApp } from '@firebase/app';
import {
  createUserWithEmailAndPassword,
  getAuth,
  GoogleAuthProvider,
  onAuthStateChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
  type User,
} from '@firebase/auth';
import { firebase } from './config.ts';

/** The authentication provider. The only file that knows Firebase; load it with `import()`. */

/** Who is signed in at the provider. */
export type Account = { email: string; name: string; photo: string };

// Without settings of ours it reads window.__FIREBASE_DEFAULTS__, and only getAuth() does all of that.
const auth = getAuth(firebase ? initializeApp(firebase) : initializeApp());

/**
 * Tells who is signed in: once soon, then at every change, also those of other tabs.
 * @returns stops it
 */
export function watchAccount(listener: (account: Account | undefined) => void): () => void {
  return onAuthStateChanged(auth, (user) => listener(user ? readUser(user) : undefined));
}

/** Who is signed in, once the provider has made up its mind. */
export async function readAccount(): Promise<Account | undefined> {
  await auth.authStateReady();
  return auth.currentUser ? readUser(auth.currentUser) : undefined;
}

export async function signIn(email: string, password: string): Promise<Account> {
  return readUser((await signInWithEmailAndPassword(auth, email, password)).user);
}

/** Opens Google's window: call it straight from a click, or the browser blocks it. */
export async function signInWithGoogle(): Promise<Account> {
  return readUser((await signInWithPopup(auth, new GoogleAuthProvider())).user);
}

/** Makes an account, signs it in and gives it its name and photo. */
export async function createAccount(
  { email, name, photo }: Account,
  password: string,
): Promise<Account> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  await updateProfile(user, { displayName: name, photoURL: photo });
  // The ID token of before knows neither.
  await user.getIdToken(true);
  return { ...readUser(user), name, photo };
}

/**
 * The proof that somebody is who they say: their e-mail and an ID token that is still good.
 * @throws when nobody is signed in
 */
export async function readProof(): Promise<{ email: string; idToken: string }> {
  await auth.authStateReady();
  const user = auth.currentUser;
  if (!user) throw new Error('Nobody is signed in at the provider');
  return { email: readUser(user).email, idToken: await user.getIdToken() };
}

export function requestPasswordReset(email: string): Promise<void> {
  return sendPasswordResetEmail(auth, email);
}

export function signOutOfProvider(): Promise<void> {
  return signOut(auth);
}

/** The server keeps e-mail addresses in lower case. */
function readUser({ email, displayName, photoURL }: User): Account {
  return { email: email?.toLowerCase() ?? '', name: displayName ?? '', photo: photoURL ?? '' };
}
