import {
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
} from 'firebase/auth';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { decodePart, openAuth } from '../testing/firebase.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';
import { MAX_FAILURES } from './attempts.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => sandbox.stop());

describe('accounts in the sandbox', () => {
  it('are created once by twenty equal sign-ups at the same time', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        createUserWithEmailAndPassword(openAuth(sandbox.address), 'twenty@example.com', 'secret-1'),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are locked for a while after too many wrong passwords', async () => {
    const auth = openAuth(sandbox.address);
    const email = 'guessed@example.com';
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

  it('need a recent sign-in to change the password, and a token of the last hour for anything', async () => {
    const email = 'later@example.com';
    const { user } = await createUserWithEmailAndPassword(
      openAuth(sandbox.address),
      email,
      'secret-1',
    );
    const idToken = await user.getIdToken();
    passTime(6 * 60_000);
    for (const act of [() => updatePassword(user, 'secret-2'), () => deleteUser(user)])
      await expect(act()).rejects.toMatchObject({ code: 'auth/requires-recent-login' });
    passTime(60 * 60_000);
    expect(await post('accounts:lookup', { idToken })).toBe('TOKEN_EXPIRED');
  });

  it('can be deleted after another sign-in with the right password', async () => {
    const email = 'leaver@example.com';
    const { user } = await createUserWithEmailAndPassword(
      openAuth(sandbox.address),
      email,
      'secret-1',
    );
    passTime(6 * 60_000);
    const prove = (password: string) =>
      reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password));
    await expect(prove('wrong')).rejects.toMatchObject({ code: 'auth/invalid-credential' });
    await prove('secret-1');
    await deleteUser(user);
    await createUserWithEmailAndPassword(openAuth(sandbox.address), email, 'secret-2');
  });

  it('get a new password once through the logged link, which ends old sessions', async () => {
    const email = 'forgetful@example.com';
    const { user } = await createUserWithEmailAndPassword(
      openAuth(sandbox.address),
      email,
      'secret-1',
    );
    // Sessions are compared by the second.
    passTime(2_000);
    const auth = openAuth(sandbox.address);
    await sendPasswordResetEmail(auth, email);
    await sendPasswordResetEmail(auth, 'stranger@example.com');
    const sent = (await (await fetch(`${sandbox.address}/inbox.json`)).json()) as {
      to: string;
      link: string;
    }[];
    const link = sent.find(({ to }) => to === email)?.link ?? '';
    expect(sent.some(({ to }) => to.startsWith('stranger'))).toBe(false);
    expect(sandbox.lines.join()).toContain(link);

    const choose = async (password: string) => {
      const body = new URLSearchParams({ password });
      return (await fetch(link, { method: 'POST', body })).status;
    };
    expect(await (await fetch(link)).text()).toContain(`for ${email}`);
    expect(await choose('short')).toBe(400);
    expect(await choose('secret-2')).toBe(200);
    expect(await choose('secret-3')).toBe(400);
    expect((await signInWithEmailAndPassword(auth, email, 'secret-2')).user.email).toBe(email);
    await expect(user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });
  });

  it('keep the session that changes the password', async () => {
    const email = 'changer@example.com';
    const auth = openAuth(sandbox.address);
    const { user } = await createUserWithEmailAndPassword(auth, email, 'secret-1');
    await updatePassword(user, 'secret-2');
    await user.getIdToken(true);
    await signOut(auth);
    await signInWithEmailAndPassword(auth, email, 'secret-2');
  });

  it('refuse tokens that were tampered with', async () => {
    const { user } = await createUserWithEmailAndPassword(
      openAuth(sandbox.address),
      'm@example.com',
      'secret-1',
    );
    const [header, payload = '', signature] = (await user.getIdToken()).split('.');
    const forged = Buffer.from(JSON.stringify({ ...decodePart(payload), sub: 'other' }));
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

it('keeps accounts, keys and sessions over a restart', async () => {
  const own = await startTestSandbox();
  const auth = openAuth(own.address);
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
