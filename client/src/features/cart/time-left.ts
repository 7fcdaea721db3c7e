const MINUTE_MS = 60_000;

/** With less time left, a hold looks urgent. */
const LAST_MINUTES = 5;

/**
 * The time left of a hold, in whole minutes: a clock with seconds would rush people.
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
  return {
    text: minutes < 1 ? 'Less than a minute left' : `${minutes} min left`,
    isShort: minutes < LAST_MINUTES,
    isOver: false,
  };
}
