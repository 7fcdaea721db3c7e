import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { PaidItem } from '@speakifyr/contract/payments.ts';
import { listChildrenOf } from '../children/booking.ts';
import type { PaymentItem, UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import { getClassWithSeat } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { findPayment } from './payments.repo.ts';
import { type GivenSeat, settlePayment } from './settle-payment.ts';

/**
 * The browser says that a payment succeeded. Asks Stripe, and gives the payment its seats if that is true.
 * A person who is no longer a child's guardian does not learn where the child is, however often they ask.
 * @param payer the caller; they can only record their own payments
 * @throws {ApiError} `not_found`, `payment_not_finished`, `payment_refunded`; `guardian_may_not` if every seat is for
 *   children whose guardian the caller no longer is
 */
export async function recordPayment(
  paymentId: string,
  payer: Pick<UserDocument, '_id' | 'email'>,
  services: Services,
): Promise<Output<Contract['POST /makepayment']>> {
  const payment = await findPayment(services.database.collections, paymentId);
  if (payment?.email !== payer.email)
    throw new ApiError('not_found', 'We could not find this payment.');

  const settlement = await settlePayment(paymentId, services);
  if (settlement.state === 'refunded') throw new ApiError('payment_refunded');
  if (settlement.state !== 'enrolled') throw new ApiError('payment_not_finished');
  const { given } = settlement;
  // The school has returned the money of every seat, and the payment is about to say so.
  if (given.size === 0) throw new ApiError('payment_refunded');
  const own = new Set((await listChildrenOf(payer, services)).map(({ _id }) => _id.toHexString()));
  const isTheirs = ({ seat: { childId } }: GivenSeat) => !childId || own.has(childId.toHexString());
  const first = [...given.values()].find(isTheirs);
  if (!first)
    throw new ApiError(
      'guardian_may_not',
      'Your payment is complete. You are no longer a guardian of this child, so we cannot show you its class.',
    );
  return {
    status: true,
    message: 'Congratulations, Successfully Enrolled',
    entry_code: first.seat.entry_code,
    room: first.campClass.assign_room,
    items: await Promise.all(
      payment.items.map((item) => describeItem(item, given, isTheirs, services)),
    ),
  };
}

/** What became of one seat. A seat of a payment that is enrolled was given, or its money goes back. */
async function describeItem(
  { cartId, classId, childId, name, amount }: PaymentItem,
  given: Map<string, GivenSeat>,
  isTheirs: (found: GivenSeat) => boolean,
  services: Services,
): Promise<PaidItem> {
  const found = given.get(cartId.toHexString());
  const shown = found && isTheirs(found) ? found : undefined;
  const campClass = found?.campClass ?? (await getClassWithSeat(classId, { cartId }, services));
  return {
    cartId: cartId.toHexString(),
    classId: classId.toHexString(),
    className: campClass?.name ?? '',
    childId: childId?.toHexString() ?? null,
    student_name: shown?.seat.name ?? name,
    amount,
    state: found ? 'enrolled' : 'refunded',
    entry_code: shown?.seat.entry_code ?? null,
    room: shown?.campClass.assign_room ?? null,
  };
}
