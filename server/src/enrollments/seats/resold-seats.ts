import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../../database/collections.ts';
import { listClasses } from '../../database/class-store.ts';
import type { ResoldSeat } from '../../database/waiting-documents.ts';
import type { Services } from '../../services.ts';
import { changeSeats } from './change-seats.ts';

/** How many classes are read at once. */
const MAX_CLASSES = 100;

/** Seats for resale that somebody else has taken. Their refunds are not on their way yet. */
export async function listResold({
  database,
  now,
}: Services): Promise<{ campClass: ClassDocument; seat: ResoldSeat }[]> {
  const isPassing = { 'resold.at': { $lte: now() } };
  const classes = await listClasses(database.collections, isPassing, { limit: MAX_CLASSES });
  return classes.flatMap((campClass) =>
    (campClass.resold ?? []).map((seat) => ({ campClass, seat })),
  );
}

/** Forgets such a seat, once its money is on its way. May be repeated. */
export async function dropResold(
  { classId, seatId }: { classId: ObjectId; seatId: ObjectId },
  services: Services,
): Promise<void> {
  await changeSeats(
    classId,
    ({ resold = [] }) => {
      const left = resold.filter((seat) => !seat.seatId.equals(seatId));
      return left.length < resold.length ? { resold: left } : null;
    },
    services,
  );
}
