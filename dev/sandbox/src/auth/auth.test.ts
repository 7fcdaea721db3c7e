import { initializeApp } from 'firebase/app';
import {
  createUserWithEmailAndPassword,
  deleteUser,
  inMemoryPersistence,
  initializeAuth,
  reload,
  signInAnonymously,
  signInWithEmailAndPassword,
  updateProfile,
  type Auth,
} from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAuth, readIdToken } from '../testing/firebase.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

/**
 * Uses the real SDK on the sandbox. To test a real project with email and password sign-in, set REAL_FIREBASE_API_KEY
 * to its web API key and REAL_FIREBASE_PROJECT_ID to its id.
 */
const realKey = process.env['REAL_FIREBASE_API_KEY'];
const projectId = realKey ? (process.env['REAL_FIREBASE_PROJECT_ID'] ?? '') : 'speakifyr-sandbox';
const GOOGLE_KEYS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

let apps = 0;
function open(): Auth {
  if (!realKey) return openAuth(sandbox.address);
  const app = initializeApp({ apiKey: realKey, projectId }, `real-${apps++}`);
  return initializeAuth(app, { persistence: inMemoryPersistence });
}

/** An address that is new, on a real project too. */
function newEmail(name: string): string {
  return `${name}-${Date.now().toString(36)}@example.com`;
}

describe('email and password', () => {
  const email = newEmail('ada');

  it('signs a new person up, with a token that the public keys confirm', async () => {
    const { user } = await createUserWithEmailAndPassword(open(), email, 'secret-1');
    await updateProfile(user, { displayName: 'Ada', photoURL: 'https://example.com/ada.png' });
    const token = await user.getIdToken(true);
    const claims = await readIdToken(token, realKey ? GOOGLE_KEYS : `${sandbox.address}/jwks.json`);
    expect(claims).toMatchObject({
      iss: `https://securetoken.google.com/${projectId}`,
      aud: projectId,
      sub: user.uid,
      email,
      email_verified: false,
      name: 'Ada',
      picture: 'https://example.com/ada.png',
      firebase: { sign_in_provider: 'password' },
    });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3600);
    expect(Number(claims['exp'])).toBeGreaterThan(Date.now() / 1000);
  });

  it('signs the person in again, with their profile', async () => {
    const { user } = await signInWithEmailAndPassword(open(), email.toUpperCase(), 'secret-1');
    await reload(user);
    expect(user).toMatchObject({
      email,
      displayName: 'Ada',
      photoURL: 'https://example.com/ada.png',
      emailVerified: false,
    });
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password']);
  });

  it('refuses with a code that says what is wrong', async () => {
    const auth = open();
    const refuse = (work: Promise<unknown>, code: string) =>
      expect(work).rejects.toMatchObject({ code });
    await refuse(
      createUserWithEmailAndPassword(auth, email, 'secret-2'),
      'auth/email-already-in-use',
    );
    await refuse(
      createUserWithEmailAndPassword(auth, newEmail('b'), '12345'),
      'auth/weak-password',
    );
    await refuse(createUserWithEmailAndPassword(auth, newEmail('b'), ''), 'auth/missing-password');
    await refuse(
      createUserWithEmailAndPassword(auth, 'nonsense', 'secret-1'),
      'auth/invalid-email',
    );
    await refuse(signInWithEmailAndPassword(auth, email, 'wrong'), 'auth/invalid-credential');
    await refuse(signInWithEmailAndPassword(auth, newEmail('c'), 'x'), 'auth/invalid-credential');
    await refuse(signInAnonymously(auth), 'auth/admin-restricted-operation');
  });

  it('refuses a deleted account', async () => {
    const auth = open();
    const { user } = await signInWithEmailAndPassword(auth, email, 'secret-1');
    await deleteUser(user);
    await expect(signInWithEmailAndPassword(auth, email, 'secret-1')).rejects.toMatchObject({
      code: 'auth/invalid-credential',
    });
  });
});
