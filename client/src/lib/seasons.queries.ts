import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** The years in which classes start, the latest first. */
export function seasonsOptions() {
  return queryOptions({ queryKey: ['seasons'], queryFn: () => call('GET /seasons') });
}
