import { randomBytes, randomUUID } from 'node:crypto';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output, ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { MAX_WEBHOOKS } from '@speakifyr/contract/webhook-kinds.ts';
import type { HookDelivery, ListedWebhook } from '@speakifyr/contract/webhooks.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import { findPage, type ListRequest, type Page } from '../database/lists.ts';
import type { DeliveryDocument, WebhookDocument } from '../database/program-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent, recordEvent } from '../events/audit-event.ts';
import { relayEvents } from '../events/relay.ts';
import type { Services } from '../services.ts';
import { insertDeliveries, listWebhooks } from './add-deliveries.ts';
import { nameMakers } from './makers.ts';

/** As long as what the secret signs with: SHA-256. */
const SECRET_BYTES = 32;

/** All webhooks, the newest first. */
export async function getWebhooks(services: Services): Promise<ListedWebhook[]> {
  const webhooks = await listWebhooks(services);
  const makerOf = await nameMakers(webhooks, services);
  return webhooks.map(({ _id, name, url, createdAt, by, failingSince, offSince }) => ({
    _id: _id.toHexString(),
    name,
    url,
    by: makerOf(by),
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    offSince: offSince?.toISOString() ?? null,
  }));
}

/**
 * Makes a webhook. Only this answer has its secret. R514
 * @throws {ApiError} `invalid_input` for an address that we never send to, `too_many_webhooks`
 */
export async function makeWebhook(
  { name, url }: ParsedInput<Contract['POST /webhooks']>['body'],
  director: UserDocument,
  services: Services,
): Promise<Output<Contract['POST /webhooks']>> {
  const problem = services.webhookSender.checkUrl(url);
  if (problem) throw new ApiError('invalid_input', undefined, { fields: { 'body.url': problem } });
  if ((await listWebhooks(services)).length >= MAX_WEBHOOKS)
    throw new ApiError('too_many_webhooks');
  const _id = new ObjectId();
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const createdAt = services.now();
  const event = auditEvent({
    at: createdAt,
    by: director._id,
    type: 'make webhook',
    target: name,
    before: null,
    after: describe({ url }),
  });
  await services.database.collections.webhooks.insertOne({
    _id,
    name,
    url,
    secret,
    by: director._id,
    createdAt,
    events: [event],
  });
  return { status: true, _id: _id.toHexString(), secret };
}

/** For the audit log. The rest of an address may be a secret. */
function describe({ url }: Pick<WebhookDocument, 'url'>) {
  return { host: new URL(url).host };
}

/** Removes a webhook and all that was or would be sent there. @throws {ApiError} `not_found` */
export async function removeWebhook(
  id: string,
  director: UserDocument,
  services: Services,
): Promise<void> {
  const { webhooks, webhookDeliveries } = services.database.collections;
  const webhook = await findWebhook(id, services);
  const { _id, name } = webhook;
  // First, because nothing would be left that knows of it. Its own events may not be in the log yet.
  const removal = { by: director._id, type: 'remove webhook' as const, target: name };
  const values = { before: describe(webhook), after: null };
  await recordEvent({ ...removal, ...values }, `webhook-removed-${id}`, services);
  await relayEvents(services);
  await webhooks.deleteOne({ _id });
  await webhookDeliveries.deleteMany({ webhookId: _id });
}

/** @throws {ApiError} `not_found` */
async function findWebhook(id: string, { database }: Services): Promise<WebhookDocument> {
  const found = await database.collections.webhooks.findOne({ _id: new ObjectId(id) });
  if (!found) throw new ApiError('not_found', 'There is no such webhook.');
  return found;
}

/** Sends a test, which is due now. @throws {ApiError} `not_found` */
export async function testWebhook(id: string, services: Services): Promise<void> {
  const webhook = await findWebhook(id, services);
  const test = { type: 'test' as const, cause: randomUUID(), data: {} };
  await insertDeliveries(test, services.now(), [webhook], services);
}

/** A page of what was sent to a webhook, the newest first. @throws {ApiError} `not_found` */
export async function getDeliveries(
  id: string,
  request: ListRequest,
  services: Services,
): Promise<Page<HookDelivery>> {
  const { _id: webhookId } = await findWebhook(id, services);
  const { webhookDeliveries } = services.database.collections;
  const page = await findPage(webhookDeliveries, { webhookId }, request, '-createdAt');
  return { total: page.total, items: page.items.map(present) };
}

function present(delivery: DeliveryDocument): HookDelivery {
  const { _id, type, state, createdAt, attempts, triedAt, status, problem, nextAt } = delivery;
  return {
    _id,
    type,
    state,
    attempts,
    createdAt: createdAt.toISOString(),
    triedAt: triedAt?.toISOString() ?? null,
    status: status ?? null,
    problem: problem ?? '',
    nextAt: nextAt?.toISOString() ?? null,
  };
}

/**
 * Sends a delivery again: the same id and content, whether it arrived or not. Its tries start over. R515
 * @throws {ApiError} `not_found`
 */
export async function sendAgain(
  { id, deliveryId }: { id: string; deliveryId: string },
  { database, now }: Services,
): Promise<void> {
  const { matchedCount } = await database.collections.webhookDeliveries.updateOne(
    { _id: deliveryId, webhookId: new ObjectId(id) },
    { $set: { state: 'waiting', nextAt: now(), attempts: 0 } },
  );
  if (matchedCount === 0) throw new ApiError('not_found', 'There is no such delivery anymore.');
}
