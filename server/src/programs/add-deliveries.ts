import { createHash } from 'node:crypto';
import { KEEP_DELIVERY_DAYS } from '@speakifyr/contract/webhook-kinds.ts';
import type { Collection, ObjectId } from 'mongodb';
import type { EventOf, HookedType } from '../database/event-document.ts';
import type { WebhookDocument } from '../database/program-documents.ts';
import { finishEvents } from '../events/finish-events.ts';
import { relayEvents } from '../events/relay.ts';
import { logFailure } from '../log.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { describeHooks, type DueHook } from './describe-hooks.ts';

type Hooked = EventOf<HookedType>;

/** How many events are read at once. */
const EVENTS_AT_ONCE = 100;

/** All webhooks, the newest first. There are few. */
export function listWebhooks({ database }: Pick<Services, 'database'>): Promise<WebhookDocument[]> {
  return database.collections.webhooks.find().sort({ createdAt: -1, _id: -1 }).toArray();
}

/**
 * Writes down what is to be sent to whom because of new events. It may stop at any moment and run on several servers at
 * once: a delivery is inserted by its id, before its event is finished. A problem with one event doesn't stop the others.
 * R514
 * @param signal stops it between two events
 */
export async function addDeliveries(services: Services, signal?: AbortSignal): Promise<void> {
  const { collections } = services.database;
  await relayEvents(services);
  for (;;) {
    const webhooks = (await listWebhooks(services)).filter(({ offSince }) => !offSince);
    const due = await (collections.events as unknown as Collection<Hooked>)
      .find({ hookDue: true })
      .limit(EVENTS_AT_ONCE)
      .toArray();
    const done: Hooked[] = [];
    for (const event of due as Hooked[]) {
      if (signal?.aborted) return;
      const added = webhooks.length === 0 ? Promise.resolve() : addAll(event, webhooks, services);
      const told = { event: event._id };
      await logFailure(
        added.then(() => void done.push(event)),
        'a webhook is not written yet',
        services,
        told,
      );
    }
    await finishEvents(collections, done, 'hookDue');
    // What failed would come first again: it waits for the next look.
    if (due.length < EVENTS_AT_ONCE || done.length === 0) return;
  }
}

async function addAll(event: Hooked, webhooks: WebhookDocument[], services: Services) {
  for (const due of await describeHooks(event, services))
    await insertDeliveries(due, event.at, webhooks, services);
}

/** Puts what is due in the list of each webhook. Harmless for what is already there. */
export async function insertDeliveries(
  { type, cause, data }: DueHook,
  at: Date,
  webhooks: Pick<WebhookDocument, '_id'>[],
  { database, now }: Services,
): Promise<void> {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const createdAt = now();
  await database.collections.webhookDeliveries.bulkWrite(
    webhooks.map(({ _id: webhookId }) => ({
      updateOne: {
        filter: { _id: nameDelivery(webhookId, `${type}:${cause}`) },
        update: {
          $setOnInsert: {
            webhookId,
            type,
            body,
            createdAt,
            state: 'waiting' as const,
            attempts: 0,
            nextAt: createdAt,
          },
        },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

/** Without a dot, which the signature uses to tell its parts. */
function nameDelivery(webhookId: ObjectId, cause: string): string {
  const hash = createHash('sha256').update(`${webhookId.toHexString()}:${cause}`).digest('hex');
  return `msg_${hash.slice(0, 32)}`;
}

/** Deletes deliveries after KEEP_DELIVERY_DAYS. A job. */
export async function forgetOldDeliveries({ database, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - KEEP_DELIVERY_DAYS * DAY_MS);
  await database.collections.webhookDeliveries.deleteMany({ createdAt: { $lt: before } });
}
