import { hasSeats } from '@speakifyr/contract/has-seats.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { sayWhen } from '../../lib/format.ts';
import { readAgain } from '../../lib/use-change.ts';

/** What shows the seats of a class to everybody. */
const CLASSES = ['GET /classes', 'GET /classes/:id', 'GET /popularclass'] as const;

const MINUTE_MS = 60_000;

/** Milliseconds after the end of a hold. The server frees ended holds every 15 seconds. */
const GRACE_MS = 20_000;

type Props = { campClass: CampClass; className?: string };

/** If the class is full because of unpaid holds: when a seat may become free. Then the classes load again. R53 */
export function NextSeat({ campClass, className = '' }: Props) {
  const { joining, nextHoldEnd } = campClass;
  const holdEnd = !hasSeats(campClass) && joining === 'open' ? nextHoldEnd : null;
  const queryClient = useQueryClient();
  const lookAgain = useEffectEvent(() => readAgain(queryClient, CLASSES));

  useEffect(() => {
    if (!holdEnd) return;
    const wait = Math.max(Date.parse(holdEnd) - Date.now(), 0) + GRACE_MS;
    const timer = setTimeout(lookAgain, wait);
    return () => clearTimeout(timer);
  }, [holdEnd]);

  if (!holdEnd) return null;
  // The next full minute, so that the seat is free when the person comes back at that time.
  const moment = new Date(Math.ceil(Date.parse(holdEnd) / MINUTE_MS) * MINUTE_MS);
  return (
    <p className={`text-base-content/80 mt-3 text-sm ${className}`}>
      Full. A held seat may become free{' '}
      <time dateTime={holdEnd} className="font-semibold tabular-nums">
        {sayWhen(moment)}
      </time>
      .
    </p>
  );
}
