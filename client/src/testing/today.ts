/** Days in test data are in the next year, because tests with a fixed date would fail once it has passed. */
export const NEXT_YEAR = new Date().getFullYear() + 1;

/** @param monthAndDay such as '08-02' */
export function nextYear(monthAndDay: string): string {
  return `${NEXT_YEAR}-${monthAndDay}`;
}
