import { formatClock, formatDay } from '../lib/format.ts';

/** A moment in a list: the school's day, and its time of day on one line. @param at ISO 8601 */
export function DayAndTime({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} className="tabular-nums">
      {formatDay(moment)} <span className="whitespace-nowrap">{formatClock(moment)}</span>
    </time>
  );
}
