/**
 * Waits until something is so, looking again and again; never for a fixed time.
 * @param isSo looked at every 50 ms; an error counts as 'not yet'
 * @param limitMs after which it is given up
 * @returns how long it took in milliseconds, or null if it never was so
 */
export async function waitUntil(
  isSo: () => Promise<boolean>,
  limitMs: number,
): Promise<number | null> {
  const started = performance.now();
  while (performance.now() - started < limitMs) {
    if (await isSo().catch(() => false)) return performance.now() - started;
    await pause(50);
  }
  return null;
}

/** Lets a time pass, where time itself is what is played with: a slow wire, a load that lasts. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** Runs jobs, so many at once. */
export async function runAll<T, R>(
  items: T[],
  atOnce: number,
  job: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await job(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}
