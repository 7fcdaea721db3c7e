import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { initializeApp } from 'firebase/app';
import {
  GoogleAuthProvider,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  fetchSignInMethodsForEmail,
  initializeAuth,
  inMemoryPersistence,
  reload,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
  updateProfile,
  verifyPasswordResetCode,
  type Auth,
} from 'firebase/auth';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';
import { MAX_FAILURES } from './attempts.ts';

/**
 * Through the real SDK. The first group also runs on a real project: name its web API key in
 * REAL_FIREBASE_API_KEY and its id in REAL_FIREBASE_PROJECT_ID (e-mail and password sign-in switched on).
 */
const realKey = process.env['REAL_FIREBASE_API_KEY'];
const projectId = realKey ? (process.env['REAL_FIREBASE_PROJECT_ID'] ?? '') : 'speakifyr-sandbox';
const GOOGLE_KEYS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

let sandbox: TestSandbox;
let apps = 0;
const run = Date.now().toString(36);

/** An SDK of its own, as in a new browser. */
function openAuth(atReal = realKey !== undefined): Auth {
  const app = initializeApp({ apiKey: atReal ? (realKey ?? '') : 'test', projectId }, `${apps++}`);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  if (!atReal) connectAuthEmulator(auth, sandbox.address, { disableWarnings: true });
  return auth;
}

/** An address that nobody has yet, on a real project either. */
function newEmail(name: string): string {
  return `${name}-${run}@example.com`;
}

/** Checks a token as our server does, and gives its claims. */
async function readToken(token: string): Promise<Record<string, unknown>> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { kid, alg } = decode(header);
  const response = await fetch(realKey ? GOOGLE_KEYS : `${sandbox.address}/jwks.json`);
  const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid: string })[] };
  const key = keys.find((candidate) => candidate.kid === kid);
  if (!key) throw new Error(`No key ${String(kid)}`);
  const publicKey = createPublicKey({ key, format: 'jwk' });
  const signed = Buffer.from(`${header}.${payload}`);
  expect(alg).toBe('RS256');
  expect(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  return decode(payload);
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => sandbox.stop());

