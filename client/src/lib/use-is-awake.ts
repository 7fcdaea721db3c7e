import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * Whether React has taken over what was drawn at build. Until then nothing listens: what is typed into a form would be
 * lost, and its button would send it nowhere.
 */
export function useIsAwake(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
