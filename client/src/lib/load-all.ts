import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { TOTAL_COUNT_HEADER } from '@speakifyr/contract/limits.ts';
import { toQuery } from './read.ts';
import { type CallArguments, type ListName, request } from './api.ts';

/** Milliseconds without a single byte after which an answer has stopped. */
const STALLED_MS = 30_000;

/**
 * Loads a whole list of any length in one call. It may take long, as long as data keeps arriving. An answer that breaks
 * off in the middle is not valid JSON, and so an error. R295
 * @throws an error that `readApiError` can read
 */
export async function loadAll<K extends ListName>(
  name: K,
  ...[input]: CallArguments<K>
): Promise<Output<Contract[K]>> {
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(), STALLED_MS);
  };
  wait();
  try {
    const options = { timeout: 0, signal: stalled.signal, onDownloadProgress: wait };
    const { data, headers } = await request(name, input, options);
    const list = data as Output<Contract[K]>;
    // An older server knows only pages. Part of a list must not look like all of it.
    if (Number(headers[TOTAL_COUNT_HEADER.toLowerCase()] ?? 0) > (list as unknown[]).length)
      throw new Error(`${name} answered with a part of the list`);
    return list;
  } finally {
    clearTimeout(timer);
  }
}

/** Loads all entries that the search and the filters of a list find, in one call: see `loadAll`. */
export function loadFound<
  K extends 'GET /auditLog' | 'GET /papers' | 'GET /payments' | 'GET /userList',
>(name: K, { search, filters }: { search: string; filters: object }): Promise<Output<Contract[K]>> {
  const input = { query: { all: 'true', ...toQuery({ search, filters }) } };
  return loadAll(name, ...([input] as unknown as CallArguments<K>));
}
