import { addDays, findWeekStart } from '@speakifyr/contract/days.ts';

/** Three years at most, so that a class with a wrong year does not make the list endless. */
const MAX_MONTHS = 36;

/**
 * The months from one day to another, both included.
 * @param first yyyy-mm-dd, as is `last`
 * @returns yyyy-mm, at most 36
 */
export function listMonths(first: string, last: string): string[] {
  const start = countMonths(first);
  const length = Math.min(countMonths(last) - start + 1, MAX_MONTHS);
  return Array.from({ length }, (_none, index) => nameMonth(start + index));
}

/** A year of them, for the same reason. */
const MAX_WEEKS = 53;

/**
 * The first days of the weeks from one day to another, both included.
 * @param first yyyy-mm-dd, as is `last`
 * @returns yyyy-mm-dd, at most 53
 */
export function listWeeks(first: string, last: string): string[] {
  const starts: string[] = [];
  for (
    let day = findWeekStart(first);
    day <= last && starts.length < MAX_WEEKS;
    day = addDays(day, 7)
  )
    starts.push(day);
  return starts;
}

/** Months since the year 0. */
function countMonths(day: string): number {
  const [year, month] = day.split('-').map(Number);
  return (year ?? 0) * 12 + (month ?? 1) - 1;
}

function nameMonth(count: number): string {
  const month = String((count % 12) + 1).padStart(2, '0');
  return `${Math.floor(count / 12)}-${month}`;
}
