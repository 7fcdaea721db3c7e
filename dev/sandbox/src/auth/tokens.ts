import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
  type JsonWebKey,
} from 'node:crypto';
import type { Store } from '../storage/store.ts';
import type { Account } from './accounts.ts';
import { AuthError } from './auth-error.ts';

/** The way in which someone signed in, as it stands in their tokens. */
export type SignInProvider = 'password' | 'google.com';

/** What a token says about a sign-in; times in seconds since 1970. */
export interface Session {
  localId: string;
  provider: SignInProvider;
  /** When the person last proved who they are. */
  authTime: number;
  /** When this token was made. */
  issuedAt: number;
}

/** Makes and checks the tokens of one Firebase project. */
export interface Tokens {
  /** An ID token as Firebase makes them, RS256, good for an hour. */
  signIdToken(account: Account, session: Omit<Session, 'issuedAt'>): string;
  /** @throws {AuthError} INVALID_ID_TOKEN or TOKEN_EXPIRED */
  readIdToken(token: string | undefined): Session;
  /** A refresh token: good until the account's password changes. */
  signRefreshToken(session: Omit<Session, 'issuedAt'>): string;
  /** @throws {AuthError} INVALID_REFRESH_TOKEN */
  readRefreshToken(token: string | undefined): Session;
  /** The key to check ID tokens with, as a JSON Web Key Set. */
  publicKeys(): { keys: JsonWebKey[] };
}

/** How long an ID token is good for, in seconds: Firebase's hour. */
export const ID_TOKEN_LIFE = 3600;

interface Keys {
  kid: string;
  privateKey: string;
  refreshSecret: string;
}

/** Takes the project's keys from the store; makes them when there are none yet. */
export function loadTokens(store: Store, projectId: string): Tokens {
  const table = store.table<Keys>('keys');
  const keys = table.get('signing') ?? createKeys();
  table.put('signing', keys);

  const privateKey = createPrivateKey(keys.privateKey);
  const publicKey = createPublicKey(privateKey);
  const issuer = `https://securetoken.google.com/${projectId}`;

  function readClaims(token: string): Record<string, unknown> {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const signed = verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${payload}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    );
    if (!signed) throw new AuthError('INVALID_ID_TOKEN');
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  }

  function signRefresh(payload: string): string {
    return createHmac('sha256', keys.refreshSecret).update(payload).digest('base64url');
  }

  return {
    signIdToken(account, { provider, authTime }) {
      const now = nowInSeconds();
      const header = encode({ alg: 'RS256', kid: keys.kid, typ: 'JWT' });
      const payload = encode({
        name: account.displayName,
        picture: account.photoUrl,
        iss: issuer,
        aud: projectId,
        auth_time: authTime,
        user_id: account.localId,
        sub: account.localId,
        iat: now,
        exp: now + ID_TOKEN_LIFE,
        email: account.email,
        email_verified: account.emailVerified,
        firebase: {
          identities: {
            ...(account.google ? { 'google.com': [account.google.rawId] } : {}),
            email: [account.email],
          },
          sign_in_provider: provider,
        },
      });
      const signature = sign('RSA-SHA256', Buffer.from(`${header}.${payload}`), privateKey);
      return `${header}.${payload}.${signature.toString('base64url')}`;
    },
    readIdToken(token) {
      if (!token) throw new AuthError('MISSING_ID_TOKEN');
      const { sub, exp, iat, auth_time, firebase } = readClaims(token);
      if (Number(exp) <= nowInSeconds()) throw new AuthError('TOKEN_EXPIRED');
      const { sign_in_provider } = firebase as { sign_in_provider: SignInProvider };
      return {
        localId: String(sub),
        provider: sign_in_provider,
        authTime: Number(auth_time),
        issuedAt: Number(iat),
      };
    },
    signRefreshToken(session) {
      const payload = encode({ ...session, issuedAt: nowInSeconds() });
      return `${payload}.${signRefresh(payload)}`;
    },
    readRefreshToken(token) {
      if (!token) throw new AuthError('MISSING_REFRESH_TOKEN');
      const [payload = '', signature = ''] = token.split('.');
      const expected = Buffer.from(signRefresh(payload));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new AuthError('INVALID_REFRESH_TOKEN');
      }
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Session;
    },
    publicKeys: () => ({
      keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: keys.kid }],
    }),
  };
}

/** The time as tokens write it. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function createKeys(): Keys {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    kid: randomBytes(20).toString('hex'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    refreshSecret: randomBytes(32).toString('base64url'),
  };
}

function encode(claims: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url');
}
