import { randomBytes } from 'node:crypto';
import type { ApiKey } from '@speakifyr/contract/api-keys.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output, ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { MAX_KEY_DAYS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { ApiKeyDocument } from '../database/program-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { hashKey, KEY_PREFIX } from './check-key.ts';
import { nameMakers } from './makers.ts';

/** With 256 random bits, nobody finds a key by trying. */
const KEY_BYTES = 32;
/** How many characters of a key the list shows. */
const SHOWN_START = KEY_PREFIX.length + 4;

/** All keys, the newest first. */
export async function getApiKeys(services: Services): Promise<ApiKey[]> {
  const { apiKeys } = services.database.collections;
  const keys = await apiKeys.find().sort({ createdAt: -1, _id: -1 }).toArray();
  const makerOf = await nameMakers(keys, services);
  return keys.map((key) => ({
    _id: key._id.toHexString(),
    name: key.name,
    kind: key.kind,
    start: key.start,
    until: key.until,
    state: findState(key, services),
    createdAt: key.createdAt.toISOString(),
    by: makerOf(key.by),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  }));
}

function findState({ hash, until }: ApiKeyDocument, services: Services): ApiKey['state'] {
  if (!hash) return 'revoked';
  return until < readToday(services) ? 'expired' : 'good';
}

/**
 * Makes a key. Only this answer has it. R512
 * @throws {ApiError} `invalid_input` if its last day is over or more than MAX_KEY_DAYS away
 */
export async function makeApiKey(
  { name, kind, until }: ParsedInput<Contract['POST /apiKeys']>['body'],
  director: UserDocument,
  services: Services,
): Promise<Output<Contract['POST /apiKeys']>> {
  const today = readToday(services);
  if (until < today || until > addDays(today, MAX_KEY_DAYS))
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.until': 'Choose a day from today to a year from now.' },
    });
  const key = `${KEY_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
  const at = services.now();
  const _id = new ObjectId();
  await services.database.collections.apiKeys.insertOne({
    _id,
    name,
    kind,
    until,
    hash: hashKey(key),
    start: key.slice(0, SHOWN_START),
    by: director._id,
    createdAt: at,
    events: [
      auditEvent({
        at,
        by: director._id,
        type: 'make API key',
        target: name,
        before: null,
        after: { kind, until },
      }),
    ],
  });
  return { status: true, _id: _id.toHexString(), key };
}

/**
 * Revokes a key: from the next call on, nobody knows it. R512
 * @throws {ApiError} `not_found`, also if somebody else has revoked it
 */
export async function revokeApiKey(
  id: string,
  director: UserDocument,
  services: Services,
): Promise<void> {
  const { apiKeys } = services.database.collections;
  const good = { _id: new ObjectId(id), hash: { $exists: true } };
  const key = await apiKeys.findOne(good);
  if (!key) throw keyNotFoundError();
  const event = auditEvent({
    at: services.now(),
    by: director._id,
    type: 'revoke API key',
    target: key.name,
    before: { kind: key.kind, until: key.until },
    after: null,
  });
  const change = { $unset: { hash: '' as const }, $push: { events: event } };
  const { matchedCount } = await apiKeys.updateOne(good, change);
  if (matchedCount === 0) throw keyNotFoundError();
}

function keyNotFoundError(): ApiError {
  return new ApiError('not_found', 'There is no such key, or it is revoked.');
}
