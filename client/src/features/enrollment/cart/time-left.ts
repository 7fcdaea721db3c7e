const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

/** With less time left, a hold looks urgent. */
const LAST_MINUTES = 5;

/**
 * The time left of a hold in words, in whole minutes, or in hours or days if it is long.
 * @param heldUntil ISO 8601
 * @param now milliseconds since 1970
 */
export function describeTimeLeft(
  heldUntil: string,
  now: number,
): { text: string; isShort: boolean; isOver: boolean } {
  const left = Date.parse(heldUntil) - now;
  if (left <= 0) return { text: 'Time is up', isShort: true, isOver: true };
  const minutes = Math.floor(left / MINUTE_MS);
  const long = nameLongTime(minutes);
  if (long) return { text: `${long} left`, isShort: false, isOver: false };
  return {
    text: minutes < 1 ? 'Less than a minute left' : `${minutes} min left`,
    isShort: minutes < LAST_MINUTES,
    isOver: false,
  };
}

/** Two hours and more in whole hours, two days and more in whole days; undefined for less. */
function nameLongTime(minutes: number): string | undefined {
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (hours < 2) return undefined;
  return hours < 2 * DAY_HOURS ? `${hours} hours` : `${Math.floor(hours / DAY_HOURS)} days`;
}

/**
 * The time left of a hold as minutes and seconds: `29:41`, and `0:00` when it is over. Long times as in
 * `describeTimeLeft`.
 * @param heldUntil ISO 8601
 * @param now milliseconds since 1970
 */
export function formatTimeLeft(heldUntil: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(heldUntil) - now) / SECOND_MS));
  const long = nameLongTime(Math.floor(seconds / 60));
  if (long) return long;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
