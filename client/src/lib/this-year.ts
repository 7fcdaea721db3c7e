/** The year on the reader's device, yyyy. The tests replace it, so that what they expect stays true next year. */
export function readThisYear(): string {
  return String(new Date().getFullYear());
}
