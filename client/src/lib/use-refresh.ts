import { useQueryClient } from '@tanstack/react-query';

/**
 * Reloads what an action has changed: what is on the screen at once, the rest when it is shown next.
 * @param keys the first parts of the query keys
 */
export function useRefresh(keys: readonly string[]): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
  };
}
