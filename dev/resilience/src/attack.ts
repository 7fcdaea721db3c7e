import type { Build } from './build.ts';

/**
 * A try to break one promise. It finds out by looking at the outside of the running school: what callers are told,
 * what lies in the database, what Stripe says.
 */
export type Attack = {
  /** Short, for the command line: `npm run resilience -- race`. */
  name: string;
  /** What is done, as the table in docs/reliability.md says it. */
  title: string;
  /** What must hold. */
  promise: string;
  run(build: Build, amount: Amount): Promise<Finding>;
  /** What protects the promise: `--prove` takes each out of a copy, and the attack must then find something. */
  guards: Guard[];
};

/** `full` for `npm run resilience`; `short` is a few seconds, for `npm test` and for proving. */
export type Amount = 'full' | 'short';

export type Finding = {
  /** How much was done, counted: '20 rounds of 500 students, 20 seats'. */
  rounds: string;
  /** What was seen, with figures. */
  seen: string;
  /** Each way in which the promise was broken, a sentence each; none: it held. */
  broken: string[];
};

/** A piece of the source without which the promise breaks. */
export type Guard = {
  /** What it does: 'a seat is only taken while one is free'. */
  name: string;
  /** Path from the repository's root. */
  file: string;
  /** The text of the source that is taken out; it must stand there exactly once (after `after`, if given). */
  cut: string;
  /** What stands there instead; nothing if left out. */
  paste?: string;
  /** Where to begin to look for it. */
  after?: string;
};

/** Collects what is broken: the first few of each kind, so that a flood stays readable. */
export type Complaints = {
  list: string[];
  /** Notes a complaint unless it is so. */
  check(holds: boolean, complaint: string): void;
};

const MAX_COMPLAINTS = 20;

/** @param prefix what each complaint begins with, such as the seed that repeats it */
export function collectComplaints(prefix = ''): Complaints {
  const list: string[] = [];
  return {
    list,
    check(holds, complaint) {
      if (!holds && list.length < MAX_COMPLAINTS) list.push(prefix + complaint);
    },
  };
}

/** @returns the value below which a share (0 to 1) of all values lies */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
