import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keep, readKept } from '../../session/device-store.ts';
import { findDayEnd } from './kept-lists.ts';

type RollCall = { isOn: boolean; seen: string[] };

const NONE: RollCall = { isOn: false, seen: [] };

/** The roll call of a day on this phone. It survives a reload, and is gone after the day. */
export function useRollCall(day: string) {
  const queryClient = useQueryClient();
  const queryKey = ['rollCall', day];
  const name = `rollCall/${day}`;
  const { data = NONE } = useQuery({
    queryKey,
    queryFn: async () => (await readKept<RollCall>(name)) ?? NONE,
    ...{ staleTime: Infinity, gcTime: Infinity },
  });
  const change = (next: Partial<RollCall>) => {
    const state = { ...data, ...next };
    queryClient.setQueryData<RollCall>(queryKey, state);
    void keep(name, state, findDayEnd());
  };
  return {
    isOn: data.isOn,
    seen: new Set(data.seen),
    start: () => change({ isOn: true, seen: [] }),
    end: () => change(NONE),
    tick: (personId: string, isSeen: boolean) => {
      const others = data.seen.filter((id) => id !== personId);
      change({ seen: isSeen ? [...others, personId] : others });
    },
  };
}
