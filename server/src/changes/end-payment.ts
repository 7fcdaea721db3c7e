import type { StartedPayment } from '../ledger/enter-payment.ts';
import { findLineOfHold, listPaymentsOfHolds } from '../ledger/payment-store.ts';
import type { ObjectId } from 'mongodb';
import type { HeldSeat } from '../database/class-document.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { listSeatsOf, onlyHeld } from '../seats/find-seat.ts';
import type { OwingSeat } from '../seats/owing-seats.ts';
import { planFor } from '../seats/seat-plan.ts';
import { refuseSeats } from './paid-lines.ts';
import { type Settlement, settlePayment } from './settle-payment.ts';

/**
 * Cancels a payment that nobody should pay anymore. If it was paid at just this moment, or the office has the money,
 * settles it instead. R318
 * @returns `open` only if the payment is processing and can't be stopped
 */
export async function endPayment(
  { paymentId, method, items }: StartedPayment,
  services: Services,
): Promise<Settlement> {
  if (method === 'card') await services.cardPayments.cancelIntent(paymentId);
  if (method === 'free') await refuseSeats({ paymentId, items }, services);
  return settlePayment(paymentId, services);
}

/** For the payer whose seat must stay, because `endPayment` could not stop its payment. */
export function bankIsWorkingError(): ApiError {
  return new ApiError(
    'payment_not_finished',
    'Your bank is still working on the payment for this seat. Please try again once it has decided.',
  );
}

/**
 * Ends the open payments of what one household owes for an enrolled seat, before it is paid in another way or no longer owed.
 * What another household is just paying goes on. R318, R699
 * @returns false if one of them is paid or processing
 */
export async function endPaymentsOfOwed(
  { seat, isCoPay }: Pick<OwingSeat, 'seat' | 'isCoPay'>,
  services: Services,
): Promise<boolean> {
  const plan = planFor(seat, { isCoPay });
  return endPaymentsFor(seat, services, (line) => planFor(seat, line) === plan);
}

/**
 * Ends all open payments of a held seat, before it is released. The other seats of these payments stay held. R8
 * @returns false if the seat must stay, because one of them is paid or processing
 */
export async function endPaymentsOfHold(
  hold: Pick<HeldSeat, 'seatId' | 'move'>,
  services: Services,
): Promise<boolean> {
  return endPaymentsFor(hold, services, () => true);
}

/**
 * Ends what is open for the seats that somebody pays in another way.
 * @returns false if one of them is paid or processing
 */
export async function endPaymentsOfAll(
  { holds, owing }: { holds: Pick<HeldSeat, 'seatId' | 'move'>[]; owing: OwingSeat[] },
  services: Services,
): Promise<boolean> {
  for (const hold of holds) if (!(await endPaymentsOfHold(hold, services))) return false;
  for (const one of owing) if (!(await endPaymentsOfOwed(one, services))) return false;
  return true;
}

/**
 * Ends what an account is just paying with a discount that another seat of the family has earned, once that seat has ended
 * or moved: its price is another one now. What a bank is working on goes on. R431, R436
 * @param userId the account that booked the seat
 */
export async function endEarnedPayments(userId: ObjectId, services: Services): Promise<void> {
  const { collections } = services.database;
  const holds = onlyHeld(await listSeatsOf(collections, { userId })).map(({ seat }) => seat);
  if (holds.length === 0) return;
  const isEarned = ({ lines = [] }: PaymentItem) =>
    lines.some(({ lostBelow }) => lostBelow !== undefined);
  for (const payment of await listPaymentsOfHolds(collections, holds))
    if (payment.status === 'open' && payment.items.some(isEarned))
      await endPayment(payment, services);
}

async function endPaymentsFor(
  hold: Pick<HeldSeat, 'seatId' | 'move'>,
  services: Services,
  isMeant: (line: PaymentItem) => boolean,
): Promise<boolean> {
  const payments = await listPaymentsOfHolds(services.database.collections, [hold]);
  for (const payment of payments.filter(({ status }) => status === 'open')) {
    const line = findLineOfHold(payment, hold);
    if (!line || !isMeant(line)) continue;
    const settlement = await endPayment(payment, services);
    if (settlement.state === 'open') return false;
    if (settlement.state === 'enrolled' && settlement.given.has(line.seatId.toHexString()))
      return false;
  }
  return true;
}
