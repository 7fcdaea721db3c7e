import { type AttendanceState, readAttendance } from '@speakifyr/contract/attendance-state.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { TapDocument } from '../database/family-documents.ts';
import { listEnrolledSeats } from '../seats/find-seat.ts';
import type { Services } from '../services.ts';
import { presentTap } from './attendance-store.ts';
import { personOf } from './class-day.ts';

/** The ids of those who are or were in a class, and whether each is a child. */
export type EverEnrolled = Map<string, { isChild: boolean }>;

/**
 * Those who are enrolled, and those whose seat has ended or moved away: an offline phone did not know.
 * @param personIds whom to look up, 24 hexadecimal digits: if all of them are enrolled, former ones are not read
 */
export async function listEverEnrolled(
  campClass: ClassDocument,
  personIds: string[],
  services: Services,
): Promise<EverEnrolled> {
  const enrolled = listEnrolledSeats(campClass);
  const isEnrolled = (id: string) => enrolled.some((seat) => personOf(seat).toHexString() === id);
  const left = personIds.every(isEnrolled) ? [] : await listLeft(campClass, services);
  return new Map(
    [...left, ...enrolled].map((who) => [
      personOf(who).toHexString(),
      { isChild: who.childId !== undefined },
    ]),
  );
}

type Who = { userId: ObjectId; childId?: ObjectId };

/** The ledger knows who had a seat, also if no change says how it ended: the bank took the money back, say. */
async function listLeft({ _id: classId }: ClassDocument, { database }: Services): Promise<Who[]> {
  const { seatChanges, payments } = database.collections;
  const [ended, moved, paid] = await Promise.all([
    seatChanges.find({ classId }).toArray(),
    seatChanges.find({ 'from.classId': classId }).toArray(),
    payments.find({ 'items.classId': classId }, { projection: { userId: 1, items: 1 } }).toArray(),
  ]);
  const changed = [...ended, ...moved].flatMap((change): Who[] => {
    if (change.kind === 'refund') return [];
    const { childId } = change.kind === 'move' ? change.from : change;
    return [{ userId: change.userId, ...(childId && { childId }) }];
  });
  const bought = paid.flatMap(({ userId, items }) =>
    items
      .filter((item) => item.isGiven && item.classId.equals(classId))
      .map(({ childId }): Who => ({ userId, ...(childId && { childId }) })),
  );
  return [...changed, ...bought];
}

/**
 * Those who came on a day but no longer have a seat: it was canceled or moved since. R428
 * @param seats of those who are expected on that day
 * @param taps all of the class on that day
 */
export function listCameWithoutSeat(
  seats: { userId: ObjectId; childId?: ObjectId }[],
  taps: TapDocument[],
): { personId: ObjectId; state: AttendanceState }[] {
  const ids = new Map(taps.map(({ personId }) => [personId.toHexString(), personId]));
  for (const seat of seats) ids.delete(personOf(seat).toHexString());
  return [...ids.values()]
    .map((personId) => {
      const own = taps.filter((tap) => tap.personId.equals(personId));
      return { personId, state: readAttendance(own.map(presentTap)).state };
    })
    .filter(({ state }) => state === 'here' || state === 'gone');
}
