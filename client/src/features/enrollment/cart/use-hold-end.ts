import type { CartItem } from '@speakifyr/contract/cart.ts';
import { useEffect } from 'react';

/** Milliseconds after the end of a hold, so that it has ended on the server too. */
const GRACE_MS = 500;

/** Calls `onEnd` when the next of these holds ends. Pass the same function each time, or the wait starts over. */
export function useHoldEnd(courses: CartItem[], onEnd: () => void): void {
  useEffect(() => {
    const now = Date.now();
    const ends = courses.map(({ heldUntil }) => Date.parse(heldUntil)).filter((end) => end > now);
    if (ends.length === 0) return;
    const timer = setTimeout(onEnd, Math.min(...ends) - now + GRACE_MS);
    return () => clearTimeout(timer);
  }, [courses, onEnd]);
}
