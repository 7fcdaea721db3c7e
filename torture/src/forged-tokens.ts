import { createHmac, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Signs the text of a token: its header and its payload. */
export type Signer = (text: string) => Buffer;

/** A token of any header and claims, right or wrong, in the compact form. https://www.rfc-editor.org/rfc/rfc7515 */
export function makeToken(header: object, claims: object, signer: Signer): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${signer(text).toString('base64url')}`;
}

export const unsigned: Signer = () => Buffer.alloc(0);

export function withSecret(secret: string | Buffer, hash = 'sha256'): Signer {
  return (text) => createHmac(hash, secret).update(text).digest();
}

export function withKey(key: KeyObject, hash = 'RSA-SHA256'): Signer {
  return (text) => sign(hash, Buffer.from(text), key);
}

/** The same token with other claims and its old signature. */
export function changeClaims(token: string, changes: object): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return `${header}.${encode({ ...claims, ...changes })}.${signature}`;
}

/** The public half of a key, in the forms in which it might be mistaken for a secret. */
export function publicForms(key: KeyObject): { form: string; bytes: string | Buffer }[] {
  const half = createPublicKey(key);
  return [
    { form: 'PEM', bytes: half.export({ type: 'spki', format: 'pem' }) },
    { form: 'DER', bytes: half.export({ type: 'spki', format: 'der' }) },
    { form: 'JWK', bytes: JSON.stringify(half.export({ format: 'jwk' })) },
  ];
}

/** The page of keys that the school trusts. */
export type KeyPage = { url: string; close(): Promise<void> };

/**
 * Google's page of keys: those of the stand-in, and one of ours. Google signs the tokens of all projects with the
 * same keys, so a token can be of another project and rightly signed: this key signs such ones.
 * @param standInPort where the stand-in's page is, asked for at each call
 */
export async function openKeyPage(
  standInPort: () => number,
  ours: { kid: string; key: KeyObject },
): Promise<KeyPage> {
  const server = createServer(async (_request, response) => {
    const answer = await fetch(`http://127.0.0.1:${standInPort()}/jwks.json`);
    const { keys } = (await answer.json()) as { keys: object[] };
    // The standard leaves it open whether a key says what it is for: this one does not.
    const jwk = { ...createPublicKey(ours.key).export({ format: 'jwk' }), kid: ours.kid };
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ keys: [...keys, jwk] }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
