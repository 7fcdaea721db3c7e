import type { RefundLine } from '@speakifyr/contract/refunds.ts';
import type { Services } from '../services.ts';
import { listCreditNotes, nameCorrection } from './credit-notes.ts';
import { listPayments, type Payment } from './payment-store.ts';
import { isNotOwed, listRefundsOf, type Refund } from './refund-store.ts';

/**
 * The refunds of each payment that has some, by the payment's id, oldest first. Without those that an admin was refused
 * at once, and those that failed because the bank had returned the payment. R166
 */
export async function getRefundLines(
  paymentIds: string[],
  { database }: Services,
): Promise<Map<string, RefundLine[]>> {
  const [refunds, notes, payments] = await Promise.all([
    listRefundsOf(database.collections, paymentIds),
    listCreditNotes(database.collections, paymentIds),
    listPayments(database.collections, paymentIds),
  ]);
  const lines = new Map<string, RefundLine[]>();
  for (const refund of refunds) {
    const { refundId, paymentId, amount, reason, state, createdAt, seatId, given } = refund;
    if (!isShown(refund)) continue;
    const payment = payments.find((one) => one.paymentId === paymentId);
    const correction = notes.find((note) => note.refundId === nameCorrection(refundId));
    const line: RefundLine = {
      amount,
      reason,
      state,
      createdAt: createdAt.toISOString(),
      at: findDay(refund, payment?.movements).toISOString(),
      cartId: seatId?.toHexString() ?? null,
      ...(given && {
        given: { method: given.method, day: given.day, reference: given.reference },
      }),
      ...((refund.credit || payment?.method === 'credit') && { isCredit: true as const }),
      creditNote: notes.find((note) => note.refundId === refundId)?._id ?? null,
      ...(correction && { correction: correction._id }),
    };
    lines.set(paymentId, [...(lines.get(paymentId) ?? []), line]);
  }
  return lines;
}

/**
 * Whether people see a refund: not if it was refused, or if the bank had returned the money. Refunded credit is shown
 * with the credit: for the seat, the money was returned when it became credit.
 */
export function isShown(refund: Refund): boolean {
  return !refund.isRefused && !isNotOwed(refund) && !refund.ofCredit;
}

/** When a refund last counted in the books. Before that, when it was decided. */
export function findDay(
  { refundId, settledAt, createdAt }: Refund,
  movements: Payment['movements'] = [],
): Date {
  return movements.findLast((one) => one.refundId === refundId)?.at ?? settledAt ?? createdAt;
}
