import * as m from 'framer-motion/m';
import type { ReactNode } from 'react';
import { useEntrance } from './use-entrance.ts';

type Props = {
  /** Already on the screen when the list arrives: it does not move. */
  isStill?: boolean;
  className?: string;
  children: ReactNode;
};

/** A list item that rises into place when it is scrolled to. It is visible all the time, even on a fast scroll. */
export function EnteringItem({ isStill = false, className, children }: Props) {
  const entrance = useEntrance({ y: 40 });
  return (
    <m.li
      className={className}
      initial={!isStill && entrance}
      whileInView={{ y: 0 }}
      viewport={{ once: true }}
    >
      {children}
    </m.li>
  );
}
