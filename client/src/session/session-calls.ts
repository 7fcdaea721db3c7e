import type { AxiosInstance, InternalAxiosRequestConfig } from 'axios';
import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import {
  isAxiosError,
  isFailedCall,
  NoAnswerError,
  readApiError,
  readApiStatus,
} from '../lib/api-error.ts';
import { extendHttp, loadHttp } from '../lib/http.ts';
import { loadProvider, type Provider } from './load-provider.ts';
import { readToken, storeToken } from './session-token.ts';
import { readProviderCode } from './sign-in-errors.ts';

/**
 * What the session does with every call: it adds the token, renews it once after a 401, follows a change of the person's
 * role, and ends after a 403.
 */

declare module 'axios' {
  interface AxiosRequestConfig {
    /** The provider's ID token. Sent in place of the session token, to get a session token. */
    idToken?: string;
    /** The call failed with a 401 and is sent again with a new token. */
    isSecondTry?: boolean;
  }
}

/** Why a 403 ends the session (spec section 8), in a sentence for the log-in page. */
const NOT_ALLOWED: ErrorBody = {
  code: 'not_allowed',
  message:
    'We have logged you out, because your account is not allowed to do that. If your role at the school has changed, please log in again.',
};

/** Why a session that can't be renewed ends. */
function explainRenewal(error: unknown): ErrorBody {
  return isFailedCall(error)
    ? readApiError(error)
    : { code: 'session_expired', message: 'Your session has ended. Please log in again.' };
}

// When this file loads, so that the very first call has its token.
extendHttp(addSession);

function addSession(http: AxiosInstance): void {
  http.interceptors.request.use((config) => {
    const token = config.idToken ?? readToken();
    if (token) config.headers.set('Authorization', `Bearer ${token}`);
    return config;
  });

  http.interceptors.response.use(undefined, async (error: unknown) => {
    const status = readApiStatus(error);
    const config = isAxiosError(error) ? error.config : undefined;
    if (status === 403) await endRefusedSession(NOT_ALLOWED);
    // A refused ID token is for the page that asked for a session to handle.
    if (status !== 401 || !config || config.idToken) throw error;
    // To send it again would be a 403: the call belongs to the role that the person had.
    if (readApiError(error).code === 'role_changed') {
      await followRole();
      throw error;
    }
    if (config.isSecondTry) {
      await endRefusedSession(readApiError(error));
      throw error;
    }
    const sendAgain = () => http.request({ ...config, isSecondTry: true });
    // The token may have been renewed while this call was on its way.
    const token = readToken();
    if (token && config.headers.get('Authorization') !== `Bearer ${token}`) return sendAgain();
    try {
      await renewToken();
    } catch (renewalError) {
      if (!isRefusal(renewalError)) throw renewalError;
      await endRefusedSession(explainRenewal(renewalError));
      throw error;
    }
    return sendAgain();
  });

  // The last one, because those above need the tokens. Failed calls are logged, and tokens must not be.
  http.interceptors.response.use(undefined, (error: unknown) => {
    if (isAxiosError(error) && error.config) hideTokens(error.config);
    throw error;
  });
}

function hideTokens(config: InternalAxiosRequestConfig): void {
  config.headers.delete('Authorization');
  delete config.idToken;
  // The call that deletes an account has an ID token in its body.
  delete config.data;
}

let renewal: Promise<void> | undefined;

/**
 * Gets a session token for the person who is signed in at the provider, and stores it. Calls that need one at the same
 * time share it. R41, R67
 * @throws if nobody is signed in at the provider, or the server refuses
 */
export function renewToken(): Promise<void> {
  renewal ??= requestToken().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function requestToken(): Promise<void> {
  const provider = await loadProvider();
  const { email, token } = await exchangeProof(await readProof(provider)).catch(
    async (error: unknown) => {
      if (readApiError(error).code !== 'session_expired') throw error;
      // The account has changed at the provider, perhaps in another tab: the email was confirmed. The ID token that the
      // SDK keeps for up to an hour is from before.
      return exchangeProof(await readProof(provider, { isFresh: true }));
    },
  );
  const account = await provider.readAccount();
  // Not a refusal: it must not end the session of the person who has logged in since.
  if (account?.email !== email)
    throw new NoAnswerError('The person has logged out before the new token came');
  storeToken(token);
}

type Proof = { email: string; idToken: string };

/** POST /jwt: a session token for the provider's ID token. */
async function exchangeProof({ email, idToken }: Proof): Promise<{ email: string; token: string }> {
  const http = await loadHttp();
  const { data } = await http.post<{ token: string }>('/jwt', { email }, { idToken });
  return { email, token: data.token };
}

/** @throws {NoAnswerError} if the provider cannot be reached */
function readProof(provider: Provider, options?: { isFresh: boolean }): Promise<Proof> {
  return provider.readProof(options).catch((error: unknown) => {
    if (readProviderCode(error) !== 'auth/network-request-failed') throw error;
    throw new NoAnswerError('The log-in service did not answer', { cause: error });
  });
}

/** Only a refusal ends the session. No answer, a broken server or too many calls do not. */
function isRefusal(error: unknown): boolean {
  if (!isFailedCall(error)) return true;
  const status = readApiStatus(error);
  return status !== undefined && status < 500 && status !== 429;
}

let endSession: ((refusal?: ErrorBody) => Promise<void>) | undefined;

/**
 * Sets what happens when the server refuses the session: log out and go to the log-in page.
 * @param handler takes the reason, if the page should show one
 * @returns removes it again
 */
export function onRefusedSession(handler: (refusal?: ErrorBody) => Promise<void>): () => void {
  endSession = handler;
  return () => {
    if (endSession === handler) endSession = undefined;
  };
}

let changeRole: (() => Promise<void>) | undefined;

/**
 * Sets what happens when the server says that the person's role has changed since the token was made. It leaves the pages
 * of the old role: with the new token, their calls would be a 403. R527
 * @returns removes it again
 */
export function onChangedRole(handler: () => Promise<void>): () => void {
  changeRole = handler;
  return () => {
    if (changeRole === handler) changeRole = undefined;
  };
}

let following: Promise<void> | undefined;

/** Calls that are refused at the same time share it. If it fails, the next call tries again. */
function followRole(): Promise<void> {
  following ??= Promise.resolve(changeRole?.())
    .then(renewToken)
    .catch((error: unknown) => console.error('Could not follow a change of role', error))
    .finally(() => {
      following = undefined;
    });
  return following;
}

let ending: Promise<void> | undefined;

/** Calls that are refused at the same time share it. A log-out that fails is only logged, spec section 8. */
function endRefusedSession(refusal?: ErrorBody): Promise<void> {
  ending ??= Promise.resolve(endSession?.(refusal))
    .catch((error: unknown) => console.error('Could not log out', error))
    .finally(() => {
      ending = undefined;
    });
  return ending;
}
