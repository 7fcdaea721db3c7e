import { DEFAULT_REFUND_TERMS, type RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import type { Collections, UserDocument } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/duplicate-key.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { ApiError } from '../../errors.ts';
import { auditEvent } from '../../events/audit-event.ts';
import type { Services } from '../../services.ts';

const ID = 'refundPolicy' as const;

/** The refund policy for new purchases, and for seats from before there was one. */
export async function getRefundTerms({
  database,
}: Pick<Services, 'database'>): Promise<RefundTerms> {
  return (await database.collections.settings.findOne({ _id: ID }))?.terms ?? DEFAULT_REFUND_TERMS;
}

/**
 * Changes the refund policy for new purchases. What is bought already keeps its terms.
 * @param seen.version the policy that the admin saw
 * @returns the new policy
 * @throws {ApiError} `policy_changed` if it is not the current one anymore
 */
export async function changeRefundPolicy(
  seen: RefundTerms,
  admin: UserDocument,
  services: Services,
): Promise<RefundTerms> {
  const before = await getRefundTerms(services);
  const terms = { version: seen.version + 1, steps: seen.steps };
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'change refund policy',
    target: `version ${terms.version}`,
    before: { steps: before.steps },
    after: { steps: terms.steps },
  });
  const isChanged =
    before.version === seen.version &&
    (await replacePolicy(services.database.collections, terms, event));
  if (!isChanged) throw new ApiError('policy_changed');
  return terms;
}

/** Replaces the version before this one. @returns false if somebody else was faster */
async function replacePolicy(
  { settings }: Pick<Collections, 'settings'>,
  terms: RefundTerms,
  event: AuditEvent,
): Promise<boolean> {
  // Only the first policy is a new document.
  const isFirst = terms.version === 1;
  const before = isFirst
    ? { _id: ID, terms: { $exists: false } }
    : { _id: ID, 'terms.version': terms.version - 1 };
  const change = { $set: { terms, changedAt: event.at }, $push: { events: event } };
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
