import type { Build } from '../../resilience/src/build.ts';

/** A line of a table. */
export type Line = {
  what: string;
  against: string;
  /** What both sides did, with units. */
  seen: string;
  ratio: number;
  /** Without it the figure is only told. */
  reach?: { atLeast: number } | { atMost: number };
};

/** One part of the bench: measures and says what it found. */
export type Measurement = {
  /** For `npm run bench -- NAME`. */
  name: string;
  /** What is measured, and how. */
  method: string;
  run(build: Build): Promise<Line[]>;
};

export function isReached({ ratio, reach }: Line): boolean {
  if (!reach) return true;
  return 'atLeast' in reach ? ratio >= reach.atLeast : ratio <= reach.atMost;
}
