import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { PaidItem } from '@speakifyr/contract/payments.ts';
import { findClass } from '../database/class-store.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import { ApiError } from '../errors.ts';
import { withChild } from '../seats/participant.ts';
import type { Services } from '../services.ts';
import { createLineReader, type Payer, type PayerLine, readState } from '../ledger/payer-lines.ts';
import { findPayment } from '../ledger/payment-store.ts';
import { type GivenSeat, settlePayment } from '../changes/settle-payment.ts';

/**
 * The browser says that a payment succeeded. Asks Stripe, and gives the payment its seats if that is true.
 * A person who is no longer a child's guardian does not learn where the child is, however often they ask. R19, R136
 * @param payer the caller; they can only record their own payments
 * @throws {ApiError} `not_found`, `payment_not_finished`, `payment_refunded`; `guardian_may_not` if every seat is for
 *   children whose guardian the caller no longer is
 */
export async function recordPayment(
  paymentId: string,
  payer: Payer,
  services: Services,
): Promise<Output<Contract['POST /makepayment']>> {
  const payment = await findPayment(services.database.collections, paymentId);
  if (!payment?.userId.equals(payer._id))
    throw new ApiError('not_found', 'We could not find this payment.');

  const settlement = await settlePayment(paymentId, services);
  if (settlement.state === 'refunded') throw new ApiError('payment_refunded');
  if (settlement.state !== 'enrolled') throw new ApiError('payment_not_finished');
  const { given } = settlement;
  const { items } = (await findPayment(services.database.collections, paymentId)) ?? payment;
  const seats = items.map(({ name, ...item }) => {
    const found = given.get(item.seatId.toHexString());
    return { ...item, ...(found ? withChild(found.seat.childId) : { name }), paymentId, found };
  });
  const read = await createLineReader(seats, payer, services);
  const lines = seats.map((seat) => ({ seat, line: read(seat) }));
  if (lines.every(({ line }) => !line.isTheirs))
    throw new ApiError(
      'guardian_may_not',
      'Your payment is complete. You are no longer a guardian of this child, so we cannot show you its class.',
    );
  const [first] = lines.flatMap(({ seat, line }) => (line.isTheirs && seat.found) || []);
  if (!first)
    throw new ApiError(
      'payment_refunded',
      'The seats of this payment have ended. Our emails and Enrolled Course say what came back.',
    );
  return {
    status: true,
    message: 'Congratulations, Successfully Enrolled',
    entry_code: first.seat.entry_code,
    room: first.campClass.assign_room,
    items: await Promise.all(lines.map(({ seat, line }) => describeItem(seat, line, services))),
  };
}

/** What became of one seat. A seat of an enrolled payment was given, or is refunded. */
async function describeItem(
  {
    classId,
    amount: byCard,
    credit = 0,
    state,
    found,
  }: Omit<PaymentItem, 'name'> & { found: GivenSeat | undefined },
  line: PayerLine,
  services: Services,
): Promise<PaidItem> {
  const amount = byCard + credit;
  if (!line.isTheirs)
    return {
      ...line,
      className: line.bought?.className ?? '',
      amount,
      state: readState(state, line),
      entry_code: null,
      room: null,
    };
  const campClass =
    found?.campClass ?? (await findClass(services.database.collections, { _id: classId }));
  return {
    ...line,
    className: campClass?.name ?? '',
    amount,
    state: found ? 'enrolled' : 'refunded',
    entry_code: found?.seat.entry_code ?? null,
    room: found?.campClass.assign_room ?? null,
  };
}
