import type { Fate, Meddle } from './links.ts';
import type { School } from './school.ts';
import { waitUntil } from './waiting.ts';

/**
 * A moment of an act: just before its nth message of that name goes out, or when the answer has come but has not been
 * read. Messages are told apart by name because those that go out together have no order.
 */
export type Step = { name: string; nth: number; moment: 'before' | 'after' };

export type Steps = ReturnType<typeof watchSteps>;

/** After this much silence nothing is running any more, in milliseconds. */
const SILENCE_MS = 150;
/** What an act leaves for after its answer may be slower than that, if the machine is busy. */
const ACT_SILENCE_MS = 500;
/** After this much silence an act does not reach its step any more. */
const END_SILENCE_MS = 3_000;

/**
 * Watches both lines of servers that run one act at a time, and stops acts at their steps. Until all messages are lost,
 * mailer and jobs get no further than their first question: their messages would look like those of the acts.
 */
export function watchSteps({ databaseLink, stripeLink }: School) {
  const sent: string[] = [];
  const answered: string[] = [];
  let lastSeen = performance.now();
  let wanted: Step | undefined;
  let onReached = () => {};
  const held: ((fate: Fate) => void)[] = [];

  let areOthersStopped = true;

  const meddle: Meddle = ({ direction, name, collection, isOfMailer }) => {
    const isOfJobs = name === 'findAndModify' && collection === 'payments';
    if (areOthersStopped && (isOfMailer || isOfJobs)) return new Promise((lose) => held.push(lose));
    lastSeen = performance.now();
    // Joins share what one of them has just read, so an act may or may not read the settings.
    if (name === 'find' && collection === 'settings') return 'pass';
    const moment = direction === 'out' ? 'before' : 'after';
    const seen = direction === 'out' ? sent : answered;
    seen.push(name);
    const isThere =
      wanted?.moment === moment && wanted.name === name && wanted.nth === count(seen, name);
    if (!isThere) return 'pass';
    wanted = undefined;
    onReached();
    return new Promise((lose) => held.push(lose));
  };
  for (const link of [databaseLink, stripeLink]) link.meddle(meddle);

  const begin = (step?: Step) => {
    sent.length = 0;
    answered.length = 0;
    wanted = step;
  };
  const waitUntilQuiet = async (silence = SILENCE_MS) => {
    await waitUntil(async () => performance.now() - lastSeen > silence, 60_000);
  };
  return {
    /** Runs an act to its end, and what goes on after its answer. @returns all its steps, in order */
    async discover(act: () => Promise<unknown>): Promise<Step[]> {
      begin();
      await act();
      await waitUntilQuiet(ACT_SILENCE_MS);
      return sent.flatMap((name, index) => {
        const nth = count(sent.slice(0, index + 1), name);
        return (['before', 'after'] as const).map((moment) => ({ name, nth, moment }));
      });
    },
    /** Runs an act up to one of its steps. @throws {Error} if the act ended before it */
    async runUntil(act: () => Promise<unknown>, step: Step): Promise<void> {
      begin(step);
      const reached = new Promise<void>((resolve) => {
        onReached = resolve;
      });
      const ended = act().then(async (answer) => {
        await waitUntilQuiet(END_SILENCE_MS);
        if (wanted === step)
          throw new Error(
            `Ended before '${step.name}' number ${step.nth}: ${sent.join(', ')}; ${JSON.stringify(answer)}`,
          );
      });
      await Promise.race([reached, ended.then(() => reached)]);
    },
    /** Waits until the server has been silent for a moment, so that its own work is done. */
    waitUntilQuiet,
    /** Stops mailer and jobs at their next question. */
    stopOthers(): void {
      areOthersStopped = true;
    },
    /** Loses all messages that are being held. Mailer and jobs may go on. */
    loseAll(): void {
      areOthersStopped = false;
      for (const lose of held.splice(0)) lose('cut');
    },
  };
}

function count(names: string[], name: string): number {
  return names.filter((other) => other === name).length;
}
