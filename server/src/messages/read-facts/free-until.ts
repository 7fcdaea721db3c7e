import {
  DEFAULT_REFUND_TERMS,
  findLastDay,
  quoteRefund,
} from '@speakifyr/contract/refund-terms.ts';
import type { Payment } from '../../billing/closed-payments.ts';
import { readToday } from '../../school-time.ts';
import type { PaidSeat } from '../../enrollments/seats/seats.service.ts';
import type { Services } from '../../services.ts';

/**
 * The last day (yyyy-mm-dd) on which everything comes back if the seat is canceled. Only the payer may read it.
 * @returns null if that is over, if nothing was paid, or if other payments count for the seat because it moved
 */
export function findFreeUntil(
  { cartId, movedBy }: PaidSeat,
  payment: Payment,
  campStart: string,
  services: Services,
): string | null {
  const paid = payment.items.find((item) => item.cartId.equals(cartId))?.amount ?? 0;
  if (paid === 0 || movedBy) return null;
  const terms = payment.terms ?? DEFAULT_REFUND_TERMS;
  const today = readToday(services);
  const { refund, until } = quoteRefund({ terms, paid, campStart, today });
  // From the first day on, nobody cancels.
  const last = findLastDay(1, campStart);
  if (until === null || refund < paid || today > last) return null;
  return until < last ? until : last;
}
