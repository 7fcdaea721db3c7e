import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** How often to look for an enrolment that follows by itself. */
const AWAIT_MS = 3_000;
/** The server enrols within a minute; who still waits after three has read the page. */
const MAX_ANSWERS = 60;

/**
 * The classes that a student has paid for, latest first.
 * @param awaiting a payment that is on its way to an enrolment: the list is asked for until it is there
 */
export function myEnrolledClassOptions(email: string, awaiting?: string) {
  return queryOptions({
    queryKey: ['myEnrolledClass', email],
    queryFn: () => call('GET /myEnrolledClass', { query: { email } }),
    // An enrolment can come without a doing of this page.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      awaiting && state.dataUpdateCount < MAX_ANSWERS && !isAmong(state.data, awaiting)
        ? AWAIT_MS
        : false,
  });
}

function isAmong(courses: EnrolledClass[] | undefined, payment: string): boolean {
  return courses?.some(({ transactionId }) => transactionId === payment) ?? false;
}
