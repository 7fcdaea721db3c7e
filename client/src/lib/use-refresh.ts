import { useQueryClient } from '@tanstack/react-query';

/**
 * Asks again for what an act has changed: at once for what is on the screen, for the rest when it is shown next.
 * @param keys the first parts of the query keys
 */
export function useRefresh(keys: readonly string[]): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
  };
}
