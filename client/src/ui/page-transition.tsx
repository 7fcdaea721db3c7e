import * as m from 'framer-motion/m';
import type { ReactNode } from 'react';
import { useEntrance } from './use-entrance.ts';

/** Fades a new page in. Give it the page's path as `key`, and put it inside the page's `Suspense`. */
export function PageTransition({ children }: { children: ReactNode }) {
  const entrance = useEntrance({ opacity: 0.2, y: 12 });
  return (
    <m.div initial={entrance} animate={{ opacity: 1, y: 0 }} transition={{ duration: 0.25 }}>
      {children}
    </m.div>
  );
}
