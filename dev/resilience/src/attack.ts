import type { Build } from './build.ts';

/** An attempt to break one promise. It looks only at answers, the database and Stripe. */
export type Attack = {
  /** Short, for the command line: `npm run resilience -- race`. */
  name: string;
  /** What the attack does: its heading in docs/reliability.md. */
  title: string;
  /** What must hold. */
  promise: string;
  run(build: Build, amount: Amount): Promise<Finding>;
  /** What protects the promise. `--prove` removes one at a time from a copy, and the attack must then find something. */
  guards: Guard[];
};

/** `full` is for `npm run resilience`; `short` takes seconds, for `npm test` and for `--prove`. */
type Amount = 'full' | 'short';

export type Finding = {
  /** How much was done: '20 rounds of 500 students, 20 seats'. */
  rounds: string;
  /** What was seen, with figures. */
  seen: string;
  /** One sentence for each way in which the promise was broken. Empty if it held. */
  broken: string[];
};

/** A function without which the promise breaks. It is found wherever it moves to. */
export type Guard = {
  /** What it does: 'a job carries out refunds that were decided'. */
  name: string;
  /** The function of the server or the contract that does it. Without the guard, it does nothing. */
  without: string;
  /** What the function then returns, as source code; nothing if left out. */
  gives?: string;
};

/** @param gives what the function returns without the guard, as source code */
export function guard(without: string, name: string, gives = ''): Guard {
  return { name, without, gives };
}

export type Complaints = ReturnType<typeof collectComplaints>;

const MAX_COMPLAINTS = 20;

/** Collects complaints, up to a limit that keeps a report readable. @param prefix of each complaint, such as the seed */
export function collectComplaints(prefix = '') {
  const list: string[] = [];
  return {
    list,
    /** Adds the complaint unless the condition holds. */
    check(holds: boolean, complaint: string): void {
      if (!holds && list.length < MAX_COMPLAINTS) list.push(prefix + complaint);
    },
  };
}

/** @returns the value that a share (0 to 1) of all values stays below */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
