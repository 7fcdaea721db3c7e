import { read } from '../../lib/read.ts';

/** How often the list loads again, in milliseconds. */
const LOOK_AGAIN_MS = 60_000;

/** What waits for the office today, and how the school does. */
export function dayListOptions() {
  return { ...read('GET /dayList'), refetchInterval: LOOK_AGAIN_MS };
}
