import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useEntrance } from './use-entrance.ts';

/** Fades a new page in. Give it the page's path as `key`, and put it inside the page's `Suspense`. */
export function PageTransition({ children }: { children: ReactNode }) {
  // The first page of a visit is there already.
  const isStill = useLocation().key === 'default';
  const ref = useEntrance<HTMLDivElement>({ y: 12, opacity: 0.2, seconds: 0.25, isStill });
  return <div ref={ref}>{children}</div>;
}
