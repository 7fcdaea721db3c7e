import { DEFAULT_REFUND_TERMS, type RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findSettings } from '../database/settings-store.ts';
import { ApiError } from '../errors.ts';
import { changeSettings } from '../school/change-settings.ts';
import type { Services } from '../services.ts';

const ID = 'refundPolicy' as const;

/** The refund policy for new purchases, and for seats from before there was one. R157 */
export async function getRefundTerms({
  database,
}: Pick<Services, 'database'>): Promise<RefundTerms> {
  return (await findSettings(database.collections, ID)) ?? DEFAULT_REFUND_TERMS;
}

/**
 * Changes the refund policy for new purchases. What is already bought keeps its terms.
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
  const changed = await changeSettings(ID, { before, seen }, admin, services);
  if (!changed) throw new ApiError('policy_changed');
  return changed;
}
