import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import jwt, { type JwtPayload } from 'jsonwebtoken';
import type { Store } from '../storage/store.ts';
import type { Account } from './accounts.ts';
import { AuthError } from './auth-error.ts';

/** How someone signed in. */
type SignInProvider = 'password' | 'google.com';

/** What a token says about a sign-in. Times are in seconds since 1970. */
export interface Session {
  localId: string;
  provider: SignInProvider;
  /** When the person last signed in. */
  authTime: number;
  /** When this token was issued. */
  issuedAt: number;
}

export type Tokens = ReturnType<typeof loadTokens>;

/** How long an ID token is valid, in seconds: one hour, like Firebase's. */
const ID_TOKEN_LIFE = 3600;

interface Keys {
  kid: string;
  privateKey: string;
  refreshSecret: string;
}

/** Makes and checks the tokens of a Firebase project. Reads its keys from the store, or creates them. */
export function loadTokens(store: Store, projectId: string) {
  const table = store.table<Keys>('keys');
  const keys = table.get('signing') ?? createKeys();
  table.put('signing', keys);

  const privateKey = createPrivateKey(keys.privateKey);
  const publicKey = createPublicKey(privateKey);
  const issuer = `https://securetoken.google.com/${projectId}`;

  function readClaims(token: string): JwtPayload {
    try {
      return jwt.verify(token, publicKey, { algorithms: ['RS256'] }) as JwtPayload;
    } catch (error) {
      const isOld = error instanceof jwt.TokenExpiredError;
      throw new AuthError(isOld ? 'TOKEN_EXPIRED' : 'INVALID_ID_TOKEN');
    }
  }

  return {
    /** @returns an ID token like Firebase's: RS256, valid for an hour */
    signIdToken(account: Account, { provider, authTime }: Omit<Session, 'issuedAt'>): string {
      const now = nowInSeconds();
      const claims = {
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
      };
      return jwt.sign(claims, privateKey, { algorithm: 'RS256', keyid: keys.kid });
    },
    /** @throws {AuthError} INVALID_ID_TOKEN or TOKEN_EXPIRED */
    readIdToken(token: string | undefined): Session {
      if (!token) throw new AuthError('MISSING_ID_TOKEN');
      const { sub, iat, auth_time, firebase } = readClaims(token);
      const { sign_in_provider } = firebase as { sign_in_provider: SignInProvider };
      return {
        localId: String(sub),
        provider: sign_in_provider,
        authTime: Number(auth_time),
        issuedAt: Number(iat),
      };
    },
    /** @returns a refresh token, valid until the account's password changes */
    signRefreshToken(session: Omit<Session, 'issuedAt'>): string {
      return jwt.sign({ ...session, issuedAt: nowInSeconds() }, keys.refreshSecret);
    },
    /** @throws {AuthError} INVALID_REFRESH_TOKEN */
    readRefreshToken(token: string | undefined): Session {
      if (!token) throw new AuthError('MISSING_REFRESH_TOKEN');
      try {
        return jwt.verify(token, keys.refreshSecret, { algorithms: ['HS256'] }) as Session &
          JwtPayload;
      } catch {
        throw new AuthError('INVALID_REFRESH_TOKEN');
      }
    },
    /** @returns the public key for checking ID tokens, as a JSON Web Key Set */
    publicKeys: () => ({
      keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: keys.kid }],
    }),
  };
}

/** The current time in seconds since 1970, as in tokens. */
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
