import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';

/** How often to check for an enrollment that is on its way, in milliseconds. */
const AWAIT_MS = 3_000;
/** Stop checking after three minutes. The server enrolls within one. */
const MAX_ANSWERS = 60;

/**
 * The classes that a student has paid for, latest first.
 * @param awaiting a payment whose enrollment is on its way: the list is loaded again until it is there
 */
export function myEnrolledClassOptions(email: string, awaiting?: string) {
  return queryOptions({
    ...read('GET /myEnrolledClass', { query: { email } }),
    refetchInterval: ({ state }) =>
      awaiting && state.dataUpdateCount < MAX_ANSWERS && !isAmong(state.data, awaiting)
        ? AWAIT_MS
        : false,
  });
}

function isAmong(courses: EnrolledClass[] | undefined, payment: string): boolean {
  return courses?.some(({ transactionId }) => transactionId === payment) ?? false;
}
