import type { RefundLine } from '@speakifyr/contract/refunds.ts';
import type { Services } from '../services.ts';
import { listCreditNotes } from './credit-notes.repo.ts';
import { isPaidOtherwise, listRefundsOf, type Refund } from './refunds.repo.ts';

export type { Refund };

/** All refunds of a payment in any state, oldest first. */
export async function findRefundsOf(paymentId: string, { database }: Services): Promise<Refund[]> {
  return listRefundsOf(database.collections, [paymentId]);
}

/**
 * The refunds of each payment that has some, by the payment's id, oldest first. Without those that an admin was refused
 * at once. One that failed and was paid in another way since counts as succeeded.
 */
export async function getRefundLines(
  paymentIds: string[],
  { database }: Services,
): Promise<Map<string, RefundLine[]>> {
  const [refunds, notes] = await Promise.all([
    listRefundsOf(database.collections, paymentIds),
    listCreditNotes(database.collections, paymentIds),
  ]);
  const lines = new Map<string, RefundLine[]>();
  for (const refund of refunds) {
    const { refundId, paymentId, amount, reason, createdAt, cartId } = refund;
    if (refund.isRefused) continue;
    const line: RefundLine = {
      ...{ amount, reason, createdAt: createdAt.toISOString() },
      state: isPaidOtherwise(refund) ? 'succeeded' : refund.state,
      cartId: cartId?.toHexString() ?? null,
      creditNote: notes.find((note) => note.refundId === refundId)?._id ?? null,
    };
    lines.set(paymentId, [...(lines.get(paymentId) ?? []), line]);
  }
  return lines;
}
