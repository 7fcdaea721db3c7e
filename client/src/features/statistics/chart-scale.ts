/** Steps between the lines of a chart that a person counts in, within a power of ten. */
const ROUND_STEPS = [1, 2, 2.5, 5, 10];
const STEPS = 4;

/**
 * The values at which a chart has its lines, from 0 to at least `max`, in round steps.
 * @returns five values, the smallest first
 */
export function listScaleLines(max: number): number[] {
  // A chart without values still needs lines.
  const roughStep = (max || STEPS) / STEPS;
  const magnitude = 10 ** Math.floor(Math.log10(roughStep));
  const round = ROUND_STEPS.find((step) => step * magnitude >= roughStep) ?? 10;
  return Array.from({ length: STEPS + 1 }, (_none, index) => index * round * magnitude);
}
