import { read } from '../../../lib/read.ts';

/** How often a class loads again, in milliseconds: seats are joined, paid for and freed all the time. */
const LOOK_AGAIN_MS = 15_000;

/** Who is in a class: enrolled, holding a seat, or refunded. */
export function classPeopleOptions(id: string) {
  return { ...read('GET /classPeople/:id', { params: { id } }), refetchInterval: LOOK_AGAIN_MS };
}
