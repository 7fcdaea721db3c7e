import type { PlanPart } from '@speakifyr/contract/owed.ts';
import { onDays } from '@speakifyr/contract/sold-by-day.ts';
import { type Filter, ObjectId } from 'mongodb';
import { listOwingClasses, listVersions, type OwingClass } from '../database/class-store.ts';
import type { ClassDocument, EnrolledSeat, SeatPlan } from '../database/class-document.ts';
import type { Services } from '../services.ts';
import { listEnrolledSeats } from './find-seat.ts';
import { debtorOf, listOwedFor } from './seat-plan.ts';

/** The seats for which somebody owes something. */

/** An enrolled seat for which somebody owes something: who owes it, and by which plan. */
export type OwingSeat<C = OwingClass> = {
  campClass: C;
  seat: EnrolledSeat;
  payerId: ObjectId;
  plan: SeatPlan;
  /** What is still owed of it, oldest first; never empty. */
  parts: PlanPart[];
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
  return payers.flatMap((one) => {
    const parts = listOwedFor(campClass, one);
    return parts.length > 0 ? [{ ...one, parts }] : [];
  });
}

/**
 * All seats for which something is owed that was due by a day, in no order.
 * @param by yyyy-mm-dd; without it, all
 */
export async function listOwingSeats(
  { database }: Pick<Services, 'database'>,
  by?: string,
): Promise<OwingSeat[]> {
  const classes = await listOwingClasses(database.collections, matchDue(by));
  const owing = classes
    .flatMap(listOwingOf)
    .filter(({ plan }) => by === undefined || (plan.due ?? '') <= by);
  return once(owing);
}

function matchDue(by?: string): Filter<ClassDocument>[] {
  const due = by === undefined ? { $gt: '' } : { $gt: '', $lte: by };
  return [{ 'seats.plan.due': due }, { 'seats.coPay.plan.due': due }];
}

function listOwingOf(campClass: OwingClass): OwingSeat[] {
  return listEnrolledSeats(campClass).flatMap((seat) =>
    listOwing({ campClass: onDays(campClass, seat), seat }),
  );
}

/** Reads all seats for which something is owed, in no order, for lists and sums. */
export type OwingReader = () => Promise<OwingSeat[]>;

/**
 * Reads the same as `listOwingSeats`. This server keeps the seats of each class, and reads a class again when its version
 * has changed. So of a class that nothing happens to, it reads only the version. R355
 */
export function createOwingReader({ database }: Pick<Services, 'database'>): OwingReader {
  const { collections } = database;
  let known = new Map<string, { version: number; seats: OwingSeat[] }>();
  return async () => {
    const versions = await listVersions(collections, matchDue());
    const before = known;
    const ids = [...versions.keys()].filter((id) => before.get(id)?.version !== versions.get(id));
    const changed = { _id: { $in: ids.map((id) => new ObjectId(id)) } };
    const read = ids.length > 0 ? await listOwingClasses(collections, [changed]) : [];
    const kept = [...before].filter(([id, { version }]) => versions.get(id) === version);
    const fresh = read.map((one) => {
      const of = { version: one.version, seats: listOwingOf(one) };
      return [one._id.toHexString(), of] as const;
    });
    const now = new Map([...kept, ...fresh]);
    known = now;
    return once([...now.values()].flatMap(({ seats }) => seats));
  };
}
