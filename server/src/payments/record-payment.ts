import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { PaidItem } from '@speakifyr/contract/payments.ts';
import type { PaymentItem } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import { getClassWithSeat } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { findPayment } from './payments.repo.ts';
import { type GivenSeat, settlePayment } from './settle-payment.ts';

/**
 * The browser says that a payment succeeded. Asks Stripe, and gives the payment its seats if that is true.
 * @param email the caller's; they can only record their own payments
 * @throws {ApiError} `not_found`, `payment_not_finished`, `payment_refunded`
 */
export async function recordPayment(
  paymentId: string,
  email: string,
  services: Services,
): Promise<Output<Contract['POST /makepayment']>> {
  const payment = await findPayment(services.database.collections, paymentId);
  if (payment?.email !== email) throw new ApiError('not_found', 'We could not find this payment.');

  const settlement = await settlePayment(paymentId, services);
  if (settlement.state === 'refunded') throw new ApiError('payment_refunded');
  if (settlement.state !== 'enrolled') throw new ApiError('payment_not_finished');
  const [first] = settlement.given.values();
  // The school has returned the money of every seat, and the payment is about to say so.
  if (!first) throw new ApiError('payment_refunded');
  return {
    status: true,
    message: 'Congratulations, Successfully Enrolled',
    entry_code: first.seat.entry_code,
    room: first.campClass.assign_room,
    items: await Promise.all(
      payment.items.map((item) => describeItem(item, settlement.given, services)),
    ),
  };
}

/** What became of one seat. A seat of a payment that is enrolled was given, or its money goes back. */
async function describeItem(
  { cartId, classId, childId, name, amount }: PaymentItem,
  given: Map<string, GivenSeat>,
  services: Services,
): Promise<PaidItem> {
  const found = given.get(cartId.toHexString());
  const campClass = found?.campClass ?? (await getClassWithSeat(classId, { cartId }, services));
  return {
    cartId: cartId.toHexString(),
    classId: classId.toHexString(),
    className: campClass?.name ?? '',
    childId: childId?.toHexString() ?? null,
    student_name: found?.seat.name ?? name,
    amount,
    state: found ? 'enrolled' : 'refunded',
    entry_code: found?.seat.entry_code ?? null,
    room: found?.campClass.assign_room ?? null,
  };
}
