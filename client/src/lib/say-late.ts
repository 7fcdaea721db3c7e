import { formatMonth, readToday } from './format.ts';

/** Whether a day is in a month that is over, which may be closed already. @param day yyyy-mm-dd; may be empty */
export function isEarlierMonth(day: string): boolean {
  return day !== '' && day.slice(0, 7) < readToday().slice(0, 7);
}

/** Where money of such a day counts. R580 */
export function sayLate(): string {
  return `In the books, it counts in ${formatMonth(readToday().slice(0, 7))}, the month in which you record it.`;
}
