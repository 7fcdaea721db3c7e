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

/** Months since the year 0. */
function countMonths(day: string): number {
  const [year, month] = day.split('-').map(Number);
  return (year ?? 0) * 12 + (month ?? 1) - 1;
}

function nameMonth(count: number): string {
  const month = String((count % 12) + 1).padStart(2, '0');
  return `${Math.floor(count / 12)}-${month}`;
}
