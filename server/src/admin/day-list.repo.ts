import type { Collections, PaymentDocument } from '../database/collections.ts';

/** Finds what waits for the office. */

/** The most open disputes that are shown. */
const MAX_DISPUTES = 20;

/** Payments with an open dispute, the first deadline first. */
export async function listOpenDisputes({
  payments,
}: Pick<Collections, 'payments'>): Promise<PaymentDocument[]> {
  const open = await payments.find({ 'dispute.state': 'open' }).limit(MAX_DISPUTES).toArray();
  // No deadline comes last.
  const dueBy = ({ dispute }: PaymentDocument) => dispute?.dueBy?.getTime() ?? Infinity;
  return open.sort((one, other) => dueBy(one) - dueBy(other));
}

/** How many accounts were made since a moment. */
export async function countNewUsers(
  { users }: Pick<Collections, 'users'>,
  since: Date,
): Promise<number> {
  return users.countDocuments({ createdAt: { $gte: since } });
}

/** How many messages came since a moment. */
export async function countNewMessages(
  { contactMessages }: Pick<Collections, 'contactMessages'>,
  since: Date,
): Promise<number> {
  return contactMessages.countDocuments({ at: { $gte: since } });
}
