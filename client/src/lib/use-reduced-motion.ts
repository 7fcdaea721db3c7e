import { useSyncExternalStore } from 'react';

const findQuery = () => window.matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the person asked their system for less motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => findQuery().matches,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  const query = findQuery();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
