import type { Collections } from '../database/collections.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';

type Outbox = Pick<Collections, 'outbox'>;

/** A line that one server has to itself until its lease ends. */
export type Claim = {
  line: OutboxDocument;
  /** Whether another server was sending it and never said what became of it. */
  wasLeft: boolean;
};

/** How a claim ends, or what it notes in between. */
export type Change = Partial<
  Pick<
    OutboxDocument,
    | 'state'
    | 'nextAt'
    | 'attempts'
    | 'lastError'
    | 'sentAt'
    | 'subject'
    | 'sentTo'
    | 'written'
    | 'childIds'
    | 'forgetAt'
  >
>;

/**
 * Claims the line that has been due for the longest time. Several servers can share the work. Every claim counts as a
 * try; together with its lease, that number is the token without which nobody can change the line.
 */
export async function claimDueLine(
  { outbox }: Outbox,
  now: Date,
  leaseUntil: Date,
): Promise<Claim | null> {
  const before = await outbox.findOneAndUpdate(
    { nextAt: { $lte: now } },
    { $set: { nextAt: leaseUntil }, $inc: { attempts: 1 } },
    { sort: { nextAt: 1 }, returnDocument: 'before' },
  );
  if (!before) return null;
  return {
    line: { ...before, nextAt: leaseUntil, attempts: before.attempts + 1 },
    wasLeft: before.state === 'sending',
  };
}

/**
 * Changes a line that this server has claimed. What is undefined is removed.
 * @returns the claim as it is now, or null if it is over: another server has the line, or it is gone
 */
export async function changeClaimed(
  { outbox }: Outbox,
  { line, wasLeft }: Claim,
  change: Change,
): Promise<Claim | null> {
  const gone = Object.keys(change).filter((key) => change[key as keyof Change] === undefined);
  const { _id, attempts, nextAt } = line;
  const { matchedCount } = await outbox.updateOne(
    { _id, attempts, nextAt: nextAt ?? new Date(0) },
    {
      $set: Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((key) => [key, ''])) }),
    },
  );
  return matchedCount === 1 ? { line: { ...line, ...change }, wasLeft } : null;
}
