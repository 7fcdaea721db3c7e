import type { ObjectId } from 'mongodb';
import type { ClassDocument, Collections, HeldSeat } from '../../database/collections.ts';

/** Reads held seats, class by class. */
type Classes = Pick<Collections, 'classes'>;

/** A held seat with its class. */
export type ClassHold = { classId: ObjectId; seat: HeldSeat };

/** Expired holds of one class or of all. */
export async function listExpiredHolds(
  { classes }: Classes,
  at: Date,
  classId?: ObjectId,
): Promise<ClassHold[]> {
  const found = await classes
    .find(
      { ...(classId && { _id: classId }), 'seats.heldUntil': { $lte: at } },
      { projection: { seats: 1 } },
    )
    .limit(100)
    .toArray();
  return found.flatMap(({ _id, seats }) =>
    listHeld(seats)
      .filter((seat) => seat.heldUntil <= at)
      .map((seat) => ({ classId: _id, seat })),
  );
}

/** What some accounts hold, for themselves and for children, without expired holds. */
export async function listHeldBy(
  { classes }: Classes,
  emails: string[],
  at: Date,
): Promise<ClassHold[]> {
  const found = await classes
    .find({ 'seats.email': { $in: emails } }, { projection: { seats: 1 } })
    .toArray();
  return found.flatMap(({ _id, seats }) =>
    listHeld(seats)
      .filter(({ email, heldUntil }) => emails.includes(email) && heldUntil > at)
      .map((seat) => ({ classId: _id, seat })),
  );
}

/** An open class's name and held seats, expired ones too. */
export async function findClassHolds(
  { classes }: Classes,
  classId: ObjectId,
): Promise<{ name: string; holds: HeldSeat[] } | null> {
  const found = await classes.findOne(
    { _id: classId, status: 'open' },
    { projection: { name: 1, seats: 1 } },
  );
  return found && { name: found.name, holds: listHeld(found.seats) };
}

/** When holds end that have not expired yet, by class id. */
export async function listHoldEnds(
  { classes }: Classes,
  classIds: ObjectId[],
  at: Date,
): Promise<Map<string, Date[]>> {
  const found = await classes
    .find({ _id: { $in: classIds }, 'seats.heldUntil': { $gt: at } }, { projection: { seats: 1 } })
    .toArray();
  return new Map(
    found.map(({ _id, seats }) => [
      _id.toHexString(),
      listHeld(seats)
        .map(({ heldUntil }) => heldUntil)
        .filter((end) => end > at),
    ]),
  );
}

function listHeld(seats: ClassDocument['seats']): HeldSeat[] {
  return seats.filter((seat) => seat.state === 'held');
}
