import type { Services } from '../services.ts';

/** How much of the ledger is not settled: what is open or under way, and refunds that failed and need an admin. */
export async function countUnsettled({ database }: Services) {
  const { payments, refunds } = database.collections;
  const [openPayments, openDisputes, waitingRefunds, failedRefunds] = await Promise.all([
    payments.countDocuments({ status: 'open' }),
    payments.countDocuments({ 'dispute.state': 'open' }),
    refunds.countDocuments({ checkAfter: { $gt: new Date(0) } }),
    refunds.countDocuments({ needsAdmin: true, state: 'failed' }),
  ]);
  return { openPayments, openDisputes, waitingRefunds, failedRefunds };
}
