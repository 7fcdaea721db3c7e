import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keep, readKept } from './device-store.ts';
import { findDayEnd } from './kept-lists.ts';

type RollCall = { isOn: boolean; seen: string[] };

const NONE: RollCall = { isOn: false, seen: [] };

const findKey = (day: string) => ['rollCall', day];

const nameKept = (day: string) => `rollCall/${day}`;

/** The roll call of a day on this phone. It survives a reload, and is gone after the day. */
export function useRollCall(day: string) {
  const queryClient = useQueryClient();
  const { data = NONE } = useQuery({
    queryKey: findKey(day),
    queryFn: async () => {
      const kept = await readKept<RollCall>(nameKept(day));
      // Don't undo a roll call that started while this was reading.
      return queryClient.getQueryData<RollCall>(findKey(day)) ?? kept ?? NONE;
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const { mutate: change } = useMutation({
    mutationFn: async (next: (current: RollCall) => RollCall) => {
      const changed = next(queryClient.getQueryData<RollCall>(findKey(day)) ?? NONE);
      await keep(nameKept(day), changed, findDayEnd());
      // Shown once it is kept: a reload right after a tick must not lose it.
      queryClient.setQueryData<RollCall>(findKey(day), changed);
    },
    // One after the other.
    scope: { id: nameKept(day) },
  });
  const acts = useMemo(
    () => ({
      start: () => change(() => ({ isOn: true, seen: [] })),
      end: () => change(() => NONE),
      tick: (personId: string, isSeen: boolean) =>
        change(({ isOn, seen }) => {
          const others = seen.filter((id) => id !== personId);
          return { isOn, seen: isSeen ? [...others, personId] : others };
        }),
    }),
    [change],
  );
  return { ...acts, isOn: data.isOn, seen: new Set(data.seen) };
}
