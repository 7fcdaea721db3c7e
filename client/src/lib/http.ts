import type { AxiosInstance, AxiosResponse, AxiosStatic } from 'axios';
import { NoAnswerError } from './api-error.ts';
import { apiUrl } from './config.ts';

/** Milliseconds to wait for an answer. The server gives the card provider less than this. */
const TIMEOUT_MS = 30_000;

type Extend = (http: AxiosInstance) => void;

const extensions: Extend[] = [];
let http: Promise<AxiosInstance> | undefined;

/** Adds interceptors to the API's axios instance. Call it before the first call is made. */
export function extendHttp(extend: Extend): void {
  extensions.push(extend);
}

/**
 * The one axios instance for the API. It loads with the first call, so that the first view does not wait for axios.
 * @throws {NoAnswerError} if axios could not be loaded
 */
export function loadHttp(): Promise<AxiosInstance> {
  http ??= createHttp().catch((error: unknown) => {
    // The next call tries again.
    http = undefined;
    throw error;
  });
  return http;
}

/** axios without the API's address and token, for other hosts. @throws {NoAnswerError} if it could not be loaded */
export async function loadAxios(): Promise<AxiosStatic> {
  try {
    return (await import('axios')).default;
  } catch (cause) {
    throw new NoAnswerError('axios could not be loaded', { cause });
  }
}

async function createHttp(): Promise<AxiosInstance> {
  const axios = await loadAxios();
  const created = axios.create({
    baseURL: apiUrl,
    timeout: TIMEOUT_MS,
    transformResponse: parseJson,
  });
  created.interceptors.response.use(requireJson);
  for (const extend of extensions) extend(created);
  return created;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A 200 that is not JSON comes from something in between, such as a hotel's log-in page. */
function requireJson(response: AxiosResponse<unknown>): AxiosResponse<unknown> {
  if (response.data !== undefined) return response;
  throw new NoAnswerError(`${response.config.url}: the answer is not JSON`);
}
