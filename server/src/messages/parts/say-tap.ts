import type { AttendanceKind } from '@speakifyr/contract/attendance-state.ts';
import { formatTime, nameDay } from '@speakifyr/contract/format.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import { formatIsoDay } from '../../school-time.ts';
import type { MailContext } from '../content.ts';

/** A tap as a family reads it. `day`: yyyy-mm-dd. */
export type ToldTap = {
  kind: AttendanceKind;
  at: Date;
  day: string;
  /** Who collected the child; null if nobody did, or if the email must not name them. */
  adult: string | null;
  isAlone: boolean;
  /** The family should call about it. */
  isToAsk: boolean;
};

/**
 * A tap as a sentence without a period: `Mia was collected at 12:31 PM by Grandma`. Names the day if not today. R425
 */
export function sayTap(
  child: string,
  { kind, at, day, adult, isAlone }: ToldTap,
  { timeZone, now }: Pick<MailContext, 'timeZone' | 'now'>,
): string {
  const isToday = day === formatIsoDay(now, timeZone);
  const time = `at ${formatTime(at, timeZone)}${isToday ? '' : ` on ${nameDay(day)}`}`;
  if (kind === 'absent')
    return `${child} was marked absent ${isToday ? 'today' : `on ${nameDay(day)}`}`;
  if (kind !== 'out') return `${child} arrived ${time}`;
  const by = cut(cleanLine(adult ?? ''), 60);
  if (by) return `${child} was collected ${time} by ${by}`;
  return isAlone ? `${child} left alone ${time}` : `${child} left ${time}`;
}
