import { QueryClient } from '@tanstack/react-query';
import { isRefused } from './api-error.ts';

/** Spec section 9: how long an answer stays fresh, and how often and when a failed call is retried. */
export const FRESH_MS = 5 * 60_000;
const MAX_RETRIES = 3;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

// Rules: R66.
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: shouldRetry,
        retryDelay: (failures) => Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS),
        // Without a network, calls fail and say so, and run again when it is back. The default would wait silently.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** For a query's `meta`: the data is the same for everybody, so it stays when the person changes. */
export const PUBLIC = { isPublic: true };

/** Removes all personal data from the cache: everything that is not marked as public. */
export function forgetPersonalData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.['isPublic'] !== true });
  queryClient.getMutationCache().clear();
}

/** A call that the server refused is not retried: it would be refused again. */
function shouldRetry(failures: number, error: Error): boolean {
  return !isRefused(error) && failures < MAX_RETRIES;
}
