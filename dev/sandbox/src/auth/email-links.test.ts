import {
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  updateEmail,
  type User,
} from 'firebase/auth';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { lookUp, openAuth, readIdToken } from '../testing/firebase.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

const HOUR_MS = 3_600_000;

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => sandbox.stop());

/** An email as the inbox shows it to tests. */
interface Message {
  to: string;
  subject: string;
  link: string;
  isUsed: boolean;
  requestType: string;
}

async function readInbox(to: string): Promise<Message[]> {
  const query = new URLSearchParams({ to }).toString();
  return (await (await fetch(`${sandbox.address}/inbox.json?${query}`)).json()) as Message[];
}

/** Opens the link in the newest email. @returns the status of the page */
async function openNewest(to: string): Promise<number> {
  const [message] = await readInbox(to);
  return (await open(message?.link)).status;
}

async function signUp(email: string): Promise<User> {
  const auth = openAuth(sandbox.address);
  return (await createUserWithEmailAndPassword(auth, email, 'secret-1')).user;
}

const open = async (link = '') => {
  const response = await fetch(link);
  return { status: response.status, text: await response.text() };
};

/** Moves this process's clock, which the sandbox shares. */
function passTime(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}

describe('confirming an address', () => {
  it('works with the link of the email, and shows in the next token', async () => {
    const user = await signUp('ada@example.com');
    await sendEmailVerification(user);
    expect(await openNewest('ada@example.com')).toBe(200);
    await reload(user);
    expect(user.emailVerified).toBe(true);
    const token = await user.getIdToken(true);
    expect(await readIdToken(token, `${sandbox.address}/jwks.json`)).toMatchObject({
      email_verified: true,
      firebase: { sign_in_provider: 'password' },
    });
  });

  it('works once by opening the link', async () => {
    const user = await signUp('grace@example.com');
    await sendEmailVerification(user);
    const [message] = await readInbox('grace@example.com');
    expect(message).toMatchObject({ subject: 'Confirm your email address', isUsed: false });
    expect(new URL(message?.link ?? '').searchParams.get('mode')).toBe('verifyEmail');
    expect(sandbox.lines.join()).toContain(message?.link);
    const page = await open(message?.link);
    expect(page.text).toContain('grace@example.com is confirmed');
    await reload(user);
    expect(user.emailVerified).toBe(true);

    const again = await open(message?.link);
    expect(again.status).toBe(400);
    expect(again.text).toContain('This link no longer works');
    expect(await readInbox('grace@example.com')).toMatchObject([{ isUsed: true }]);
  });

  it('does not work after three days, nor for an address that the person has left', async () => {
    const user = await signUp('left@example.com');
    await sendEmailVerification(user);
    await updateEmail(user, 'moved@example.com');
    await signUp('left@example.com');
    expect(await openNewest('left@example.com')).toBe(400);
    await sendEmailVerification(user);
    passTime(73 * HOUR_MS);
    expect(await openNewest('moved@example.com')).toBe(400);
    await reload(user);
    expect(user.emailVerified).toBe(false);
  });
});

describe('changing an address', () => {
  it('ends the sessions, and the new address is not confirmed', async () => {
    const user = await signUp('old@example.com');
    const elsewhere = await signInWithEmailAndPassword(
      openAuth(sandbox.address),
      'old@example.com',
      'secret-1',
    );
    const idToken = await elsewhere.user.getIdToken();
    // Sessions are compared by the second.
    passTime(2_000);
    await updateEmail(user, 'new@example.com');
    await reload(user);
    expect(user).toMatchObject({ email: 'new@example.com', emailVerified: false });
    expect(await lookUp(sandbox.address, idToken)).toBe('TOKEN_EXPIRED');
  });
});

describe('a reset of the password', () => {
  it('confirms the address, ends the sessions and unlinks Google', async () => {
    const email = 'reset@example.com';
    const identity = JSON.stringify({ sub: '301', email, email_verified: true, name: 'R' });
    const { user } = await signInWithCredential(
      openAuth(sandbox.address),
      GoogleAuthProvider.credential(identity),
    );
    const idToken = await user.getIdToken();
    const auth = openAuth(sandbox.address);
    await sendPasswordResetEmail(auth, email);
    const [message] = await readInbox(email);
    expect(message).toMatchObject({ requestType: 'PASSWORD_RESET' });
    passTime(2_000);
    await fetch(message?.link ?? '', {
      method: 'POST',
      body: new URLSearchParams({ password: 'secret-2' }),
    });
    expect(await lookUp(sandbox.address, idToken)).toBe('TOKEN_EXPIRED');
    const { user: again } = await signInWithEmailAndPassword(auth, email, 'secret-2');
    expect(again).toMatchObject({ uid: user.uid, emailVerified: true });
    expect(again.providerData.map(({ providerId }) => providerId)).toEqual(['password']);
  });
});

describe('the inbox', () => {
  it('lists the newest email first, on a page and by recipient', async () => {
    const user = await signUp('many@example.com');
    await sendEmailVerification(user);
    await sendPasswordResetEmail(openAuth(sandbox.address), 'many@example.com');
    const messages = await readInbox('MANY@example.com');
    expect(messages.map(({ subject }) => subject)).toEqual([
      'Reset your password',
      'Confirm your email address',
    ]);
    const page = await open(`${sandbox.address}/inbox`);
    for (const { link } of messages) expect(page.text).toContain(link.replaceAll('&', '&#38;'));
    expect(await readInbox('nobody@example.com')).toEqual([]);
  });
});

describe('the look-up of an account', () => {
  it('has everything that a server needs', async () => {
    const email = 'looked-up@example.com';
    const user = await signUp(email);
    const before = (await lookUp(sandbox.address, await user.getIdToken())) as {
      validSince: string;
      passwordUpdatedAt: number;
    };
    expect(before).toMatchObject({
      localId: user.uid,
      email,
      emailVerified: false,
      providerUserInfo: [{ providerId: 'password', email }],
    });
    expect(Number(before.validSince)).toBeCloseTo(Date.now() / 1000, -2);
    expect(before.passwordUpdatedAt).toBeCloseTo(Date.now(), -5);
  });

  it('refuses a disabled account, which can’t sign in either', async () => {
    const user = await signUp('disabled@example.com');
    const idToken = await user.getIdToken();
    const administer = (operation: string, body: object, authorization = 'Bearer owner') =>
      fetch(
        `${sandbox.address}/identitytoolkit.googleapis.com/v1/projects/speakifyr-sandbox/accounts:${operation}`,
        { method: 'POST', headers: { authorization }, body: JSON.stringify(body) },
      );
    const disable = { localId: user.uid, disableUser: true };
    expect((await administer('update', disable, 'Bearer guess')).status).toBe(401);
    expect((await administer('update', { localId: 3 })).status).toBe(400);
    expect((await administer('update', disable)).status).toBe(200);
    expect(await lookUp(sandbox.address, idToken)).toBe('USER_DISABLED');
    await expect(
      signInWithEmailAndPassword(openAuth(sandbox.address), 'disabled@example.com', 'secret-1'),
    ).rejects.toMatchObject({ code: 'auth/user-disabled' });
    const found = await administer('lookup', {
      email: ['disabled@example.com', 'nobody@example.com'],
    });
    expect(await found.json()).toMatchObject({ users: [{ localId: user.uid, disabled: true }] });
  });
});
