import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

type RollCall = { isOn: boolean; seen: string[] };

const NONE: RollCall = { isOn: false, seen: [] };

/** The roll call of a day on this phone. It goes on when the person looks at another page. */
export function useRollCall(day: string) {
  const queryClient = useQueryClient();
  const queryKey = ['rollCall', day];
  const { data = NONE } = useQuery<RollCall>({ queryKey, queryFn: skipToken, gcTime: Infinity });
  const change = (next: Partial<RollCall>) =>
    queryClient.setQueryData<RollCall>(queryKey, (state = NONE) => ({ ...state, ...next }));
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
