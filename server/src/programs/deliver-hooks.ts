import { HOOK_OFF_DAYS } from '@speakifyr/contract/webhook-kinds.ts';
import type { DeliveryDocument, WebhookDocument } from '../database/program-documents.ts';
import { auditEvent, SYSTEM } from '../events/audit-event.ts';
import { DAY_MS } from '../school-time.ts';
import type { HookResult } from '../outside/webhook-sender.ts';
import type { Services } from '../services.ts';
import { listWebhooks } from './add-deliveries.ts';

const MINUTE_MS = 60_000;
/** How long a server has a delivery to itself: longer than a try takes (outside/webhook-sender.ts). */
const LEASE_MS = MINUTE_MS;
/** How long a delivery waits after each try that failed: two days in all. */
const RETRY_AFTER_MS = [1, 5, 30, 120, 360, 960, 1_440].map((minutes) => minutes * MINUTE_MS);
export const MAX_HOOK_TRIES = RETRY_AFTER_MS.length + 1;
/** Then the other webhooks get their turn. */
const ROUND_MS = 30_000;

/**
 * Sends what is due. Several servers may do it at once: each try is claimed by one of them. Each webhook has its own turn,
 * so that a slow one doesn't hold up the others; after a try that failed, its turn is over. R515
 * @param signal stops it; a try that is cut off is made again once its lease is over
 */
export async function deliverHooks(services: Services, signal?: AbortSignal): Promise<void> {
  const webhooks = await listWebhooks(services);
  await Promise.all(webhooks.map((webhook) => deliverTo(webhook, services, signal)));
}

async function deliverTo(
  webhook: WebhookDocument,
  services: Services,
  signal: AbortSignal | undefined,
): Promise<void> {
  const endAt = performance.now() + ROUND_MS;
  while (!signal?.aborted && performance.now() < endAt) {
    const claimed = await claimDue(webhook, services);
    if (!claimed) return;
    const { url, secret } = webhook;
    const { _id: id, body } = claimed;
    const at = services.now();
    const result = await services.webhookSender.send({ id, url, secret, body, at }, signal);
    if (signal?.aborted && result.result !== 'delivered') return;
    const isNoted = await noteResult(claimed, result, services);
    if (result.result === 'delivered') await noteArrival(webhook, services);
    else if (isNoted) return noteFailure(webhook, services);
    else return;
  }
}

/** @returns the delivery that has been due the longest, as it is now. The try and the lease are the claim's token */
function claimDue(
  { _id: webhookId }: WebhookDocument,
  { database, now }: Services,
): Promise<DeliveryDocument | null> {
  const at = now();
  return database.collections.webhookDeliveries.findOneAndUpdate(
    { webhookId, nextAt: { $lte: at } },
    { $set: { nextAt: after(at, LEASE_MS), triedAt: at }, $inc: { attempts: 1 } },
    { sort: { nextAt: 1 }, returnDocument: 'after' },
  );
}

/** @returns false if the claim is over, because somebody else has it or it is to be sent again */
async function noteResult(
  { _id, attempts, nextAt }: DeliveryDocument,
  { result, status, problem }: HookResult,
  { database, now }: Services,
): Promise<boolean> {
  const wait = RETRY_AFTER_MS[attempts - 1];
  const isOver = result === 'delivered' || wait === undefined;
  const state = result === 'delivered' ? 'delivered' : isOver ? 'failed' : 'waiting';
  const { matchedCount } = await database.collections.webhookDeliveries.updateOne(
    { _id, attempts, nextAt: nextAt ?? new Date(0) },
    {
      $set: { state, status, problem, ...(!isOver && { nextAt: after(now(), wait) }) },
      ...(isOver && { $unset: { nextAt: '' as const } }),
    },
  );
  return matchedCount === 1;
}

/** It works: it is on, even if it was switched off. */
async function noteArrival({ _id }: WebhookDocument, { database }: Services): Promise<void> {
  await database.collections.webhooks.updateOne(
    { _id, failingSince: { $exists: true } },
    { $unset: { failingSince: '', offSince: '' } },
  );
}

/** Switches a webhook off to which nothing has arrived for HOOK_OFF_DAYS. What waits is given up. */
async function noteFailure(webhook: WebhookDocument, services: Services): Promise<void> {
  const { webhooks, webhookDeliveries } = services.database.collections;
  const { _id, name } = webhook;
  const at = services.now();
  await webhooks.updateOne(
    { _id, failingSince: { $exists: false } },
    { $set: { failingSince: at } },
  );
  const event = auditEvent({
    at,
    by: SYSTEM,
    type: 'switch off webhook',
    target: name,
    before: null,
    after: { reason: `nothing has arrived for ${HOOK_OFF_DAYS} days` },
  });
  const since = after(at, -HOOK_OFF_DAYS * DAY_MS);
  const { matchedCount } = await webhooks.updateOne(
    { _id, failingSince: { $lte: since }, offSince: { $exists: false } },
    { $set: { offSince: at }, $push: { events: event } },
  );
  if (matchedCount === 0) return;
  services.log.warn({ webhook: name }, 'a webhook is switched off: nothing arrives');
  await webhookDeliveries.updateMany(
    { webhookId: _id, nextAt: { $exists: true } },
    { $set: { state: 'failed' }, $unset: { nextAt: '' } },
  );
}

function after(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds);
}
