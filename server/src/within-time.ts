/**
 * Waits for an answer, but not for ever. What was asked for goes on; only nobody waits for it any more.
 * @param problem the message of the TimeoutError when the time is up
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
