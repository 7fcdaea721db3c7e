import {
  GoogleAuthProvider,
  createUserWithEmailAndPassword,
  signInWithCredential,
  signInWithEmailAndPassword,
  updateEmail,
  updateProfile,
} from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lookUp, openAuth, readIdToken } from '../testing/firebase.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

describe('Google', () => {
  const google = (sub: string, email: string) =>
    GoogleAuthProvider.credential(
      JSON.stringify({
        sub,
        email,
        email_verified: true,
        name: 'Grace',
        picture: 'http://x/g.svg',
      }),
    );

  it('signs the same person in each time', async () => {
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

  it('is linked to an account with a verified address, which keeps its password', async () => {
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

  it('removes the password and sessions of a stranger who signed up with the address', async () => {
    const email = 'taken@example.com';
    const stranger = await createUserWithEmailAndPassword(
      openAuth(sandbox.address),
      email,
      'strangers-1',
    );
    await updateProfile(stranger.user, { displayName: 'Stranger' });
    const idToken = await stranger.user.getIdToken();
    // Sessions are compared by the second.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 });
    const { user } = await signInWithCredential(openAuth(sandbox.address), google('103', email));
    expect(user).toMatchObject({
      uid: stranger.user.uid,
      emailVerified: true,
      displayName: 'Grace',
    });
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['google.com']);
    await expect(
      signInWithEmailAndPassword(openAuth(sandbox.address), email, 'strangers-1'),
    ).rejects.toMatchObject({ code: 'auth/invalid-credential' });
    await expect(stranger.user.getIdToken(true)).rejects.toMatchObject({
      code: 'auth/user-token-expired',
    });
    expect(await lookUp(sandbox.address, idToken)).toBe('TOKEN_EXPIRED');
    vi.useRealTimers();
  });

  it('does not confirm an address that the person took later', async () => {
    const auth = openAuth(sandbox.address);
    const { user } = await signInWithCredential(auth, google('104', 'own@example.com'));
    await updateEmail(user, 'headteacher@example.com');
    const again = await signInWithCredential(
      openAuth(sandbox.address),
      google('104', 'own@example.com'),
    );
    expect(again.user).toMatchObject({
      uid: user.uid,
      email: 'headteacher@example.com',
      emailVerified: false,
    });
  });

  it('asks for a proof when Google has not verified the address', async () => {
    const email = 'unproved@example.com';
    await createUserWithEmailAndPassword(openAuth(sandbox.address), email, 'secret-1');
    const unverified = GoogleAuthProvider.credential(JSON.stringify({ sub: '105', email }));
    await expect(signInWithCredential(openAuth(sandbox.address), unverified)).rejects.toMatchObject(
      { code: 'auth/account-exists-with-different-credential' },
    );
  });

  it('gives the account to another Google account that has the address now', async () => {
    const email = 'recycled@example.com';
    const first = await signInWithCredential(openAuth(sandbox.address), google('106', email));
    const response = await fetch(
      `${sandbox.address}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=test`,
      {
        method: 'POST',
        body: JSON.stringify({
          requestUri: 'http://localhost',
          postBody: new URLSearchParams({
            providerId: 'google.com',
            id_token: JSON.stringify({ sub: '107', email, email_verified: true }),
          }).toString(),
        }),
      },
    );
    const answer = (await response.json()) as { idToken: string };
    expect(answer).toMatchObject({ localId: first.user.uid });
    expect(answer).not.toHaveProperty('needConfirmation');
    expect(await lookUp(sandbox.address, answer.idToken)).toMatchObject({
      providerUserInfo: [{ providerId: 'google.com', rawId: '107' }],
    });
  });
});
