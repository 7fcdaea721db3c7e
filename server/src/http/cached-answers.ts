import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import { COMMAND_MS } from '../database/connect.ts';

/** The answer to a public call, the same for everybody who asks. */
export type CachedAnswer = {
  body: Buffer;
  /** How many entries match in all, if the answer is one page of them. */
  total: string | undefined;
  /** Strong: it changes with the body and the total. Includes its quotation marks. */
  etag: string;
};

/** Reads the database and makes the answer. */
type MakeAnswer = () => Promise<CachedAnswer>;

/** Maps the address of a call, query string included, to its answer. */
export type AnswerCache = LRUCache<string, CachedAnswer, MakeAnswer>;

/** A write by another process, or one whose call failed, shows up after this time at the latest. */
const MAX_AGE_MS = 1_000;

/**
 * Keeps public answers for a second, so that the database is read about once a second for each, however many people
 * ask. Failures are not kept. Call `clear()` after each call of this process that has changed something. Requests
 * already waiting for a read still get its answer, but it is not kept.
 * @param readMs a read that takes longer fails with a `TimeoutError`. Otherwise, a read that never ends would block its
 * address forever, because every later request waits for it, too.
 */
export function createAnswerCache(readMs = COMMAND_MS): AnswerCache {
  return new LRUCache<string, CachedAnswer, MakeAnswer>({
    // Clearing takes time per possible entry, and each join clears.
    max: 500,
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ body }, key) => body.length + key.length,
    ttl: MAX_AGE_MS,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: makeAnswer, options }) {
      const startedAt = performance.now();
      const answer = await pTimeout(makeAnswer(), {
        milliseconds: readMs,
        message: 'a public answer took too long',
      });
      // The second counts from before the read. 0 would mean 'forever'.
      options.ttl = Math.max(1, MAX_AGE_MS - (performance.now() - startedAt));
      return answer;
    },
  });
}

/** @param total how many entries match, if the answer is one page of them */
export function makeCachedAnswer(answer: unknown, total: string | undefined): CachedAnswer {
  const body = Buffer.from(JSON.stringify(answer));
  const hash = createHash('sha256')
    .update(`${total ?? ''}\n`)
    .update(body);
  return { body, total, etag: `"${hash.digest('base64url')}"` };
}
