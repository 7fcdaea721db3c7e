import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { PUBLIC } from '../../../lib/query-client.ts';

/** All open classes that are not over. */
export function offeredClassesOptions() {
  return queryOptions({
    queryKey: ['offeredClasses'],
    queryFn: () => call('GET /classes'),
    meta: PUBLIC,
  });
}
