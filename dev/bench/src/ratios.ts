/** @returns the value in the middle */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** @param share 0.95: the value that 95% of them do not exceed */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** What was measured of two sides in turns: a figure for each round. */
export type Duel<T = number> = { ours: T[]; theirs: T[] };

/**
 * Measures two sides in turns, so that a busy moment of the machine hits both; who begins changes from round to
 * round. The first round of each warms up and does not count.
 */
export async function measureInTurns<T>(
  rounds: number,
  ours: () => Promise<T>,
  theirs: () => Promise<T>,
): Promise<Duel<T>> {
  const duel: Duel<T> = { ours: [], theirs: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const sides = [
      async () => duel.ours.push(await ours()),
      async () => duel.theirs.push(await theirs()),
    ];
    for (const side of round % 2 === 0 ? sides : sides.reverse()) await side();
  }
  return { ours: duel.ours.slice(1), theirs: duel.theirs.slice(1) };
}

/** The median of the rounds' own ratios, of one of the figures that were measured. */
export function ratioOf<T>({ ours, theirs }: Duel<T>, pick: (measured: T) => number): number {
  return median(ours.map((value, round) => pick(value) / pick(theirs[round] as T)));
}
