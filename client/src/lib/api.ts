import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input, Output } from '@speakifyr/contract/endpoint.ts';
import { TOTAL_COUNT_HEADER } from '@speakifyr/contract/limits.ts';
import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import { loadHttp } from './http.ts';

export { readApiError } from './api-error.ts';

type CallName = keyof Contract;
/** A call that answers with a list, and puts the length of the whole list into a header. */
export type ListName = {
  [K in CallName]: Output<Contract[K]> extends readonly unknown[] ? K : never;
}[CallName];
type Nothing = Record<never, never>;
/** A part of the input, such as `query`, is optional if all of its fields are. */
type Sent<I> = { [P in keyof I as Nothing extends I[P] ? never : P]: I[P] } & {
  [P in keyof I as Nothing extends I[P] ? P : never]?: I[P];
};
type CallInput<K extends CallName> = Sent<Input<Contract[K]>>;
export type CallArguments<K extends CallName> =
  Nothing extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>];
type Parts = { params?: Record<string, string>; query?: object; body?: object };

/**
 * Makes one call of the contract, e.g. `call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } })`.
 * The session's interceptors add the token, renew it when it has expired, and log out when the server refuses it.
 * @returns the answer's body
 * @throws an error that `readApiError` can read
 */
export async function call<K extends CallName>(
  name: K,
  ...[input]: CallArguments<K>
): Promise<Output<Contract[K]>> {
  // The server's tests check every answer against the contract.
  return (await request(name, input)).data as Output<Contract[K]>;
}

/**
 * Makes a call that answers with one page of a list, e.g. `callList('GET /userList', { query: { page: 2 } })`.
 * @returns the page, and the number of entries on all pages
 * @throws an error that `readApiError` can read
 */
export async function callList<K extends ListName>(
  name: K,
  ...[input]: CallArguments<K>
): Promise<{ items: Output<Contract[K]>; total: number }> {
  const { data, headers } = await request(name, input);
  const total = Number(headers[TOTAL_COUNT_HEADER.toLowerCase()]);
  return { items: data as Output<Contract[K]>, total };
}

/** The changes that are being sent, by name and input. */
const beingSent = new Map<string, Promise<AxiosResponse<unknown>>>();

/**
 * Makes a call, with axios options that most calls don't need. While a change is being sent, the same change is not sent again:
 * the second press of a double click gets the answer to the first one. R485
 */
export function request<K extends CallName>(
  name: K,
  input: CallInput<K> | undefined,
  options: AxiosRequestConfig = {},
): Promise<AxiosResponse<unknown>> {
  if (name.startsWith('GET ')) return send(name, input, options);
  const key = JSON.stringify([name, input]);
  const first = beingSent.get(key);
  if (first) return first;
  const answer = send(name, input, options).finally(() => beingSent.delete(key));
  beingSent.set(key, answer);
  return answer;
}

/** Calls that may carry a document of 4 MB, and how many milliseconds they have: as many as the server waits for one. */
const LARGE: readonly CallName[] = [
  'PUT /myForms/:id',
  'PUT /formPeople/:id',
  'GET /formFiles/:id',
];
const LARGE_MS = 120_000;

async function send<K extends CallName>(
  name: K,
  input: CallInput<K> | undefined,
  options: AxiosRequestConfig,
): Promise<AxiosResponse<unknown>> {
  const [method = '', path = ''] = name.split(' ');
  const { params = {}, query, body } = (input ?? {}) as Parts;
  const url = path.replace(/:(\w+)/g, (_, field: string) =>
    encodeURIComponent(params[field] ?? ''),
  );
  const http = await loadHttp();
  const patience = LARGE.includes(name) && { timeout: LARGE_MS };
  return http.request<unknown>({ ...patience, ...options, method, url, params: query, data: body });
}
