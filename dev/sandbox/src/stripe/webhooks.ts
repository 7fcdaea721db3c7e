import { createHmac } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../storage/store.ts';
import { createId, now } from './ids.ts';

/** The API version of our events: the one of `stripe` 23. */
export const API_VERSION = '2026-10-28.endive';

/** The events that our server gets. */
export type EventType =
  | 'payment_intent.processing'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed';

/** Queues an event about an object as it is now. */
export type Publish = (type: EventType, object: object) => void;

/** An event that our server has not confirmed yet. Each try sends the same `payload`. */
interface Delivery {
  id: string;
  type: EventType;
  payload: string;
  /** Seconds since 1970. */
  created: number;
}

/** The first wait after a failure. It doubles up to the longest. In milliseconds. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A server that is just starting is no news: we say that events wait only after this many tries, 7 s later. */
const QUIET_TRIES = 3;
/** Stripe gives up after three days as well. */
const LIFE_SECONDS = 3 * 24 * 3600;
const ANSWER_TIMEOUT_MS = 10_000;
/** How long a running delivery may take when we stop. */
const STOP_GRACE_MS = 2_000;

/** Sends events, each until it is confirmed. Starts with those that are still in the store. */
export function startWebhooks(
  store: Store,
  target: { url: string; secret: string },
  log: (line: string) => void,
): { publish: Publish; stop(): Promise<void> } {
  const table = store.table<Delivery>('deliveries');
  const stopping = new AbortController();
  const impatience = new AbortController();
  // Each waiting delivery listens, and there may be many.
  setMaxListeners(0, stopping.signal, impatience.signal);
  const underWay = new Set<Promise<void>>();
  /** Whether we have said so since the last success. There may be many events. */
  let isDown = false;

  async function deliver(delivery: Delivery): Promise<void> {
    await store.flush();
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      const failure = await send(delivery);
      if (!failure) isDown = false;
      if (!failure || now() - delivery.created > LIFE_SECONDS) {
        table.remove(delivery.id);
        await store.flush();
        return;
      }
      if (stopping.signal.aborted) return;
      if (attempt >= QUIET_TRIES && !isDown) {
        isDown = true;
        log(`events such as ${delivery.type} wait for ${target.url}: ${failure}`);
      }
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
      await wait(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** @returns what went wrong, or undefined when the other side confirmed */
  async function send({ payload }: Delivery): Promise<string | undefined> {
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signPayload(payload, target.secret),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([impatience.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return response.ok ? undefined : `answered ${response.status}`;
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      return cause?.code ?? String(error);
    }
  }

  function start(delivery: Delivery): void {
    const job = deliver(delivery).catch((error: unknown) =>
      log(`webhooks failed: ${String(error)}`),
    );
    underWay.add(job);
    void job.then(() => underWay.delete(job));
  }

  table.rows().forEach(start);
  return {
    publish(type, object) {
      const id = createId('evt');
      const created = now();
      const event = {
        id,
        object: 'event',
        api_version: API_VERSION,
        created,
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      };
      const delivery = { id, type, created, payload: JSON.stringify(event) };
      table.put(id, delivery);
      start(delivery);
    },
    /** Finishes running deliveries. Events that are not confirmed stay for the next start. */
    async stop() {
      stopping.abort();
      const timer = setTimeout(() => impatience.abort(), STOP_GRACE_MS);
      await Promise.all(underWay);
      clearTimeout(timer);
    },
  };
}

/** Stripe's signature: https://docs.stripe.com/webhooks/signature */
function signPayload(payload: string, secret: string): string {
  const time = now();
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return `t=${time},v1=${signature}`;
}
