import axios, { type AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { readApiStatus } from './api-error.ts';
import { apiUrl } from './config.ts';
import { endRefusedSession } from './refused-session.ts';
import { readToken, renewToken } from './session-token.ts';

declare module 'axios' {
  interface InternalAxiosRequestConfig {
    /** The token of this request was renewed once already. */
    isSecondTry?: boolean;
  }
}

/** How long to wait for an answer: the server itself waits for the card provider within this. */
const TIMEOUT_MS = 30_000;

/** The one way to the API. */
export const http = axios.create({ baseURL: apiUrl, timeout: TIMEOUT_MS });

http.interceptors.request.use(addToken);
http.interceptors.response.use(undefined, recover);

function addToken(request: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  const token = readToken();
  // POST /jwt brings the provider's own.
  if (token && !request.headers.has('Authorization'))
    request.headers.setAuthorization(`Bearer ${token}`);
  return request;
}

/** Spec section 8: 403 logs out. A stale token (401) is renewed once, then it logs out too. */
async function recover(error: AxiosError): Promise<unknown> {
  const request = error.config;
  const status = readApiStatus(error);
  if (status === 403) return refuse(error);
  // Who may not have a token is told so where they asked for it.
  if (status !== 401 || !request || request.url === '/jwt') throw error;
  if (request.isSecondTry) return refuse(error);

  try {
    await renewToken();
  } catch (renewalError) {
    const isRefused = (readApiStatus(renewalError) ?? 401) < 500 && !isUnreachable(renewalError);
    if (isRefused) return refuse(error);
    throw renewalError;
  }
  request.headers.delete('Authorization');
  request.isSecondTry = true;
  return http.request(request);
}

async function refuse(error: AxiosError): Promise<never> {
  await endRefusedSession();
  throw error;
}

/** No answer came: nobody has refused anything yet. */
function isUnreachable(error: unknown): boolean {
  return axios.isAxiosError(error) && !error.response;
}
