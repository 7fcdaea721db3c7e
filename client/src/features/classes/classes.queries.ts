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

/** One class; below the list's key, so that what makes the list stale makes it stale too. */
export function classOptions(id: string) {
  return queryOptions({
    queryKey: ['classes', id],
    queryFn: () => call('GET /classes/:id', { params: { id } }),
    meta: PUBLIC,
  });
}

/** At most six classes, dearest first. The key is the spec's. */
export function popularClassesOptions() {
  return queryOptions({
    queryKey: ['popularcl'],
    queryFn: () => call('GET /popularclass'),
    meta: PUBLIC,
  });
}
