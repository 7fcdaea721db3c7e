import { DEFAULT_REFUND_TERMS, type RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { auditEvent } from '../../events/audit-event.ts';
import type { UserDocument, Collections } from '../../database/collections.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { isDuplicateKey } from '../../database/duplicate-key.ts';

/** The refund policy for new purchases, and for seats from before there was one. */
export async function getRefundTerms({
  database,
}: Pick<Services, 'database'>): Promise<RefundTerms> {
  return (await findPolicy(database.collections)) ?? DEFAULT_REFUND_TERMS;
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
  const act = auditEvent(
    {
      by: admin.email,
      type: 'change refund policy',
      target: `version ${terms.version}`,
      before: { steps: before.steps },
      after: { steps: terms.steps },
    },
    services,
  );
  const isChanged =
    before.version === seen.version &&
    (await replacePolicy(services.database.collections, terms, act));
  if (!isChanged) throw new ApiError('policy_changed');
  return terms;
}

type Settings = Pick<Collections, 'settings'>;

const ID = 'refundPolicy' as const;

/** @returns the school's refund policy, or undefined if it has never set one */
async function findPolicy({ settings }: Settings): Promise<RefundTerms | undefined> {
  return (await settings.findOne({ _id: ID }))?.terms;
}

/**
 * Replaces the refund policy, if nobody else has changed it since.
 * @param terms their version is one more than that of the terms that they replace
 * @returns false if somebody else was faster
 */
async function replacePolicy(
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
