import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * Whether React has taken over the page that the build rendered. Until then nothing listens: a form would lose what is
 * typed into it, and its button would do nothing.
 */
export function useIsAwake(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
