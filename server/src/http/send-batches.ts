import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { writeAnswer } from './write-answer.ts';

/** How long a caller may read nothing of a list before the server gives up and closes its cursor. */
const STALLED_MS = 60_000;

/** Whether a call answers with a streamed list. */
export function isInBatches(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}

/**
 * Streams a list of any length as one JSON array. `pipeline` asks for the next batch only when the caller has taken the
 * last one (`drain`), and the database's cursor reads ahead by one batch. So even a long list and a slow caller need
 * only as much memory as two batches. If reading fails in the middle, the connection is cut: the array has no end, so
 * the caller sees that the list is incomplete. R295
 * @param parseBatch leaves only the fields of the contract
 * @throws what reading throws. Before the first batch is sent, that is answered as in any other call
 */
export async function sendBatches(
  batches: AsyncIterable<unknown>,
  parseBatch: (batch: unknown) => unknown,
  response: Response,
): Promise<void> {
  const texts = writeArray(batches, parseBatch);
  try {
    const first = await texts.next();
    if (first.done || response.headersSent) return;
    response.set('Cache-Control', 'no-store').type('json').setTimeout(STALLED_MS);
    await pipeline(async function* () {
      yield first.value;
      yield* texts;
    }, response);
  } catch (error) {
    // The caller left: nobody is waiting for a response, and nothing is wrong.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    // Closes the cursor, even if the rest was not read.
    await texts.return(undefined);
  }
}

async function* writeArray(
  batches: AsyncIterable<unknown>,
  parseBatch: (batch: unknown) => unknown,
): AsyncGenerator<string, undefined> {
  let before = '[';
  for await (const batch of batches) {
    yield before + writeAnswer(parseBatch(batch)).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
