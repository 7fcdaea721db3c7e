import { onDays } from '@speakifyr/contract/sold-by-day.ts';
import type { ObjectId } from 'mongodb';
import { listOwingClasses, type OwingClass } from '../database/class-store.ts';
import type { ClassDocument, EnrolledSeat, SeatPlan } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { listEnrolledSeats } from './find-seat.ts';
import { debtorOf, owedFor } from './seat-plan.ts';

/** The seats for which somebody owes something. */

/** An enrolled seat for which somebody owes something: who owes it, and by which plan. */
export type OwingSeat<C = OwingClass> = {
  campClass: C;
  seat: EnrolledSeat;
  payerId: ObjectId;
  plan: SeatPlan;
  /** Set if that is the other household's share. */
  isCoPay?: true;
};

/** A name for what somebody owes for a seat. */
export function nameOwed({ seat, isCoPay }: Pick<OwingSeat, 'seat' | 'isCoPay'>): string {
  return `${isCoPay ? 'co-' : ''}${seat.seatId.toHexString()}`;
}

/** @returns the id of the seat in such a name, 24 hexadecimal digits */
export function readOwedName(name: string): string {
  return name.replace(/^co-/, '');
}

/** Each seat once: a moving one is in both classes for a moment. */
export function once<C>(owing: OwingSeat<C>[]): OwingSeat<C>[] {
  return [...new Map(owing.map((one) => [nameOwed(one), one])).values()];
}

/** Who owes something for a seat: its booker or who took that over, and another household that pays a share. R374 */
export function listOwing<C extends Pick<ClassDocument, 'canceled'>>({
  campClass,
  seat,
}: {
  campClass: C;
  seat: EnrolledSeat;
}): OwingSeat<C>[] {
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
  const classes = await listOwingClasses(database.collections, [
    { 'seats.plan.due': due },
    { 'seats.coPay.plan.due': due },
  ]);
  const owing = classes.flatMap((campClass) =>
    listEnrolledSeats(campClass)
      .flatMap((seat) => listOwing({ campClass: onDays(campClass, seat), seat }))
      .filter(({ plan }) => by === undefined || (plan.due ?? '') <= by),
  );
  return once(owing);
}
