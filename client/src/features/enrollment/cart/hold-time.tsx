import { formatClock, formatDay, formatMoment } from '../../../lib/format.ts';
import { describeTimeLeft } from './time-left.ts';
import { useNow } from '../../../lib/use-now.ts';

/** Often enough for a display of minutes. */
const TICK_MS = 5_000;

type Props = {
  heldUntil: string;
  /** Also names the day if that is today: for the office, whose lists are printed. */
  hasDay?: boolean;
};

/** Until when a seat is held, and the time left. A screen reader does not announce it: it changes all the time. */
export function HoldTime({ heldUntil, hasDay = false }: Props) {
  const now = useNow(TICK_MS);
  const end = new Date(heldUntil);
  const { text, isShort } = describeTimeLeft(heldUntil, now);
  return (
    <span className="inline-block">
      <time dateTime={heldUntil} className="font-medium tabular-nums">
        {hasDay ? `${formatDay(end)}, ${formatClock(end)}` : formatMoment(end, new Date(now))}
      </time>{' '}
      <span
        className={`block text-sm tabular-nums ${isShort ? 'text-error font-medium' : 'text-base-content/75'}`}
      >
        {text}
      </span>
    </span>
  );
}
