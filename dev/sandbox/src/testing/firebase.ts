import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { initializeApp } from 'firebase/app';
import { connectAuthEmulator, inMemoryPersistence, initializeAuth, type Auth } from 'firebase/auth';

let apps = 0;

/** The Firebase SDK as in a new browser, pointed at a sandbox. */
export function openAuth(address: string): Auth {
  const config = { apiKey: 'test', projectId: 'speakifyr-sandbox' };
  const auth = initializeAuth(initializeApp(config, `test-${apps++}`), {
    persistence: inMemoryPersistence,
  });
  connectAuthEmulator(auth, address, { disableWarnings: true });
  return auth;
}

/**
 * The claims of an ID token, checked as our server does.
 * @param jwksUrl where the public keys are
 * @throws when none of these keys signed it with RS256
 */
export async function readIdToken(
  token: string,
  jwksUrl: string,
): Promise<Record<string, unknown>> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { kid, alg } = decodePart(header);
  const response = await fetch(jwksUrl);
  const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid: string })[] };
  const key = keys.find((candidate) => candidate.kid === kid);
  if (!key || alg !== 'RS256') throw new Error(`No RS256 key ${String(kid)}`);
  const publicKey = createPublicKey({ key, format: 'jwk' });
  const signed = Buffer.from(`${header}.${payload}`);
  if (verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))) {
    return decodePart(payload);
  }
  throw new Error('The signature is wrong');
}

/** What a part of a token says. */
export function decodePart(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}

/** What accounts:lookup says about the account of an ID token: the account, or the code of the refusal. */
export async function lookUp(address: string, idToken: string): Promise<unknown> {
  const response = await fetch(
    `${address}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=test`,
    { method: 'POST', body: JSON.stringify({ idToken }) },
  );
  const { users, error } = (await response.json()) as {
    users?: unknown[];
    error?: { message: string };
  };
  return error?.message ?? users?.[0];
}
