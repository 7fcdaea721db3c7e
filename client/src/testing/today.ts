/** Test data takes its days from next year: a fixed date would be in the past one day, and the tests would fail. */
export const NEXT_YEAR = new Date().getFullYear() + 1;

/** @param monthAndDay such as '08-02' */
export function nextYear(monthAndDay: string): string {
  return `${NEXT_YEAR}-${monthAndDay}`;
}
