import { type TargetAndTransition, useReducedMotion } from 'framer-motion';
import { useState } from 'react';
import { isMotionLoaded } from '../lib/load-motion.ts';
import { useIsAwake } from '../lib/use-is-awake.ts';

/**
 * Where an `m` element starts from, for its `initial`. It starts in its final place when motion is not loaded yet or not
 * wanted, and where the build rendered it: prerendered pages show everything, and nothing waits for a script.
 * @param from the first frame, such as `{ y: 24 }`. Keep it visible, in case nothing moves it
 */
export function useEntrance(from: TargetAndTransition): TargetAndTransition | false {
  const wantsStill = useReducedMotion();
  const isAwake = useIsAwake();
  const [canMove] = useState(() => isAwake && isMotionLoaded());
  return canMove && !wantsStill && from;
}
