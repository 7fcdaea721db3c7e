const MINUTE_MS = 60_000;

/** From here on a hold looks urgent. */
const LAST_MINUTES = 5;

/**
 * What is left of a hold, in words and whole minutes: a clock that ticks by the second would hurry people.
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
