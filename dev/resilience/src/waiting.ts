import { setTimeout } from 'node:timers/promises';

/**
 * Waits until a condition holds, checking it every 50 ms.
 * @param condition an error counts as 'not yet'
 * @param limitMs when to give up
 * @returns how long it took in milliseconds, or null if it never held
 */
export async function waitUntil(
  condition: () => Promise<boolean>,
  limitMs: number,
): Promise<number | null> {
  const started = performance.now();
  while (performance.now() - started < limitMs) {
    if (await condition().catch(() => false)) return performance.now() - started;
    await pause(50);
  }
  return null;
}

/** Lets time pass, where time is part of the attack: a slow line, a load that lasts. */
export async function pause(milliseconds: number): Promise<void> {
  await setTimeout(milliseconds);
}

/** Runs a job for each item, with a limited number at a time. */
export async function runAll<T, R>(
  items: T[],
  atOnce: number,
  job: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  const work = async () => {
    // All workers take from the same list.
    for (const [index, item] of rest) results[index] = await job(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
