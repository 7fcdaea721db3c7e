import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Request, Response } from 'express';
import pTimeout from 'p-timeout';
import { COMMAND_MS } from '../database/connect.ts';
import { writeAnswer } from './write-answer.ts';

/** The answer to a public call, the same for everybody who asks. */
export type CachedAnswer = {
  body: Buffer;
  /** Compressed once for all who ask in this second; missing for a short one. Its ETag is another one. */
  zipped?: { body: Buffer; etag: string };
  /** How many entries match in all, if the answer is one page of them. */
  total: string | undefined;
  /** Strong: it changes with the body and the total. Includes its quotation marks. */
  etag: string;
};

/** Reads the database and makes the answer. */
type MakeAnswer = () => Promise<CachedAnswer>;

/** Maps the address of a call, query string included, to its answer. */
export type AnswerCache = LRUCache<string, CachedAnswer, MakeAnswer>;

/** In bytes. A shorter answer fits into one packet anyway. */
export const WORTH_ZIPPING = 1_024;

/** A write by another process, or one whose call failed, shows up after this time at the latest. */
const MAX_AGE_MS = 1_000;

/**
 * Keeps public answers for a second, so that the database is read about once a second for each, however many people
 * ask. Failures are not kept. Call `clear()` after each call of this process that has changed something. Requests
 * already waiting for a read still get its answer, but it is not kept. R43
 * @param readMs a read that takes longer fails with a `TimeoutError`. Otherwise, a read that never ends would block its
 * address forever, because every later request waits for it, too.
 */
export function createAnswerCache(readMs = COMMAND_MS): AnswerCache {
  return new LRUCache<string, CachedAnswer, MakeAnswer>({
    // Clearing takes time per possible entry, and each join clears.
    max: 500,
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ body, zipped }, key) =>
      body.length + (zipped?.body.length ?? 0) + key.length,
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
  const body = Buffer.from(writeAnswer(answer));
  const hash = createHash('sha256')
    .update(`${total ?? ''}\n`)
    .update(body);
  const tag = hash.digest('base64url');
  const answered = { body, total, etag: `"${tag}"` };
  if (body.length < WORTH_ZIPPING) return answered;
  return { ...answered, zipped: { body: gzipSync(body), etag: `"${tag}-gzip"` } };
}

/** The browser keeps the answer, but asks each time whether it is still current. */
export function sendCached(
  { body, etag, zipped }: CachedAnswer,
  request: Request,
  response: Response,
): void {
  response.vary('Accept-Encoding').set('Cache-Control', 'no-cache').type('json');
  if (zipped && request.acceptsEncodings('gzip', 'identity') === 'gzip')
    response.set({ 'Content-Encoding': 'gzip', ETag: zipped.etag }).send(zipped.body);
  else response.set('ETag', etag).send(body);
}
