import type { ClassDocument } from '../database/collections.ts';
import { listEnrolledSeats } from '../enrollments/seats/find-seat.ts';
import type { Services } from '../services.ts';
import { personOf } from './class-day.ts';

/** The ids of those who are or were in a class, and whether each is a child. */
export type EverEnrolled = Map<string, { isChild: boolean }>;

/**
 * Those who are enrolled, and those whose seat has ended or moved away: a phone that was offline did not know.
 * @param personIds who is asked about, 24 hexadecimal digits: if all of them are enrolled, the others are not read
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

async function listLeft({ _id: classId }: ClassDocument, { database }: Services) {
  const { seatChanges } = database.collections;
  const [ended, moved] = await Promise.all([
    seatChanges.find({ classId }).toArray(),
    seatChanges.find({ 'from.classId': classId }).toArray(),
  ]);
  return [...ended, ...moved].flatMap((change) => {
    if (change.kind === 'refund') return [];
    const { childId } = change.kind === 'move' ? change.from : change;
    return [{ userId: change.userId, ...(childId && { childId }) }];
  });
}
