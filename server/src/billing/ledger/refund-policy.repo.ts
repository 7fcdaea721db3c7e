import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import type { Collections } from '../../database/collections.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { isDuplicateKey } from '../../database/duplicate-key.ts';

type Settings = Pick<Collections, 'settings'>;

const ID = 'refundPolicy' as const;

/** @returns the school's refund policy, or undefined if it has never set one */
export async function findPolicy({ settings }: Settings): Promise<RefundTerms | undefined> {
  return (await settings.findOne({ _id: ID }))?.terms;
}

/**
 * Replaces the refund policy, if nobody else has changed it since.
 * @param terms their version is one more than that of the terms that they replace
 * @returns false if somebody else was faster
 */
export async function replacePolicy(
  { settings }: Settings,
  terms: RefundTerms,
  act: AuditEvent,
): Promise<boolean> {
  // Only the first policy is a new document.
  const isFirst = terms.version === 1;
  const before = isFirst
    ? { _id: ID, terms: { $exists: false } }
    : { _id: ID, 'terms.version': terms.version - 1 };
  const change = { $set: { terms, changedAt: act.at }, $push: { events: act } };
  try {
    const { matchedCount, upsertedCount } = await settings.updateOne(before, change, {
      upsert: isFirst,
    });
    return matchedCount + upsertedCount === 1;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