describe('e-mail and password', () => {
  const email = newEmail('ada');

  it('signs a new person up, with tokens that anyone can check', async () => {
    const { user } = await createUserWithEmailAndPassword(openAuth(), email, 'secret-1');
    await updateProfile(user, { displayName: 'Ada', photoURL: 'https://example.com/ada.png' });
    const token = await user.getIdToken(true);
    const claims = await readToken(token);
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

  it('knows the person again, and their profile', async () => {
    const { user } = await signInWithEmailAndPassword(openAuth(), email.toUpperCase(), 'secret-1');
    await reload(user);
    expect(user).toMatchObject({
      email,
      displayName: 'Ada',
      photoURL: 'https://example.com/ada.png',
      emailVerified: false,
    });
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password']);
  });

  it('tells apart what a person can do about a refusal', async () => {
    const auth = openAuth();
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
    expect(await fetchSignInMethodsForEmail(auth, email)).toEqual([]);
  });

  it('ends with the account', async () => {
    const auth = openAuth();
    const { user } = await signInWithEmailAndPassword(auth, email, 'secret-1');
    await deleteUser(user);
    await expect(signInWithEmailAndPassword(auth, email, 'secret-1')).rejects.toMatchObject({
      code: 'auth/invalid-credential',
    });
  });
});

describe('the sandbox’s own accounts', () => {
  it('make one account of twenty equal sign-ups at once', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        createUserWithEmailAndPassword(openAuth(false), newEmail('twenty'), 'secret-1'),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('shut for a while after too many wrong passwords', async () => {
    const auth = openAuth(false);
    const email = newEmail('guessed');
    await createUserWithEmailAndPassword(auth, email, 'secret-1');
    const guess = () =>
      signInWithEmailAndPassword(auth, email, 'wrong').catch((error) => error.code);
    const guesses = [];
    for (let i = 0; i <= MAX_FAILURES; i += 1) guesses.push(await guess());
    expect(guesses.slice(0, MAX_FAILURES)).toEqual(
      Array.from({ length: MAX_FAILURES }, () => 'auth/invalid-credential'),
    );
    expect(guesses.at(-1)).toBe('auth/too-many-requests');
    await expect(signInWithEmailAndPassword(auth, email, 'secret-1')).rejects.toMatchObject({
      code: 'auth/too-many-requests',
    });
    passTime(61_000);
    await signInWithEmailAndPassword(auth, email, 'secret-1');
  });

  it('ask for a fresh sign-in before a change of password, and for any once a token is an hour old', async () => {
    const email = newEmail('later');
    const { user } = await createUserWithEmailAndPassword(openAuth(false), email, 'secret-1');
    const idToken = await user.getIdToken();
    passTime(6 * 60_000);
    await expect(updatePassword(user, 'secret-2')).rejects.toMatchObject({
      code: 'auth/requires-recent-login',
    });
    passTime(60 * 60_000);
    expect(await post('accounts:lookup', { idToken })).toBe('TOKEN_EXPIRED');
  });

  it('get a new password by the link that is logged, once, and old sessions end', async () => {
    const email = newEmail('forgetful');
    const { user } = await createUserWithEmailAndPassword(openAuth(false), email, 'secret-1');
    // Sessions are compared by the second.
    passTime(2_000);
    const auth = openAuth(false);
    await sendPasswordResetEmail(auth, email);
    await sendPasswordResetEmail(auth, newEmail('stranger'));
    const codes = (await (
      await fetch(`${sandbox.address}/emulator/v1/projects/${projectId}/oobCodes`)
    ).json()) as { oobCodes: { email: string; oobCode: string; oobLink: string }[] };
    const [reset] = codes.oobCodes.filter((code) => code.email === email);
    expect(codes.oobCodes.some((code) => code.email.startsWith('stranger'))).toBe(false);
    expect(sandbox.lines.join()).toContain(reset?.oobLink);

    const code = reset?.oobCode ?? '';
    expect(await verifyPasswordResetCode(auth, code)).toBe(email);
    await confirmPasswordReset(auth, code, 'secret-2');
    await expect(confirmPasswordReset(auth, code, 'secret-3')).rejects.toMatchObject({
      code: 'auth/invalid-action-code',
    });
    expect((await signInWithEmailAndPassword(auth, email, 'secret-2')).user.email).toBe(email);
    await expect(user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });
  });

  it('change their password without losing their own session', async () => {
    const email = newEmail('changer');
    const auth = openAuth(false);
    const { user } = await createUserWithEmailAndPassword(auth, email, 'secret-1');
    await updatePassword(user, 'secret-2');
    await user.getIdToken(true);
    await signOut(auth);
    await signInWithEmailAndPassword(auth, email, 'secret-2');
  });

  it('keep tokens that were tampered with out', async () => {
    const { user } = await createUserWithEmailAndPassword(
      openAuth(false),
      newEmail('m'),
      'secret-1',
    );
    const [header, payload = '', signature] = (await user.getIdToken()).split('.');
    const forged = Buffer.from(JSON.stringify({ ...decode(payload), sub: 'other' }));
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const idToken of [
      `${header}.${forged.toString('base64url')}.${signature}`,
      `${none}.${payload}.`,
      'nonsense',
    ]) {
      expect(await post('accounts:lookup', { idToken })).toBe('INVALID_ID_TOKEN');
    }
    expect(await post('accounts:signUp', { email: { $ne: null }, password: 'x' })).toContain(
      'INVALID_ARGUMENT',
    );
  });
});

describe('Google', () => {
  const google = (sub: string, email: string) =>
    GoogleAuthProvider.credential(
      JSON.stringify({ sub, email, name: 'Grace', picture: 'http://x/g.svg' }),
    );

  it('signs a person in, the same one each time', async () => {
    const email = newEmail('grace');
    const first = await signInWithCredential(openAuth(false), google(`1${run}`, email));
    const again = await signInWithCredential(openAuth(false), google(`1${run}`, email));
    expect(again.user).toMatchObject({ uid: first.user.uid, email, displayName: 'Grace' });
    expect(await readToken(await again.user.getIdToken())).toMatchObject({
      email,
      email_verified: true,
      name: 'Grace',
      firebase: { sign_in_provider: 'google.com', identities: { 'google.com': [`1${run}`] } },
    });
  });

  it('joins an account whose e-mail is proved, which keeps its password', async () => {
    const email = newEmail('proved');
    const created = await fetch(
      `${sandbox.address}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`,
      {
        method: 'POST',
        headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
        body: JSON.stringify({
          email,
          password: 'secret-1',
          displayName: 'P',
          emailVerified: true,
        }),
      },
    );
    expect(created.status).toBe(200);
    await signInWithCredential(openAuth(false), google(`2${run}`, email));
    const { user } = await signInWithEmailAndPassword(openAuth(false), email, 'secret-1');
    expect(user).toMatchObject({ displayName: 'P', emailVerified: true });
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual([
      'password',
      'google.com',
    ]);
  });

  it('throws a password out that a stranger may have set on an unproved e-mail', async () => {
    const email = newEmail('taken');
    await createUserWithEmailAndPassword(openAuth(false), email, 'strangers-1');
    await signInWithCredential(openAuth(false), google(`3${run}`, email));
    await expect(
      signInWithEmailAndPassword(openAuth(false), email, 'strangers-1'),
    ).rejects.toMatchObject({ code: 'auth/invalid-credential' });
  });
});

it('keeps accounts, keys and sessions over a restart', async () => {
  const own = await startTestSandbox();
  const app = initializeApp({ apiKey: 'test', projectId: 'speakifyr-sandbox' }, 'restart');
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, own.address, { disableWarnings: true });
  const { user } = await createUserWithEmailAndPassword(auth, 'stay@example.com', 'secret-1');
  const keys = await (await fetch(`${own.address}/jwks.json`)).text();
  await own.restart();
  expect(await (await fetch(`${own.address}/jwks.json`)).text()).toBe(keys);
  const response = await fetch(`${own.address}/securetoken.googleapis.com/v1/token?key=test`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: user.refreshToken,
    }),
  });
  expect(((await response.json()) as { user_id: string }).user_id).toBe(user.uid);
  await own.stop();
});

async function post(operation: string, body: object): Promise<string | undefined> {
  const response = await fetch(
    `${sandbox.address}/identitytoolkit.googleapis.com/v1/${operation}?key=test`,
    { method: 'POST', body: JSON.stringify(body) },
  );
  return ((await response.json()) as { error?: { message: string } }).error?.message;
}

/** Moves the clock of this process on, the sandbox's with it. */
function passTime(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}
