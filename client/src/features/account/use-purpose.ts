import { useLocation } from 'react-router-dom';
import { useIsAwake } from '../../lib/use-is-awake.ts';
import { type Purpose, readPurpose } from '../../session/origin.ts';

/** Why somebody is at Login or Sign up. The pages that the build renders know of nobody yet. */
export function usePurpose(): Purpose | undefined {
  const { state } = useLocation();
  const isAwake = useIsAwake();
  return isAwake ? readPurpose(state) : undefined;
}
