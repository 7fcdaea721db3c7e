import type { ObjectId } from 'mongodb';
import { listClassesOfAny } from '../database/class-store.ts';
import type { EnrolledSeat, SeatPlan } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { listEnrolledSeats, type SeatOfClass } from './find-seat.ts';
import { debtorOf, owedFor } from './seat-plan.ts';

/** The seats for which somebody owes something. */

/** An enrolled seat for which somebody owes something: who owes it, and by which plan. */
export type OwingSeat = SeatOfClass<EnrolledSeat> & {
  payerId: ObjectId;
  plan: SeatPlan;
  /** Set if that is the other household's share. */
  isCoPay?: true;
};

/** A name for what somebody owes for a seat. */
export function nameOwed({ seat, isCoPay }: OwingSeat): string {
  return `${isCoPay ? 'co-' : ''}${seat.seatId.toHexString()}`;
}

/** @returns the id of the seat in such a name, 24 hexadecimal digits */
export function readOwedName(name: string): string {
  return name.replace(/^co-/, '');
}

/** Each seat once: a moving one is in both classes for a moment. */
export function once(owing: OwingSeat[]): OwingSeat[] {
  return [...new Map(owing.map((one) => [nameOwed(one), one])).values()];
}

/** Who owes something for a seat: its booker or who took that over, and another household that pays a share. R374 */
export function listOwing({ campClass, seat }: SeatOfClass<EnrolledSeat>): OwingSeat[] {
  const { plan, coPay } = seat;
  const payers = [
    ...(plan ? [{ campClass, seat, plan, payerId: debtorOf(seat) }] : []),
    ...(coPay
      ? [{ campClass, seat, plan: coPay.plan, payerId: coPay.userId, isCoPay: true as const }]
      : []),
  ];
  return payers.filter((one) => owedFor(campClass, one) > 0);
}

/**
 * All seats for which something is owed that was due by a day, in no order.
 * @param by yyyy-mm-dd; without it, all
 */
export async function listOwingSeats(
  { database }: Pick<Services, 'database'>,
  by?: string,
): Promise<OwingSeat[]> {
  const due = by === undefined ? { $gt: '' } : { $gt: '', $lte: by };
  const classes = await listClassesOfAny(database.collections, [
    { 'seats.plan.due': due },
    { 'seats.coPay.plan.due': due },
  ]);
  const owing = classes.flatMap((campClass) =>
    listEnrolledSeats(campClass)
      .flatMap((seat) => listOwing({ campClass, seat }))
      .filter(({ plan }) => by === undefined || (plan.due ?? '') <= by),
  );
  return once(owing);
}
