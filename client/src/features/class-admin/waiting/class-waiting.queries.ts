import { read } from '../../../lib/read.ts';

/** How often the list loads again, in milliseconds: seats are offered and taken all the time. */
const LOOK_AGAIN_MS = 15_000;

/** The waiting list of a class, in order, and what is offered. */
export function classWaitingOptions(classId: string) {
  return {
    ...read('GET /classWaiting/:classId', { params: { classId } }),
    refetchInterval: LOOK_AGAIN_MS,
  };
}
