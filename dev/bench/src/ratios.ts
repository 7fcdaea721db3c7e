import type { School } from './school.ts';

/** One comparison: a row of a table in docs/performance.md. */
export type Line = {
  what: string;
  against: string;
  /** Both sides' medians, with units. */
  seen: string;
  ratio: number;
  bar: { atLeast: number } | { atMost: number };
};

/** One section of docs/performance.md. */
export type Measurement = {
  /** For `npm run bench -- NAME`. */
  name: string;
  title: string;
  /** What is measured, and how. */
  method: string;
  run(school: School): Promise<Line[]>;
};

/** @returns the value in the middle */
function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** @param share 0.95: the value that 95% of all values do not exceed */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position - Math.floor(position));
}

export type Side = 'ours' | 'theirs';

/**
 * Measures two sides in turns, starting with a different one each round. The first round only warms up.
 * @returns each round's figures, and the median of the rounds' ratios
 */
async function compare(
  rounds: number,
  measure: (side: Side) => Promise<number>,
): Promise<Record<Side, number[]> & { ratio: number }> {
  const figures: Record<Side, number[]> = { ours: [], theirs: [] };
  const sides: Side[] = ['ours', 'theirs'];
  for (let round = 0; round <= rounds; round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      figures[side].push(await measure(side));
  const [ours, theirs] = [figures.ours.slice(1), figures.theirs.slice(1)];
  return { ours, theirs, ratio: median(ours.map((value, round) => value / theirs[round]!)) };
}

/** The same for rates: both sides' medians as a text, and the ratio. @param unit what is counted, such as 'joins' */
export async function compareRates(
  rounds: number,
  unit: string,
  measure: (side: Side) => Promise<number>,
): Promise<{ seen: string; ratio: number }> {
  const { ours, theirs, ratio } = await compare(rounds, measure);
  const [pace, otherPace] = [Math.round(median(ours)), Math.round(median(theirs))];
  return { seen: `${pace} : ${otherPace} ${unit} a second`, ratio };
}

/** The same for times in milliseconds, as a row of a table. */
export async function compareTimes(
  { atMost, ...row }: { what: string; against: string; atMost: number },
  rounds: number,
  measure: (side: Side) => Promise<number>,
): Promise<Line> {
  const { ours, theirs, ratio } = await compare(rounds, measure);
  const [time, otherTime] = [median(ours), median(theirs)].map((ms) =>
    ms.toFixed(ms < 100 ? 2 : 0),
  );
  return { ...row, seen: `${time} : ${otherTime} ms`, ratio, bar: { atMost } };
}
