import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../../database/collections.ts';
import { listClasses } from '../../database/class-store.ts';
import type { PassedOnSeat } from '../../database/waiting-documents.ts';
import type { Services } from '../../services.ts';
import { changeSeats } from './change-seats.ts';

/** How many classes are read at once. */
const MAX_CLASSES = 100;

/** Seats that were offered to the next person, and that somebody else has taken. Their money is not on its way yet. */
export async function listPassedOn({
  database,
  now,
}: Services): Promise<{ campClass: ClassDocument; seat: PassedOnSeat }[]> {
  const isPassing = { 'passedOn.at': { $lte: now() } };
  const classes = await listClasses(database.collections, isPassing, { limit: MAX_CLASSES });
  return classes.flatMap((campClass) =>
    (campClass.passedOn ?? []).map((seat) => ({ campClass, seat })),
  );
}

/** Forgets such a seat, once its money is on its way. May be repeated. */
export async function dropPassedOn(
  { classId, seatId }: { classId: ObjectId; seatId: ObjectId },
  services: Services,
): Promise<void> {
  await changeSeats(
    classId,
    ({ passedOn = [] }) => {
      const left = passedOn.filter((seat) => !seat.seatId.equals(seatId));
      return left.length < passedOn.length ? { passedOn: left } : null;
    },
    services,
  );
}

/** Removes who had such a seat, while its money is not on its way. For accounts and children that are deleted. */
export async function forgetPassedOn(
  isTheirs: (seat: PassedOnSeat) => boolean,
  changes: Pick<PassedOnSeat, 'name'>,
  services: Services,
): Promise<void> {
  for (const { campClass, seat } of await listPassedOn(services)) {
    if (!isTheirs(seat)) continue;
    await changeSeats(
      campClass._id,
      ({ passedOn = [] }) => ({
        passedOn: passedOn.map((one) => (isTheirs(one) ? { ...one, ...changes } : one)),
      }),
      services,
    );
  }
}
