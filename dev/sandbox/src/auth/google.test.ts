import {
  GoogleAuthProvider,
  createUserWithEmailAndPassword,
  signInWithCredential,
  signInWithEmailAndPassword,
} from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openAuth, readIdToken } from '../testing/firebase.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

describe('Google', () => {
  const google = (sub: string, email: string) =>
    GoogleAuthProvider.credential(
      JSON.stringify({ sub, email, name: 'Grace', picture: 'http://x/g.svg' }),
    );

  it('signs a person in, the same one each time', async () => {
    const email = 'grace@example.com';
    const first = await signInWithCredential(openAuth(sandbox.address), google('101', email));
    const again = await signInWithCredential(openAuth(sandbox.address), google('101', email));
    expect(again.user).toMatchObject({ uid: first.user.uid, email, displayName: 'Grace' });
    expect(
      await readIdToken(await again.user.getIdToken(), `${sandbox.address}/jwks.json`),
    ).toMatchObject({
      email,
      email_verified: true,
      name: 'Grace',
      firebase: { sign_in_provider: 'google.com', identities: { 'google.com': ['101'] } },
    });
  });

  it('joins an account whose e-mail is proved, which keeps its password', async () => {
    const email = 'proved@example.com';
    const created = await fetch(
      `${sandbox.address}/identitytoolkit.googleapis.com/v1/projects/speakifyr-sandbox/accounts`,
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
    await signInWithCredential(openAuth(sandbox.address), google('102', email));
    const { user } = await signInWithEmailAndPassword(openAuth(sandbox.address), email, 'secret-1');
    expect(user).toMatchObject({ displayName: 'P', emailVerified: true });
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual([
      'password',
      'google.com',
    ]);
  });

  it('throws out a stranger who signed up with an e-mail that was not theirs', async () => {
    const email = 'taken@example.com';
    const stranger = await createUserWithEmailAndPassword(
      openAuth(sandbox.address),
      email,
      'strangers-1',
    );
    // Sessions are compared by the second.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 });
    await signInWithCredential(openAuth(sandbox.address), google('103', email));
    await expect(
      signInWithEmailAndPassword(openAuth(sandbox.address), email, 'strangers-1'),
    ).rejects.toMatchObject({ code: 'auth/invalid-credential' });
    await expect(stranger.user.getIdToken(true)).rejects.toMatchObject({
      code: 'auth/user-token-expired',
    });
    vi.useRealTimers();
  });
});
