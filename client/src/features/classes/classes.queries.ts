import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { PUBLIC } from '../../lib/query-client.ts';

/** All classes that can be joined, by start day. */
export function classesOptions() {
  return queryOptions({
    queryKey: ['classes'],
    queryFn: () => call('GET /classes'),
    meta: PUBLIC,
  });
}

/** The next classes that have seats. */
export function freeClassesOptions() {
  return queryOptions({
    queryKey: ['classes', 'free'],
    queryFn: () => call('GET /classes', { query: { free: 'true', size: MAX_PAGE_SIZE } }),
    meta: PUBLIC,
  });
}

/** One class. Its key starts with the list's key, so whatever refreshes the list refreshes it too. */
export function classOptions(id: string) {
  return queryOptions({
    queryKey: ['classes', id],
    queryFn: () => call('GET /classes/:id', { params: { id } }),
    meta: PUBLIC,
  });
}

/** Up to six classes, most expensive first. The key is the spec's. */
export function popularClassesOptions() {
  return queryOptions({
    queryKey: ['popularcl'],
    queryFn: () => call('GET /popularclass'),
    meta: PUBLIC,
  });
}
