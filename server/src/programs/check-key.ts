import { createHash } from 'node:crypto';
import type { Access } from '@speakifyr/contract/endpoint.ts';
import { ApiError } from '../errors.ts';
import { HOUR_MS, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

/** How each key begins, so that scanners for secrets find one that was published by mistake. */
export const KEY_PREFIX = 'spk_';

/** A key as a caller of `http/bind.ts`. Calls are counted by `account`. */
export type KeyOwner = { account: string; keyHash: string };

/** @returns what the school keeps of a key. A key is random, so it needs no salt and no slow hash. decisions/0091 */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * Reads an API key without asking the database.
 * @param authorization the Authorization header
 * @returns undefined if no key opens this call, or the header has none: then only a session counts. R511
 */
export function readKeyOwner(
  { keys }: Access,
  authorization: string | undefined,
): KeyOwner | undefined {
  const key = keys && /^Bearer (spk_[\w-]+)$/i.exec(authorization ?? '')?.[1];
  if (!key) return undefined;
  const keyHash = hashKey(key);
  return { account: `key ${keyHash}`, keyHash };
}

/**
 * Lets a key into a call of its kind, through its last day, and notes when it was last used. R511, R512
 * @throws {ApiError} 401 `key_unknown` or `key_expired`, 403 `not_allowed` for a key of another kind
 */
export async function admitKey(
  { keys }: Access,
  { keyHash }: KeyOwner,
  services: Services,
): Promise<void> {
  const { apiKeys } = services.database.collections;
  const key = await apiKeys.findOne({ hash: keyHash });
  if (!key) throw new ApiError('key_unknown');
  if (key.until < readToday(services)) throw new ApiError('key_expired');
  if (key.kind !== keys) throw new ApiError('not_allowed', 'This key does not open this call.');
  const at = services.now();
  if (key.lastUsedAt && at.getTime() - key.lastUsedAt.getTime() < HOUR_MS) return;
  await apiKeys.updateOne({ _id: key._id }, { $set: { lastUsedAt: at } });
}
