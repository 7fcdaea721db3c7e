import type { ObjectId } from 'mongodb';
import { updateClass, updateClasses } from '../../database/class-store.ts';
import type { Collections } from '../../database/collections.ts';

/** Paid seats whose owner deleted their account. Each write is one atomic update that may be repeated. */
type Classes = Pick<Collections, 'classes'>;

/**
 * Replaces email or name in a paid seat.
 * @param changes.email a pseudonym
 * @param changes.nameUntil keeps the name through this day
 */
export async function renamePaidSeat(
  collections: Classes,
  seat: { classId: ObjectId; cartId: ObjectId },
  changes: { email?: string; name?: string; nameUntil?: string },
): Promise<void> {
  const paid = { cartId: seat.cartId, state: 'enrolled' as const };
  await updateClass(
    collections,
    { _id: seat.classId, seats: { $elemMatch: paid } },
    { $set: Object.fromEntries(Object.entries(changes).map(([k, v]) => [`seats.$.${k}`, v])) },
  );
}

/** Replaces the name in all seats of a child. It has at most one in each class. */
export async function renameSeatsOfChild(
  collections: Classes,
  childId: ObjectId,
  name: string,
): Promise<void> {
  await updateClasses(
    collections,
    { seats: { $elemMatch: { childId } } },
    { $set: { 'seats.$.name': name } },
  );
}

/** Deleted students' paid seats that still have the name although the camp ended before `today` (yyyy-mm-dd). */
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

/** Removes a child's name from the changes of its seats. */
export async function forgetNameInChanges(
  { seatChanges }: Pick<Collections, 'seatChanges'>,
  childId: ObjectId,
  name: string,
): Promise<void> {
  await seatChanges.updateMany({ childId }, { $set: { name } });
  await seatChanges.updateMany({ 'from.childId': childId }, { $set: { 'from.name': name } });
  await seatChanges.updateMany({ 'to.childId': childId }, { $set: { 'to.name': name } });
}

/** Whether a seat is about to move to this child. Ask before looking at its seats: it has the seat before this ends. */
export async function isSeatMovingTo(
  { seatChanges }: Pick<Collections, 'seatChanges'>,
  childId: ObjectId,
): Promise<boolean> {
  const filter = { 'to.childId': childId, openCartId: { $exists: true } };
  return (await seatChanges.countDocuments(filter, { limit: 1 })) > 0;
}

/** Removes the name from a deleted student's paid seat. */
export async function forgetSeatName(
  collections: Classes,
  seat: { classId: ObjectId; cartId: ObjectId },
  name: string,
): Promise<void> {
  await updateClass(
    collections,
    {
      _id: seat.classId,
      seats: { $elemMatch: { cartId: seat.cartId, nameUntil: { $exists: true } } },
    },
    { $set: { 'seats.$.name': name }, $unset: { 'seats.$.nameUntil': '' } },
  );
}
