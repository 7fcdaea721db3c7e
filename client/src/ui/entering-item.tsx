import type { ReactNode } from 'react';
import { useEntrance } from './use-entrance.ts';

type Props = {
  /** Already on the screen when the list arrives: it does not move. */
  isStill?: boolean;
  className?: string;
  children: ReactNode;
};

/** Less than half the height of a button. So a button that is pressed while it rises stays under the finger. */
const RISE_PX = 16;

/** A list item that rises into place when it is scrolled to. It is visible all the time, even on a fast scroll. */
export function EnteringItem({ isStill = false, className, children }: Props) {
  const ref = useEntrance<HTMLLIElement>({ y: RISE_PX, whenSeen: true, isStill });
  return (
    <li ref={ref} className={className}>
      {children}
    </li>
  );
}
