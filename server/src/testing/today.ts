const DAY_MS = 24 * 60 * 60_000;

/*
 * Test data takes its days from here, relative to today: a fixed date would be in the past one day, and the tests
 * would fail then.
 */

/** @returns the day this many days from today in UTC, as yyyy-mm-dd; a negative number is in the past */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

/** @returns a day of next year; for tests that need days in one month, such as '06-04' and '06-11' */
export function nextYear(monthAndDay: string): string {
  return `${new Date().getUTCFullYear() + 1}-${monthAndDay}`;
}
