import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type GenerateKeyPairResult,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenReader, type ReadProof } from './firebase-tokens.ts';

// The tests sign with their own keys, so that a token can be wrong and still have a valid signature.
const PROJECT = 'our-school';
const KEY_ID = 'key-1';

let google: Server;
let keys: GenerateKeyPairResult;
let publicKeys: string;
let verify: ReadProof;
let isDown = false;
beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(keys.publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' };
  publicKeys = JSON.stringify({ keys: [key] });
  google = createServer((_request, response) => {
    response.statusCode = isDown ? 500 : 200;
    response.end(publicKeys);
  });
  await new Promise<void>((ready) => google.listen(0, '127.0.0.1', ready));
  verify = createVerifier();
});
afterAll(() => new Promise((closed) => google.close(closed)));

function createVerifier(): ReadProof {
  const { port } = google.address() as AddressInfo;
  return createTokenReader({
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_JWKS_URL: `http://127.0.0.1:${port}/`,
  });
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

/** The claims of a person who signed in a minute ago. */
const claimsOf = (changes: Record<string, unknown> = {}): JWTPayload => ({
  iss: `https://securetoken.google.com/${PROJECT}`,
  aud: PROJECT,
  sub: 'uid-1',
  auth_time: inSeconds(-60),
  iat: inSeconds(-60),
  exp: inSeconds(3_540),
  email: 'Parent@example.test',
  email_verified: true,
  firebase: { sign_in_provider: 'password' },
  ...changes,
});

const sign = (claims: JWTPayload, header: Record<string, string> = {}, key = keys.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID, ...header }).sign(key);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

// Rules: R40, R540.
it('a valid token says who signed in, with the address in lower case', async () => {
  expect(await verify(await sign(claimsOf()))).toMatchObject({
    uid: 'uid-1',
    email: 'parent@example.test',
    isVerified: true,
    method: 'password',
  });
  const { isVerified } = await verify(await sign(claimsOf({ email_verified: undefined })));
  expect(isVerified).toBe(false);
});

describe('a token is refused if it', () => {
  it.each<[string, Record<string, unknown>]>([
    ['is for another project', { aud: 'another-school' }],
    [
      'is for several projects, including ours, and has no issuer',
      { aud: [PROJECT, 'another'], iss: undefined },
    ],
    ['was issued by another project', { iss: 'https://securetoken.google.com/another-school' }],
    ['was issued by Google itself, not by Firebase', { iss: 'https://accounts.google.com' }],
    ['has expired', { exp: inSeconds(-1) }],
    ['never expires', { exp: undefined }],
    ['is not valid yet', { nbf: inSeconds(300) }],
    ['was issued in the future', { iat: inSeconds(300) }],
    ['does not say when it was issued', { iat: undefined }],
    ['has a sign-in time in the future', { auth_time: inSeconds(300) }],
    ['has an empty user id', { sub: '' }],
    ['has no user id', { sub: undefined }],
    ['does not say how its owner signed in', { firebase: undefined }],
    ['has no e-mail', { email: undefined }],
    ['has a list as its e-mail', { email: ['parent@example.test'] }],
  ])('%s', async (_what, changes) => {
    const token = await sign(claimsOf(changes));
    await expect(verify(token)).rejects.toMatchObject({ code: 'session_expired' });
  });

  it('has a changed payload', async () => {
    const [header, , signature] = (await sign(claimsOf())).split('.');
    const changed = encode(claimsOf({ email: 'admin@example.test' }));
    await expect(verify([header, changed, signature].join('.'))).rejects.toMatchObject({
      code: 'session_expired',
    });
  });

  it('is not signed', async () => {
    for (const alg of ['none', 'None', 'NONE']) {
      const unsigned = [encode({ alg, typ: 'JWT' }), encode(claimsOf()), ''].join('.');
      await expect(verify(unsigned)).rejects.toMatchObject({ code: 'session_expired' });
    }
  });

  it.each([
    'rösa@x.test',
    '\u212aarl@x.test',
    ' rosa@x.test',
    'rosa@x',
    'ro..sa@x.test',
    '"a b"@x.test',
    '',
  ])(
    'is for an address that we can’t take, also if another one looks the same: %j',
    async (email) => {
      const token = await sign(claimsOf({ email }));
      await expect(verify(token)).rejects.toMatchObject({ code: 'address_unusable' });
    },
  );

  it('is signed with the public key, used as a secret', async () => {
    const pem = await exportSPKI(keys.publicKey);
    const input = `${encode({ alg: 'HS256', kid: KEY_ID })}.${encode(claimsOf())}`;
    for (const secret of [pem, pem.trim(), publicKeys]) {
      const signature = createHmac('sha256', secret).update(input).digest('base64url');
      await expect(verify(`${input}.${signature}`)).rejects.toMatchObject({
        code: 'session_expired',
      });
    }
  });

  it('is signed with somebody else’s key, whatever key id it names', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    for (const kid of [KEY_ID, 'another', '../../key-1'])
      await expect(verify(await sign(claimsOf(), { kid }, privateKey))).rejects.toMatchObject({
        code: 'session_expired',
      });
  });
});

it('an outage at Google is reported as an outage, not as a bad token', async () => {
  isDown = true;
  try {
    await expect(createVerifier()(await sign(claimsOf()))).rejects.toMatchObject({
      code: 'unavailable',
    });
  } finally {
    isDown = false;
  }
});
