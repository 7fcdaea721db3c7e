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

export function isMet({ ratio, bar }: Line): boolean {
  return 'atLeast' in bar ? ratio >= bar.atLeast : ratio <= bar.atMost;
}
