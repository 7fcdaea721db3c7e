import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

/** An older day is more often a wrong year than money that was forgotten. */
const MAX_LATE_DAYS = 366;

/**
 * What is wrong with the day on which the office says that money came. It may be in a month that is closed: the money counts
 * on the day on which it is recorded. R580
 * @param day yyyy-mm-dd
 */
export function findDayProblem(
  day: string,
  services: Pick<Services, 'environment' | 'now'>,
): { 'body.day': string } | undefined {
  const today = readToday(services);
  if (day > today) return { 'body.day': 'This day is in the future.' };
  return day < addDays(today, -MAX_LATE_DAYS)
    ? { 'body.day': 'This day is more than a year ago. Please look at the year.' }
    : undefined;
}
