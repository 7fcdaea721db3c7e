import { summarizeSeat, type SeatSummary } from '../../class-facts.ts';
import type { SeatsOfCause } from '../../database/outbox-document.ts';
import { findClosedPayment } from '../../billing/closed-payments.ts';
import {
  type ClassWithSeat,
  getClassWithSeat,
  type PaidSeat,
} from '../../enrollments/seats/seats.service.ts';
import type { Services } from '../../services.ts';
import type { Reader } from './reading.ts';

/**
 * Finds the paid seats that an email is about and whose reader may still hear of them.
 * @returns the class, open or archived, with at least one seat; undefined if there is none
 */
export async function findEnrolled(
  { classId, cartId, cartIds }: SeatsOfCause,
  { user, rights }: Reader,
  services: Services,
): Promise<{ campClass: ClassWithSeat; seats: PaidSeat[] } | undefined> {
  const own = cartId ? { cartId } : { email: user.email };
  const refs = cartIds ? cartIds.map((id) => ({ cartId: id })) : [own];
  const found = await Promise.all(refs.map((ref) => getClassWithSeat(classId, ref, services)));
  const paid = found.flatMap((one) => (one?.seat?.state === 'enrolled' ? [one.seat] : []));
  const seats = paid.filter(rights.mayReadSeat);
  const [campClass] = found;
  return campClass && seats.length > 0 ? { campClass, seats } : undefined;
}

/** Seats as letters describe them. */
export async function describeSeats(seats: PaidSeat[], services: Services): Promise<SeatSummary[]> {
  return Promise.all(
    seats.map(async (seat) => {
      const payment = await findClosedPayment(seat.paymentId, services);
      return summarizeSeat(seat, payment?.items.length ?? 1);
    }),
  );
}
