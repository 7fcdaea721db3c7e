import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { addCalls } from './rate-limits.repo.ts';

const WINDOW_MS = 60_000;
/** Of the limit: the others are told after so many calls. Whoever stays below it costs the database nothing. */
const SHARED_PART = 0.1;
/**
 * So far may an address run ahead of an even pace: a fifth of the limit at once is enough for a room full of
 * children who all press the same button, and what comes at once is what the others would have to wait for.
 */
const MAX_AHEAD_MS = WINDOW_MS / 5;

type Count = {
  calls: number;
  /** Milliseconds since 1970: when the calls until now would have been due, had they come at an even pace. */
  pacedUntil: number;
  /** Milliseconds since 1970. */
  endsAt: number;
  /** Calls of this server that the shared count does not know yet. */
  unshared: number;
  isSharing: boolean;
};

/** Counts one more call. @throws {ApiError} `too_many_requests` when there were enough in this minute, or just now */
export type CountCall = (key: string) => void;

/**
 * Limits how often something is done in a minute: each server counts in memory, and tells the others through the
 * database. Nobody waits for the database, and it is asked nothing about who is over the limit: so a flood costs
 * next to nothing, and the limit stands (for each server by itself) while the database is away. Up to a tenth of the
 * limit may pass at each server before the others know of it. How fast the calls may follow each other is each
 * server's own matter.
 */
export function createCallLimit(services: Services): CountCall {
  const limit = services.environment.RATE_LIMIT_PER_MINUTE;
  const shareEvery = Math.max(1, Math.floor(limit * SHARED_PART));
  const paceMs = WINDOW_MS / limit;
  const maxAheadMs = Math.max(MAX_AHEAD_MS, paceMs);
  const counts = new Map<string, Count>();

  return (key) => {
    const now = services.now().getTime();
    const count = findCount(counts, key, now);
    if (count.calls >= limit) refuse(count.endsAt - now);
    const aheadMs = Math.max(count.pacedUntil - now, 0) + paceMs;
    if (aheadMs > maxAheadMs) refuse(aheadMs - maxAheadMs);
    count.pacedUntil = now + aheadMs;
    count.calls += 1;
    count.unshared += 1;
    if (count.unshared >= shareEvery && !count.isSharing) void share(key, count, services);
  };
}

function refuse(waitMs: number): never {
  throw new ApiError('too_many_requests', undefined, {
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}

function findCount(counts: Map<string, Count>, key: string, now: number): Count {
  // Those that began first stand first.
  for (const [other, { endsAt }] of counts) {
    if (endsAt > now) break;
    counts.delete(other);
  }
  const running = counts.get(key);
  if (running && running.endsAt > now) return running;
  const count = {
    calls: 0,
    pacedUntil: now,
    endsAt: now + WINDOW_MS,
    unshared: 0,
    isSharing: false,
  };
  counts.delete(key);
  counts.set(key, count);
  return count;
}

/** Adds what is not shared yet, one update at a time for all calls that came meanwhile; takes over the others' calls. */
async function share(key: string, count: Count, { database, log, now }: Services): Promise<void> {
  count.isSharing = true;
  try {
    while (count.unshared > 0) {
      const added = count.unshared;
      count.unshared = 0;
      const endsAt = new Date(count.endsAt);
      const shared = await addCalls(database.collections, key, added, now(), endsAt);
      count.calls = shared.calls + count.unshared;
      count.endsAt = shared.endsAt.getTime();
    }
  } catch (error) {
    log.debug({ err: error }, 'calls are counted by this server alone');
  } finally {
    count.isSharing = false;
  }
}
