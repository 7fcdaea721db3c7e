import type { RefundLine } from '@speakifyr/contract/refunds.ts';
import type { Services } from '../services.ts';
import { listRefundsOf, type Refund } from './refunds.repo.ts';

export type { Refund };

/** All refunds of a payment in any state, oldest first. */
export async function findRefundsOf(paymentId: string, { database }: Services): Promise<Refund[]> {
  return listRefundsOf(database.collections, [paymentId]);
}

/** @returns the refunds of each payment that has some, by the payment's id, oldest first */
export async function getRefundLines(
  paymentIds: string[],
  { database }: Services,
): Promise<Map<string, RefundLine[]>> {
  const lines = new Map<string, RefundLine[]>();
  for (const refund of await listRefundsOf(database.collections, paymentIds)) {
    const { paymentId, amount, reason, state, createdAt, cartId } = refund;
    const line = { amount, reason, state, createdAt: createdAt.toISOString() };
    lines.set(paymentId, [
      ...(lines.get(paymentId) ?? []),
      { ...line, cartId: cartId?.toHexString() ?? null },
    ]);
  }
  return lines;
}
