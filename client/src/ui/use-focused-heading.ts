import { type RefObject, useEffect, useRef } from 'react';

/** @returns the ref of a heading that gets the focus when it appears, because the button that had it is gone */
export function useFocusedHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
