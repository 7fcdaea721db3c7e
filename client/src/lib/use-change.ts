import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { ChangeName, ReadName } from '@speakifyr/contract/touches.ts';
import {
  type QueryClient,
  useMutation,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type CallArguments } from './api.ts';
import { nameKey } from './read.ts';

/**
 * A call that changes something: `mutate` takes its input. What it touches (contract/src/touches.ts) is asked again, even
 * after an error: the page showed old data.
 * @param act what is done instead of the call alone, if there is more to do
 */
export function useChange<K extends ChangeName>(
  name: K,
): UseMutationResult<Output<Contract[K]>, Error, CallArguments<K>[0]>;
export function useChange<Given = void, Answer = unknown>(
  names: ChangeName | readonly ChangeName[],
  act: (given: Given) => Promise<Answer>,
): UseMutationResult<Answer, Error, Given>;
export function useChange(
  names: ChangeName | readonly ChangeName[],
  act?: (given: never) => Promise<unknown>,
): unknown {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (given: never) => {
      // On its way together with the call, so that nobody waits for it afterwards.
      void loadTouches();
      return act ? act(given) : call(names as ChangeName, given);
    },
    onSettled: () => askAgain(queryClient, names),
    // What was sent may be about a child's health: it does not stay in memory.
    gcTime: 0,
  });
}

/**
 * Asks again what these calls touch: what is on the screen at once, the rest when it is shown next.
 * @returns when it is being asked; nobody waits for the answers
 */
export async function askAgain(
  queryClient: QueryClient,
  names: ChangeName | readonly ChangeName[],
): Promise<void> {
  const touches = await loadTouches();
  // Without the table, everything may have changed.
  if (!touches) return void queryClient.invalidateQueries();
  readAgain(
    queryClient,
    [names].flat().flatMap((name) => touches[name]),
  );
}

/**
 * Asks these calls again: what is on the screen at once, the rest when it is shown next.
 * @returns when what is on the screen has its answers
 */
export function readAgain(queryClient: QueryClient, names: readonly ReadName[]): Promise<void> {
  const keys = new Set<unknown>(names.map(nameKey));
  return queryClient.invalidateQueries({ predicate: ({ queryKey: [key] }) => keys.has(key) });
}

/** Loaded with the first change, because most visitors change nothing. */
async function loadTouches() {
  try {
    return (await import('@speakifyr/contract/touches.ts')).TOUCHES;
  } catch {
    return undefined;
  }
}
