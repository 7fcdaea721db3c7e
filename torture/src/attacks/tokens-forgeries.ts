import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  changeClaims,
  makeToken,
  publicForms,
  type Signer,
  unsigned,
  withKey,
  withSecret,
} from '../forged-tokens.ts';
import { FIREBASE_PROJECT, JWT_SECRET, mintToken } from '../school.ts';

/** A token that must open nothing, in the name of somebody who would be let in with a right one. */
export type Forgery = { kind: string; token: string | undefined };

const HOUR = 3_600;
const { privateKey: strangersKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** @param keys private keys whose public halves everybody can read */
export function forgeSessionTokens(email: string, keys: KeyObject[]): Forgery[] {
  const now = Math.floor(Date.now() / 1_000);
  const right = { sub: email, email, iss: 'speakifyr', iat: now, exp: now + HOUR };
  const header = { alg: 'HS256', typ: 'JWT' };
  const ours = withSecret(JWT_SECRET);
  const forge = (kind: string, claims: object, signer: Signer = ours, alg = 'HS256'): Forgery => ({
    kind,
    token: makeToken({ ...header, alg }, claims, signer),
  });
  return [
    { kind: 'no token', token: undefined },
    { kind: 'a token that is none', token: 'x.y.z' },
    ...forgeUnsigned(right),
    ...forgeWithPublicKeys(header, right, keys),
    forge('an RSA key of a stranger', right, withKey(strangersKey), 'RS256'),
    forge('another algorithm', right, withSecret(JWT_SECRET, 'sha512'), 'HS512'),
    forge('a secret that is not ours', right, withSecret('another-secret-that-is-long-enough')),
    forge('another issuer', { ...right, iss: 'another-school' }),
    forge('no issuer', { ...right, iss: undefined }),
    forge('expired', { ...right, iat: now - 2 * HOUR, exp: now - HOUR }),
    forge('expired this second', { ...right, iat: now - HOUR, exp: now }),
    forge('no end', { ...right, exp: undefined }),
    forge('not yet valid', { ...right, nbf: now + HOUR }),
    forge('made in the future', { ...right, iat: now + HOUR, exp: now + 2 * HOUR }),
    forge('no e-mail', { ...right, email: undefined }),
    {
      kind: 'changed payload',
      token: changeClaims(mintToken('mallory@torture.test', new Date()), { sub: email, email }),
    },
    { kind: 'cut-off signature', token: mintToken(email, new Date()).slice(0, -8) },
  ];
}

/** @param google a key that the school trusts, as Google has */
export function forgeIdTokens(email: string, google: { kid: string; key: KeyObject }): Forgery[] {
  const now = Math.floor(Date.now() / 1_000);
  const right = rightIdClaims(email);
  const header = { alg: 'RS256', typ: 'JWT', kid: google.kid };
  const forge = (
    kind: string,
    changes: object,
    signer: Signer = withKey(google.key),
    headerChanges: object = {},
  ): Forgery => ({
    kind,
    token: makeToken({ ...header, ...headerChanges }, { ...right, ...changes }, signer),
  });
  const other = 'another-school';
  const strange = withKey(strangersKey);
  const [, , jwk] = publicForms(strangersKey);
  return [
    { kind: 'no token', token: undefined },
    { kind: 'a token that is none', token: 'x.y.z' },
    { kind: 'a session token of ours', token: mintToken(email, new Date()) },
    ...forgeUnsigned(right),
    ...forgeWithPublicKeys(header, right, [google.key]),
    forge('a stranger’s key', {}, strange),
    forge('a stranger’s key, named', {}, strange, { kid: 'stranger-1' }),
    forge('a stranger’s key, sent along', {}, strange, { jwk: JSON.parse(String(jwk?.bytes)) }),
    forge('a stranger’s page of keys', {}, strange, { jku: 'http://127.0.0.1:9/jwks.json' }),
    forge('another algorithm', {}, withKey(google.key, 'RSA-SHA512'), { alg: 'RS512' }),
    forge('another audience', { aud: other }),
    forge('another issuer', { iss: `https://securetoken.google.com/${other}` }),
    forge('another project', { aud: other, iss: `https://securetoken.google.com/${other}` }),
    forge('Google’s own sign-in, not Firebase', { iss: 'https://accounts.google.com' }),
    forge('expired', { iat: now - 2 * HOUR, exp: now - HOUR }),
    forge('no end', { exp: undefined }),
    forge('not yet valid', { nbf: now + HOUR }),
    forge('made in the future', { iat: now + HOUR, exp: now + 2 * HOUR }),
    forge('signed in in the future', { auth_time: now + HOUR }),
    forge('nobody', { sub: '' }),
    forge('no e-mail', { email: undefined }),
    {
      kind: 'changed payload',
      token: changeClaims(
        makeToken(header, rightIdClaims('mallory@torture.test'), withKey(google.key)),
        { email },
      ),
    },
  ];
}

/** What Firebase writes into an ID token. */
export function rightIdClaims(email: string): object {
  const now = Math.floor(Date.now() / 1_000);
  return {
    iss: `https://securetoken.google.com/${FIREBASE_PROJECT}`,
    aud: FIREBASE_PROJECT,
    auth_time: now - 1,
    user_id: 'uid',
    sub: 'uid',
    iat: now - 1,
    exp: now + HOUR,
    email,
    email_verified: true,
  };
}

function forgeUnsigned(claims: object): Forgery[] {
  return ['none', 'None', 'nOnE'].map((alg) => ({
    kind: `alg: ${alg}`,
    token: makeToken({ alg, typ: 'JWT' }, claims, unsigned),
  }));
}

/** The public key as if it were a shared secret: whoever leaves the algorithm to the token falls for it. */
function forgeWithPublicKeys(header: object, claims: object, keys: KeyObject[]): Forgery[] {
  return keys.flatMap((key) =>
    publicForms(key).map(({ form, bytes }) => ({
      kind: `HS256 with a public key (${form})`,
      token: makeToken({ ...header, alg: 'HS256' }, claims, withSecret(bytes)),
    })),
  );
}
