import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** How long a caller may take nothing of a list before the server gives up, so that its cursor is closed. */
const STALLED_MS = 60_000;

/** Whether a call answers with a list that is sent while it is read. */
export function isInBatches(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}

/**
 * Sends a list of any length as one JSON array, while it is read. `pipeline` asks for the next batch only when the
 * caller has taken the last one (`drain`), and the database's cursor reads ahead by one batch. So a list of any length
 * and a slow caller need as much memory as two batches. If the reading fails in the middle, the connection is cut: the
 * array has no end, and the caller sees that it is not the whole list.
 * @param parseBatch leaves only the fields of the contract
 * @throws what the reading throws. Before the first batch is sent, that is answered as in any other call
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
    // The caller left: nobody is there to get an answer, and nothing is wrong here.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    // Closes the cursor, also if the rest was not read.
    await texts.return(undefined);
  }
}

async function* writeArray(
  batches: AsyncIterable<unknown>,
  parseBatch: (batch: unknown) => unknown,
): AsyncGenerator<string, undefined> {
  let before = '[';
  for await (const batch of batches) {
    yield before + JSON.stringify(parseBatch(batch)).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
