import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { readText } from '../http/handle.ts';
import type { Store } from '../storage/store.ts';
import { now } from './ids.ts';
import { StripeError, invalidRequest, type StripeErrorBody } from './stripe-error.ts';

/** The first answer to a key. */
interface Answer {
  path: string;
  /** Hash of the parameters. */
  digest: string;
  status: number;
  /** JSON. */
  body: string;
  /** Seconds since 1970. */
  created: number;
}

/** Stripe forgets a key after a day. */
const KEY_LIFE = 24 * 3600;

/** Runs a call once for each idempotency key: a repeated call gets the first answer again. */
export type AnswerOnce = (request: Request, response: Response, answer: () => object) => object;

/** Reads the keys of the last day from the store. */
export function loadIdempotency(store: Store): AnswerOnce {
  const table = store.table<Answer & { key: string }>('idempotency');
  for (const { key, created } of table.rows()) {
    if (now() - created > KEY_LIFE) table.remove(key);
  }

  return (request, response, answer) => {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return answer();
    if (key.length > 255) throw invalidRequest('Idempotency keys can have up to 255 characters.');
    const { path } = request;
    const digest = createHash('sha256').update(readText(request)).digest('hex');
    response.set('Idempotency-Key', key);
    const known = table.get(key);
    if (known && now() - known.created <= KEY_LIFE) {
      if (known.path !== path || known.digest !== digest) throw describeMisuse(key);
      response.set('Idempotent-Replayed', 'true');
      const body = JSON.parse(known.body) as object;
      if (known.status === 200) return body;
      throw new StripeError(known.status, (body as { error: StripeErrorBody }).error);
    }
    const keep = (status: number, body: object) =>
      table.put(key, { key, path, digest, status, body: JSON.stringify(body), created: now() });
    try {
      const body = answer();
      keep(200, body);
      return body;
    } catch (error) {
      // Like Stripe, keep no other refusals, because nothing was done.
      if (error instanceof StripeError && error.status === 402) keep(402, error.answer);
      throw error;
    }
  };
}

function describeMisuse(key: string): StripeError {
  return new StripeError(400, {
    type: 'idempotency_error',
    message: `The idempotency key '${key}' was first used for another endpoint or other parameters.`,
  });
}
