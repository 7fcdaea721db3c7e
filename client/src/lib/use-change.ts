import { useMutation } from '@tanstack/react-query';
import { useRefresh } from './use-refresh.ts';

/**
 * A call that changes something. What it may have changed reloads, even after an error: the page showed old data.
 * @param keys see `useRefresh`
 */
export function useChange<Given = void, Answer = unknown>(
  keys: readonly string[],
  mutationFn: (given: Given) => Promise<Answer>,
) {
  // What was sent may be about a child's health: it does not stay in memory.
  return useMutation({ mutationFn, onSettled: useRefresh(keys), gcTime: 0 });
}
