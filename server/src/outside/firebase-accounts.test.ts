import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConfirmProof, createProofChecker } from './firebase-accounts.ts';
import type { Proof } from './firebase-tokens.ts';

/** The account at the provider, and how it answers. */
let account: Record<string, unknown>;
let answer: { status: number; body: unknown };
let asked: { url: string | undefined; body: string };
let google: Server;
let confirm: ConfirmProof;
beforeAll(async () => {
  google = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    asked = { url: request.url, body };
    response.statusCode = answer.status;
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((ready) => google.listen(0, '127.0.0.1', ready));
  const { port } = google.address() as AddressInfo;
  confirm = createProofChecker({
    IDENTITY_TOOLKIT_URL: `http://127.0.0.1:${port}`,
    FIREBASE_API_KEY: 'a key',
  });
});
afterAll(() => new Promise((closed) => google.close(closed)));

const ISSUED = 1_800_000_000;
const proof: Proof = {
  idToken: 'the-token',
  uid: 'uid-1',
  email: 'parent@example.test',
  isVerified: true,
  method: 'password',
  issuedAt: new Date(ISSUED * 1_000),
  signedInAt: new Date(ISSUED * 1_000),
};

beforeEach(() => {
  account = {
    localId: 'uid-1',
    email: 'Parent@example.test',
    emailVerified: true,
    validSince: String(ISSUED),
    passwordUpdatedAt: 1,
    providerUserInfo: [{ providerId: 'password' }],
  };
  answer = { status: 200, body: { users: [account] } };
});

// Rules: R58.
it('a proof counts while it says the same as the account', async () => {
  const { uid, email, isVerified, signedInAt } = proof;
  expect(await confirm(proof)).toMatchObject({ uid, email, isVerified, signedInAt });
  expect(asked).toEqual({
    url: '/v1/accounts:lookup?key=a%20key',
    body: JSON.stringify({ idToken: 'the-token' }),
  });
});

it.each<[string, Record<string, unknown>]>([
  ['is another account', { localId: 'uid-2' }],
  ['has another address now', { email: 'other@example.test' }],
  ['is confirmed in the proof only', { emailVerified: false }],
  ['does not say that it is confirmed', { emailVerified: undefined }],
  ['has no password anymore', { providerUserInfo: [{ providerId: 'google.com' }] }],
  ['can no longer sign in at all', { providerUserInfo: undefined }],
  ['has been disabled', { disabled: true }],
  ['has changed its password since', { validSince: String(ISSUED + 1) }],
])('a proof counts no more if the account %s', async (_what, changes) => {
  Object.assign(account, changes);
  await expect(confirm(proof)).rejects.toMatchObject({ code: 'session_expired' });
});

it('a proof from before the confirmation counts no more', async () => {
  await expect(confirm({ ...proof, isVerified: false })).rejects.toMatchObject({
    code: 'session_expired',
  });
});

it('every change of the account changes its credentials, and nothing else does', async () => {
  const seen = new Set([(await confirm(proof)).credentials]);
  Object.assign(account, { lastLoginAt: '2', displayName: 'New Name' });
  seen.add((await confirm(proof)).credentials);
  expect(seen.size).toBe(1);
  const changes: [Record<string, unknown>, Partial<Proof>][] = [
    [{ passwordUpdatedAt: 2 }, {}],
    [{ validSince: String(ISSUED - 1) }, {}],
    [{ emailVerified: false }, { isVerified: false }],
    [{ email: 'new@example.test' }, { email: 'new@example.test' }],
    [{ localId: 'uid-2' }, { uid: 'uid-2' }],
    [{ providerUserInfo: [{ providerId: 'password' }, { providerId: 'google.com' }] }, {}],
    [
      { providerUserInfo: [{ providerId: 'password' }, { providerId: 'google.com', rawId: '1' }] },
      {},
    ],
    [
      { providerUserInfo: [{ providerId: 'password' }, { providerId: 'google.com', rawId: '2' }] },
      {},
    ],
  ];
  for (const [change, ofProof] of changes) {
    const before = account;
    answer.body = { users: [{ ...before, ...change }] };
    seen.add((await confirm({ ...proof, ...ofProof })).credentials);
  }
  expect(seen.size).toBe(1 + changes.length);
});

describe('the provider refuses', () => {
  const refuse = (message: string, status = 400) =>
    Object.assign(answer, { status, body: { error: { code: status, message } } });

  it.each(['TOKEN_EXPIRED', 'USER_NOT_FOUND', 'USER_DISABLED', 'INVALID_ID_TOKEN'])(
    '%s: the proof no longer counts',
    async (message) => {
      refuse(message);
      await expect(confirm(proof)).rejects.toMatchObject({ code: 'session_expired' });
    },
  );

  it.each([
    ['API key not valid. Please pass a valid API key.', 400],
    ['QUOTA_EXCEEDED', 429],
    ['Internal error', 500],
  ])('%s: that is an outage, and the log says why', async (message, status) => {
    refuse(message, status);
    await expect(confirm(proof)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: expect.stringContaining(message) },
    });
  });

  it('with something that we do not understand: that is an outage too', async () => {
    for (const body of [{}, { users: [] }, { users: [{}] }, 'a page']) {
      answer.body = body;
      await expect(confirm(proof)).rejects.toMatchObject({ code: 'unavailable' });
    }
  });
});
