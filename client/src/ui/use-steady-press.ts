import { type PointerEvent, useEffect, useRef } from 'react';

/** How far a finger may slip, in pixels. */
const SLIP_PX = 10;

/**
 * Counts a press even if the page moves under the finger, as when something above the button has just loaded. A browser
 * sends a click only if the finger goes down and comes up on the same button.
 * @param onPress what a click does
 * @returns the handler for a button that has it as `onClick`, too
 */
export function useSteadyPress(onPress: () => void) {
  const press = useRef(onPress);
  useEffect(() => {
    press.current = onPress;
  });
  return function watch({ clientX: x, clientY: y, button, currentTarget }: PointerEvent) {
    if (button !== 0) return;
    const end = new AbortController();
    const { signal } = end;
    const finish = (up: globalThis.PointerEvent) => {
      end.abort();
      const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
      const isStillThere =
        left <= up.clientX && up.clientX <= right && top <= up.clientY && up.clientY <= bottom;
      const hasStayed = Math.hypot(up.clientX - x, up.clientY - y) <= SLIP_PX;
      if (hasStayed && !isStillThere) press.current();
    };
    window.addEventListener('pointerup', finish, { signal });
    // The finger scrolls.
    window.addEventListener('pointercancel', () => end.abort(), { signal });
  };
}
