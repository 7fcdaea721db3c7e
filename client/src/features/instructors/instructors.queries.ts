import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { PUBLIC } from '../../lib/query-client.ts';

/** Reports a visit to the instructors. Every card uses it, but the call is made once. The key is the spec's. */
export function connectOptions() {
  return queryOptions({
    queryKey: ['connectUser'],
    queryFn: () => call('POST /connect', { body: describeVisit(new Date()) }),
    meta: PUBLIC,
    staleTime: Infinity,
    gcTime: Infinity,
    // Nobody waits for the answer.
    retry: false,
  });
}

/** The payload of spec section 3: day/month/year, and 12-hour time with seconds. */
function describeVisit(now: Date) {
  return {
    /* eslint-disable no-restricted-syntax -- nobody reads them */
    date: now.toLocaleDateString('en-GB'),
    time: now.toLocaleTimeString('en-US'),
    /* eslint-enable no-restricted-syntax */
    browser: navigator.userAgent,
    platform: navigator.platform,
    language: navigator.language,
  };
}
