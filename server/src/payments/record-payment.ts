import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findPayment } from './payments.repo.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * The browser says that a payment succeeded. Asks Stripe, and enrolls the student if that is true.
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
  return {
    status: true,
    message: 'Congratulations, Successfully Enrolled',
    entry_code: settlement.seat.entry_code,
    room: settlement.campClass.assign_room,
  };
}
