import type { Fate, Meddle } from './links.ts';
import type { School } from './school.ts';
import { waitUntil } from './waiting.ts';

/**
 * A moment of an act: right before its nth message of that name goes out, or when the answer is there and not seen
 * yet. By name, as messages that go out together have no order.
 */
export type Step = { name: string; nth: number; moment: 'before' | 'after' };

/** Watches both wires of the server, on which one act runs at a time, and stops acts at their steps. */
export type Steps = {
  /** Runs an act to its end. @returns all its steps, in their order */
  discover(act: () => Promise<unknown>): Promise<Step[]>;
  /**
   * Runs an act up to one of its steps, where it stays.
   * @throws {Error} if it ended without getting there
   */
  runUntil(act: () => Promise<unknown>, step: Step): Promise<void>;
  /** Waits until nothing has been said on the wires for a moment: what ran by itself is over. */
  waitUntilQuiet(): Promise<void>;
  /** Whatever stands still is lost, and its answer too. */
  loseAll(): void;
};

/** So long a silence means that nothing is under way any more, in milliseconds. */
const SILENCE_MS = 150;

export function watchSteps({ databaseLink, stripeLink }: School): Steps {
  const sent: string[] = [];
  const answered: string[] = [];
  let lastSeen = performance.now();
  let wanted: Step | undefined;
  let onReached = () => {};
  const waiting: ((fate: Fate) => void)[] = [];

  const meddle: Meddle = ({ direction, name }) => {
    lastSeen = performance.now();
    const moment = direction === 'out' ? 'before' : 'after';
    const said = direction === 'out' ? sent : answered;
    said.push(name);
    const isThere =
      wanted?.moment === moment && wanted.name === name && wanted.nth === count(said, name);
    if (!isThere) return 'pass';
    wanted = undefined;
    onReached();
    return new Promise((lose) => waiting.push(lose));
  };
  for (const link of [databaseLink, stripeLink]) link.meddle(meddle);

  const begin = (step?: Step) => {
    sent.length = 0;
    answered.length = 0;
    wanted = step;
  };
  return {
    async discover(act) {
      begin();
      await act();
      return sent.flatMap((name, index) =>
        (['before', 'after'] as const).map((moment) => ({
          name,
          nth: count(sent.slice(0, index + 1), name),
          moment,
        })),
      );
    },
    async runUntil(act, step) {
      begin(step);
      const reached = new Promise<void>((resolve) => {
        onReached = resolve;
      });
      const ended = act().then((answer) => {
        if (wanted === step)
          throw new Error(
            `Over before '${step.name}' number ${step.nth}: ${sent.join(', ')}; ${JSON.stringify(answer)}`,
          );
      });
      await Promise.race([reached, ended.then(() => reached)]);
    },
    async waitUntilQuiet() {
      await waitUntil(async () => performance.now() - lastSeen > SILENCE_MS, 60_000);
    },
    loseAll() {
      for (const lose of waiting.splice(0)) lose('cut');
    },
  };
}

function count(names: string[], name: string): number {
  return names.filter((other) => other === name).length;
}
