const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** With less time left, a hold looks urgent. */
const LAST_MINUTES = 5;

/**
 * The time left of a hold in words, in whole minutes.
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

/**
 * The time left of a hold as minutes and seconds: `29:41`, and `0:00` when it is over.
 * @param heldUntil ISO 8601
 * @param now milliseconds since 1970
 */
export function formatTimeLeft(heldUntil: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(heldUntil) - now) / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
