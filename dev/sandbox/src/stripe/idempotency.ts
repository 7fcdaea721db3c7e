import { createHash } from 'node:crypto';
import { replyJson, type Reply } from '../http/reply.ts';
import type { Call } from '../http/router.ts';
import type { Store } from '../storage/store.ts';
import { now } from './ids.ts';
import { StripeError, describeStripeError, invalidRequest } from './stripe-error.ts';

/** The first answer to a key. */
interface Answer {
  path: string;
  /** Of the parameters. */
  digest: string;
  status: number;
  body: string;
  /** Seconds since 1970. */
  created: number;
}

/** Stripe forgets a key after a day. */
const KEY_LIFE = 24 * 3600;

/** Answers a call that was answered before under the same key with that answer. */
export type AnswerOnce = (call: Call, answer: () => Reply) => Reply;

/** Takes the keys of the last day from the store. */
export function loadIdempotency(store: Store): AnswerOnce {
  const table = store.table<Answer & { key: string }>('idempotency');
  for (const { key, created } of table.rows()) {
    if (now() - created > KEY_LIFE) table.remove(key);
  }

  return (call, answer) => {
    const key = call.headers['idempotency-key'];
    if (typeof key !== 'string') return answer();
    if (key.length > 255) throw invalidRequest('Idempotency keys can have up to 255 characters.');
    const path = call.url.pathname;
    const digest = createHash('sha256').update(call.body).digest('hex');
    const known = table.get(key);
    if (known && now() - known.created <= KEY_LIFE) {
      if (known.path !== path) throw describeMisuse(key, 'for the same endpoint they were');
      if (known.digest !== digest) throw describeMisuse(key, 'with the same parameters they were');
      const headers = { 'idempotent-replayed': 'true', 'idempotency-key': key };
      return { ...replyJson(known.status, null, headers), body: known.body };
    }
    const reply = answerOrDecline(answer);
    const { status } = reply;
    // What was wrong in itself was never carried out: Stripe doesn't keep that either.
    if (status < 400 || status === 402) {
      const body = reply.body.toString();
      table.put(key, { key, path, digest, status, body, created: now() });
    }
    return { ...reply, headers: { ...reply.headers, 'idempotency-key': key } };
  };
}

function answerOrDecline(answer: () => Reply): Reply {
  try {
    return answer();
  } catch (error) {
    const described = describeStripeError(error);
    if (!described) throw error;
    return described;
  }
}

function describeMisuse(key: string, how: string): StripeError {
  return new StripeError(400, {
    type: 'idempotency_error',
    message:
      `Keys for idempotent requests can only be used ${how} first used with. ` +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}
