import type { EmergencyList } from '@speakifyr/contract/emergency-list.ts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/read.ts';
import { call } from '../../lib/api.ts';
import { readToday } from '../../lib/format.ts';
import { type Kept, KEPT_EVERYONE, loadOrRead } from './kept-lists.ts';

/** How often the list loads again, in milliseconds. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Everyone who is or may be at camp now. The app forgets it when the page closes; until midnight it is kept on the
 * phone, encrypted.
 */
export function everyoneOptions() {
  return queryOptions({
    queryKey: [...read('GET /emergencyList').queryKey],
    queryFn: (): Promise<Kept<EmergencyList>> =>
      loadOrRead(
        KEPT_EVERYONE,
        () => call('GET /emergencyList'),
        ({ day }) => day === readToday(),
      ),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
