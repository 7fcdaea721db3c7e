import type { RefundState } from '@speakifyr/contract/money-states.ts';
import type { PlannedRefund } from '../../database/money-documents.ts';
import { listRefundsById } from '../../ledger/refund-store.ts';
import type { Services } from '../../services.ts';

/**
 * What the payer reads of several refunds at once. One that waits for somebody at the school decides. One that is not
 * recorded yet is on its way. R590
 */
export async function readStateOf(
  planned: Pick<PlannedRefund, 'refundId'>[],
  { database }: Services,
): Promise<RefundState> {
  const ids = planned.map(({ refundId }) => refundId);
  const found = await listRefundsById(database.collections, ids);
  const waits = [...found.values()].some(
    ({ state, needsAdmin }) => state === 'failed' && needsAdmin,
  );
  return waits ? 'failed' : 'decided';
}
