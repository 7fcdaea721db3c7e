import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input, Output } from '@speakifyr/contract/endpoint.ts';
import { TOTAL_COUNT_HEADER } from '@speakifyr/contract/limits.ts';
import { type Answer, send } from './http.ts';

export { readApiError } from './api-error.ts';

type CallName = keyof Contract;
/** A call that answers with a list, and says in a header how long all of it is. */
type ListName = {
  [K in CallName]: Output<Contract[K]> extends readonly unknown[] ? K : never;
}[CallName];
type Nothing = Record<never, never>;
/** A part of the input (`query`) may be left out where all of its fields may. */
type Sent<I> = { [P in keyof I as Nothing extends I[P] ? never : P]: I[P] } & {
  [P in keyof I as Nothing extends I[P] ? P : never]?: I[P];
};
type CallInput<K extends CallName> = Sent<Input<Contract[K]>>;
type CallArguments<K extends CallName> =
  Nothing extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>];
type Parts = { params?: Record<string, string>; query?: object; body?: object };

/**
 * Makes one call of the contract, e.g. `call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } })`.
 * The session token goes with it; a stale one is renewed, and a refused session ended, on the way (http.ts).
 * @returns the answer's body
 * @throws what `readApiError` can read
 */
export async function call<K extends CallName>(
  name: K,
  ...[input]: CallArguments<K>
): Promise<Output<Contract[K]>> {
  // The server's tests hold every answer to the contract.
  return (await request(name, input)).data as Output<Contract[K]>;
}

/**
 * Makes a call that answers with a page of a list, e.g. `callList('GET /userList', { query: { page: 2 } })`.
 * @returns the page, and how many entries there are on all pages
 * @throws what `readApiError` can read
 */
export async function callList<K extends ListName>(
  name: K,
  ...[input]: CallArguments<K>
): Promise<{ items: Output<Contract[K]>; total: number }> {
  const { data, headers } = await request(name, input);
  return { items: data as Output<Contract[K]>, total: Number(headers.get(TOTAL_COUNT_HEADER)) };
}

function request<K extends CallName>(name: K, input: CallInput<K> | undefined): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ');
  const { params = {}, query, body } = (input ?? {}) as Parts;
  const filledIn = path.replace(/:(\w+)/g, (_, field: string) =>
    encodeURIComponent(params[field] ?? ''),
  );
  return send({ method, path: filledIn, ...(query && { query }), ...(body && { body }) });
}
