import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';

/** Paid seats whose owner has deleted their account. Each write is one atomic update that may be repeated. */
type Classes = Pick<Collections, 'classes'>;

/**
 * Puts a pseudonym in the place of the e-mail of a student who has paid for a seat.
 * @param changes.name in the place of the name too
 * @param changes.nameUntil instead: the name stays until after this day
 */
export async function renamePaidSeat(
  { classes }: Classes,
  seat: { classId: ObjectId; email: string },
  changes: { email: string; name: string } | { email: string; nameUntil: string },
): Promise<void> {
  const paid = { email: seat.email, state: 'enrolled' as const };
  await classes.updateOne(
    { _id: seat.classId, seats: { $elemMatch: paid } },
    { $set: Object.fromEntries(Object.entries(changes).map(([k, v]) => [`seats.$.${k}`, v])) },
  );
}

/** Paid seats of deleted students whose camp ended before a day (yyyy-mm-dd) and that still bear the name. */
export async function listNamesToForget(
  { classes }: Classes,
  today: string,
): Promise<{ classId: ObjectId; cartId: ObjectId }[]> {
  const found = await classes
    .find({ 'seats.nameUntil': { $lt: today } }, { projection: { seats: 1 } })
    .limit(100)
    .toArray();
  return found.flatMap(({ _id, seats }) =>
    seats.flatMap((seat) =>
      seat.state === 'enrolled' && seat.nameUntil && seat.nameUntil < today
        ? [{ classId: _id, cartId: seat.cartId }]
        : [],
    ),
  );
}

/** Takes the name out of a paid seat of a deleted student. */
export async function forgetSeatName(
  { classes }: Classes,
  seat: { classId: ObjectId; cartId: ObjectId },
  name: string,
): Promise<void> {
  await classes.updateOne(
    {
      _id: seat.classId,
      seats: { $elemMatch: { cartId: seat.cartId, nameUntil: { $exists: true } } },
    },
    { $set: { 'seats.$.name': name }, $unset: { 'seats.$.nameUntil': '' } },
  );
}
