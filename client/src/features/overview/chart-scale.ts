/** Steps between the lines of a chart that a person counts in, within a power of ten. */
const ROUND_STEPS = [1, 2, 2.5, 5, 10];
const STEPS = 4;

/**
 * The values at which a chart has its lines, in round steps: from 0 to at least `max`, and below 0 down to `min`.
 * @returns five values above and at 0 if nothing is below it, the smallest first
 */
export function listScaleLines(max: number, min = 0): number[] {
  // A chart without values still needs lines.
  const roughStep = (Math.max(max, -min) || STEPS) / STEPS;
  const magnitude = 10 ** Math.floor(Math.log10(roughStep));
  const round = ROUND_STEPS.find((step) => step * magnitude >= roughStep) ?? 10;
  const step = round * magnitude;
  const below = Math.ceil(Math.max(0, -min) / step);
  const above = min < 0 ? Math.ceil(max / step) : STEPS;
  return Array.from({ length: below + above + 1 }, (_none, index) => (index - below) * step);
}
