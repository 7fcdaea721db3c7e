import { takeUnspent } from '../ledger/credit-refunds.ts';
import { listCredits } from '../ledger/credit-store.ts';
import { findPayment, type Payment } from '../ledger/payment-store.ts';
import { nameCardPayment } from '../ledger/spend-credit.ts';
import { carryOutRefund, decideRefund } from '../ledger/refunds.ts';
import { findClass } from '../database/class-store.ts';
import { SYSTEM } from '../events/audit-event.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findSeat, isEnrolled } from '../seats/find-seat.ts';
import { cancelSeat } from './cancel-seat.ts';
import { endPayment } from './end-payment.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * The money of a payment was returned from outside, and some of it is credit by now. So the credit ends, unspent credit
 * first. If that is not enough, what it paid for ends, last first, like every seat whose money is returned. Idempotent.
 * R363
 * @param wanted how much of the payment was returned, in cents
 * @throws {ApiError} `seat_changing` if some credit is not back yet. Then somebody tries again
 */
export async function recallCredit(
  paymentId: string,
  wanted: number,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  while ((await takeUnspent(paymentId, wanted, services)) > 0) {
    const credits = await listCredits(collections, [paymentId]);
    const used = credits.flatMap(({ credit }) => credit.uses);
    const last = used.findLast(({ amount, isBack }) => amount > 0 && !isBack);
    if (!last) return;
    await endSpent(last.id, services);
    const after = await listCredits(collections, [paymentId]);
    const isBack = after.some(({ credit }) => credit.left > 0);
    if (!isBack) throw new ApiError('seat_changing');
  }
}

/** Ends what a payment with credit bought; all that is left of it is credit again. */
async function endSpent(id: string, services: Services): Promise<void> {
  const { collections } = services.database;
  const payment = await findPayment(collections, id);
  // The credit may only be taken for a card payment that is not made yet.
  const open = payment ?? (await findPayment(collections, nameCardPayment(id)));
  if (open?.status === 'open')
    await (open.method === 'card' ? endPayment(open, services) : settlePayment(id, services));
  const spent = await findPayment(collections, id);
  if (spent?.status !== 'enrolled') return;
  for (const item of spent.items) await endSeat(spent, item, services);
  const left = (await findPayment(collections, id))?.kept ?? 0;
  if (left === 0) return;
  // What the school kept when such a seat was canceled.
  const { currency } = spent;
  const refundId = `${id}:recalled`;
  const refund = { refundId, paymentId: id, seatId: null, amount: left, currency };
  await decideRefund({ ...refund, reason: 'payment returned' }, services);
  await carryOutRefund(refundId, services);
}

async function endSeat(
  { userId }: Payment,
  { classId, seatId, state }: Payment['items'][number],
  services: Services,
): Promise<void> {
  if (state !== 'enrolled') return;
  const campClass = await findClass(services.database.collections, { _id: classId });
  const seat = findSeat(campClass, { seatId });
  if (!campClass || !isEnrolled(seat) || !seat.userId.equals(userId)) return;
  await cancelSeat({ campClass, seat, reason: 'payment returned', by: SYSTEM }, services);
}
