import type { EnrolledPerson, HoldingPerson, SeatPayment } from '@speakifyr/contract/office.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import type { EnrolledSeat, HeldSeat, Seat } from '../database/collections.ts';
import type { Person } from '../people/users/participant-names.ts';
import { listPaidUnder, type PaidPart, sumLeft } from '../billing/ledger/what-is-left.ts';

/** Seats with their people and their money, as the office reads them. */

function presentParticipant({ seatId, name, email, childId }: Seat & Person) {
  return {
    cartId: seatId.toHexString(),
    name,
    email,
    childId: childId?.toHexString() ?? null,
  };
}

/**
 * @param ledger.payment the seat's own line; `parts`: what is left of each of its payments; `current`: today's refund
 *   policy, for seats without one
 */
export function presentEnrolled(
  seat: EnrolledSeat & Person,
  ledger: { payment: SeatPayment | undefined; parts: PaidPart[]; current: RefundTerms },
): EnrolledPerson {
  const { payment, parts, current } = ledger;
  return {
    ...presentParticipant(seat),
    entry_code: seat.entry_code,
    enrolledAt: seat.enrolledAt.toISOString(),
    price: seat.price,
    isForResale: seat.isForResale === true,
    payment: presentSeatPayment(payment),
    left: sumLeft(parts),
    terms: parts[0]?.terms ?? current,
    parts: listPaidUnder(parts),
  };
}

export function presentHeld(
  seat: HeldSeat & Person,
  payment: SeatPayment | undefined,
): HoldingPerson {
  return {
    ...presentParticipant(seat),
    joinedAt: seat.joinedAt.toISOString(),
    heldUntil: seat.heldUntil.toISOString(),
    payment: presentSeatPayment(payment),
  };
}

function presentSeatPayment(payment: SeatPayment | undefined): SeatPayment | null {
  if (!payment) return null;
  const { _id, amount, currency, state } = payment;
  return { _id, amount, currency, state };
}
