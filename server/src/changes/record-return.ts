import { SYSTEM, recordEvent } from '../events/audit-event.ts';
import { closePayment, markReturning, type Payment } from '../ledger/payment-store.ts';
import { listRefundsOf } from '../ledger/refund-store.ts';
import { dropCredits } from '../ledger/spend-credit.ts';
import { readMoment } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findAddressOf } from '../users/find-users.ts';
import { endReturnedSeat } from './end-returned-seat.ts';
import { isRefused, nameRefusal } from './paid-lines.ts';

/**
 * Records that all of a payment was refunded, no matter by whom, and ends the seats that it paid for. All of it may be
 * repeated after a crash. R94
 * @returns `open` if the money is with the school again, so that nothing ends
 */
export async function recordReturn(
  payment: Payment,
  services: Services,
): Promise<{ state: 'open' | 'refunded' }> {
  // Before the seats are taken back. A payment that we refused had no seat; any other was returned by the school.
  const refundReason = await findReason(payment, services);
  const { paymentId, amount, currency } = payment;
  if (!(await markReturning(services.database.collections, paymentId))) return { state: 'open' };
  for (const { seatId } of payment.items) await endReturnedSeat({ paymentId, seatId }, services);
  // What was never spent.
  if (payment.status === 'open') await dropCredits(payment, services);
  const email = await findAddressOf(payment.userId, services);
  await recordEvent(
    {
      by: SYSTEM,
      type: 'refund',
      target: payment.paymentId,
      before: { email, amount, currency },
      after: { status: 'refunded' },
    },
    `refund-${payment.paymentId}`,
    services,
  );
  await closePayment(
    services.database.collections,
    payment,
    { status: 'refunded', refundReason },
    readMoment(services),
  );
  return { state: 'refunded' };
}

async function findReason(payment: Payment, services: Services) {
  if (await isRefused(payment, services)) return nameRefusal(payment.items);
  const refunds = await listRefundsOf(services.database.collections, [payment.paymentId]);
  return refunds.some(({ reason }) => reason === 'dispute') ? 'dispute' : 'by the school';
}
