import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import { getClassWithSeat } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { cancelSeat } from './cancel-seat.ts';
import { findPayment, type Payment } from './payments.repo.ts';
import { carryOutOrLeave, decideRefund } from './refunds.ts';
import { findRefund, listRefundsOf } from './refunds.repo.ts';
import { countLeft } from './what-is-left.ts';

type Wanted = {
  paymentId: string;
  cartId?: string | undefined;
  keepsSeat?: boolean | undefined;
  /** Integer cents. */
  amount: number;
  note: string;
  /** The same if it is sent again because no answer came. */
  requestId?: string | undefined;
};

/**
 * An admin gives money back: for a seat, which is canceled unless they say that it stays, or for a payment as a whole.
 * @throws {ApiError} `not_found`, `refund_too_high`, `payment_disputed`, `seat_moving`
 */
export async function refundByAdmin(
  { paymentId, cartId: chosen, keepsSeat, amount, note, requestId }: Wanted,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const payment = await findPayment(services.database.collections, paymentId);
  const cartId = chosen ? new ObjectId(chosen) : null;
  const hasLine = !cartId || payment?.items.some((item) => item.cartId.equals(cartId));
  if (!payment || !['enrolled', 'refunded'].includes(payment.status) || !hasLine)
    throw new ApiError('not_found', 'We could not find this payment.');
  const wish = { amount, note, by: admin.email };
  if (cartId && !keepsSeat) return cancelForAdmin(payment, cartId, wish, services);
  const refundId = `admin:${requestId ?? new ObjectId().toHexString()}`;
  await giveBack(payment, { ...wish, cartId, refundId }, services);
}

type Wish = { amount: number; note: string; by: string };

async function cancelForAdmin(
  { paymentId, items }: Payment,
  cartId: ObjectId,
  wish: Wish,
  services: Services,
): Promise<void> {
  const item = items.find((one) => one.cartId.equals(cartId));
  const campClass = item && (await getClassWithSeat(item.classId, { cartId }, services));
  const seat = campClass?.seat;
  if (!campClass || seat?.state !== 'enrolled' || seat.paymentId !== paymentId) throw noSeat();
  const { isNew } = await cancelSeat(
    { campClass, seat, ...wish, reason: 'canceled by admin' },
    services,
  );
  // Somebody else was faster, perhaps with another amount.
  if (!isNew) throw noSeat();
}

function noSeat(): ApiError {
  return new ApiError('not_found', 'This payment has no such seat.');
}

/** Nobody loses a seat. What is left is checked again when the money is set aside: another admin may be as fast. */
async function giveBack(
  payment: Payment,
  { refundId, cartId, amount, note, by }: Wish & { refundId: string; cartId: ObjectId | null },
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const { paymentId, currency } = payment;
  if (amount === 0)
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.amount': 'Must be more than 0, unless you cancel the seat.' },
    });
  if (!(await findRefund(collections, refundId))) {
    if (payment.dispute?.state === 'open') throw new ApiError('payment_disputed');
    const known = await listRefundsOf(collections, [paymentId]);
    const left = cartId ? countLeft(payment, cartId, known) : payment.kept;
    if (amount > left) throw new ApiError('refund_too_high');
    await decideRefund(
      { refundId, paymentId, cartId, amount, currency, reason: 'by admin', by, note },
      services,
    );
  }
  await carryOutOrLeave(refundId, services);
  if ((await findRefund(collections, refundId))?.isRefused) throw new ApiError('refund_too_high');
}
