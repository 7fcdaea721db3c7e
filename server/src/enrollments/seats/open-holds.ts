import type { ObjectId } from 'mongodb';
import type { HeldSeat } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import {
  type ClassHold,
  findClassHolds,
  listExpiredHolds,
  listHoldEnds,
} from './open-holds.repo.ts';

export type { ClassHold };

/** Expired holds of one class or of all. */
export async function findExpiredHolds(
  at: Date,
  { database }: Services,
  classId?: ObjectId,
): Promise<ClassHold[]> {
  return listExpiredHolds(database.collections, at, classId);
}

/** @returns an open class's name and held seats, or null. Expired holds are among them */
export async function getHoldsOfClass(
  classId: ObjectId,
  { database }: Services,
): Promise<{ name: string; holds: HeldSeat[] } | null> {
  return findClassHolds(database.collections, classId);
}

/**
 * When the first hold of each class ends. Reads nothing unless a class has no seat left.
 * @returns the moments by class id (24 hexadecimal digits); only of classes that are full and have a hold
 */
export async function getNextHoldEnds(
  classes: { _id: ObjectId; sit: number }[],
  { database, now }: Services,
): Promise<Map<string, Date>> {
  const full = classes.flatMap(({ _id, sit }) => (sit === 0 ? [_id] : []));
  if (full.length === 0) return new Map();
  const ends = await listHoldEnds(database.collections, full, now());
  return new Map(
    [...ends].map(([id, dates]) => [
      id,
      new Date(Math.min(...dates.map((date) => date.getTime()))),
    ]),
  );
}
