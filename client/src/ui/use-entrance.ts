import { useReducedMotion } from 'framer-motion';
import { inView } from 'framer-motion/dom';
import { animate } from 'framer-motion/dom/mini';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useIsAwake } from '../lib/use-is-awake.ts';

type Entrance = {
  /** How far below its place it starts, in pixels. */
  y: number;
  /** How visible it is at first. Keep it visible, in case nothing moves it. */
  opacity?: number;
  seconds?: number;
  /** It waits until it is scrolled to. */
  whenSeen?: boolean;
  isStill?: boolean;
};

/**
 * Moves a new element into its place. What the build rendered stays where it is: prerendered pages show everything. So
 * does everything for people who asked their system for less motion.
 * @returns the `ref` of the element
 */
export function useEntrance<Element extends HTMLElement>({
  y,
  opacity = 1,
  seconds = 0.35,
  whenSeen = false,
  isStill = false,
}: Entrance): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  const wantsStill = useReducedMotion();
  const isAwake = useIsAwake();
  const [canMove] = useState(isAwake && !wantsStill && !isStill);
  const hasMoved = useRef(false);
  useLayoutEffect(() => {
    const element = ref.current;
    // React runs this again when it shows a part of the page that had waited for something.
    if (!element || !canMove || hasMoved.current) return;
    const start = `translateY(${y}px)`;
    const enter = () => {
      hasMoved.current = true;
      animate(
        element,
        { transform: [start, 'none'], ...(opacity < 1 && { opacity: [opacity, 1] }) },
        { duration: seconds, ease: 'easeOut' },
      );
    };
    if (!whenSeen) return enter();
    element.style.transform = start;
    return inView(element, enter);
  }, [canMove, y, opacity, seconds, whenSeen]);
  return ref;
}
