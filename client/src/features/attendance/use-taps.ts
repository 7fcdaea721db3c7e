import type { SentTap } from '@speakifyr/contract/attendance.ts';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClassDay } from './attendance.queries.ts';
import type { PersonNow } from './read-person.ts';
import { findTapQueue, QUEUE_KEY } from './tap-queue.ts';
import { EMPTY_QUEUE, type QueueState } from './unsent-taps.ts';

type Tapped = Pick<SentTap, 'kind' | 'undoes' | 'collectedBy'>;

/** The taps of this phone on the list of a class and day. */
export function useTaps(classId: string, day: string) {
  const queryClient = useQueryClient();
  const queue = findTapQueue(queryClient);
  const { data = EMPTY_QUEUE } = useQuery<QueueState>({ queryKey: QUEUE_KEY, queryFn: skipToken });
  const isHere = (own: { classId: string; day: string }) =>
    own.classId === classId && own.day === day;
  return {
    unsent: data.unsent.filter(isHere).map(({ tap }) => tap),
    /** How many taps, on all lists, could not be sent. */
    notSent: data.unsent.filter(({ tap }) => tap.offline).length,
    refused: data.refused.filter(isHere),
    forgetRefused: () => queue.forgetRefused(classId, day),
    tap(person: PersonNow, { className, clockOffset }: ClassDay, tapped: Tapped) {
      const at = findMoment(person, Date.now() + clockOffset);
      queue.add({
        classId,
        className,
        day,
        tap: { _id: crypto.randomUUID(), personId: person.personId, at, ...tapped },
      });
    },
  };
}

/** Now by the server's clock; after the person's last tap in any case, or it would not count. */
export function findMoment({ attendance: { last } }: PersonNow, now: number): string {
  return new Date(last ? Math.max(now, Date.parse(last.at) + 1) : now).toISOString();
}
