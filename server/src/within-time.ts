/**
 * Waits for a promise, but only for a limited time. Its work goes on after that.
 * @param problem the error message
 * @throws {DOMException} `TimeoutError` when the time is up
 */
export async function withinTime<T>(
  answer: Promise<T>,
  milliseconds: number,
  problem: string,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const outOfTime = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException(problem, 'TimeoutError')), milliseconds);
  });
  try {
    return await Promise.race([answer, outOfTime]);
  } finally {
    clearTimeout(timer);
  }
}
