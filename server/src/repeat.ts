import pTimeout from 'p-timeout';
import type { Services } from './services.ts';

type Work = {
  run: (signal: AbortSignal) => Promise<void>;
  /** How long after the end of a run the next one starts. */
  pauseMs: number;
  /** How long a run may take. A longer one is stuck on a lost connection: the next one does its work. */
  limitMs: number;
  /** For the log: a run took too long, or failed. */
  tooLong: string;
  failed: string;
};

/**
 * Does work now, and again some time after the end of each run. Runs may overlap if one is stuck, so each step must be
 * safe to repeat.
 * @returns stops it: the signal ends the current run, which is waited for
 */
export function startRepeating(
  { run, pauseMs, limitMs, tooLong, failed }: Work,
  { log }: Pick<Services, 'log'>,
): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current = runOnce();

  async function runOnce(): Promise<void> {
    try {
      await pTimeout(run(stopping.signal), { milliseconds: limitMs, message: tooLong });
    } catch (error) {
      log.error({ err: error }, failed);
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      current = runOnce();
    }, pauseMs);
  }

  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await current;
  };
}
