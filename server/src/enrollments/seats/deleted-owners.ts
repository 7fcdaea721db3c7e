import type { ObjectId } from 'mongodb';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { listClasses, updateClass, updateClasses } from '../../database/class-store.ts';
import type { Collections } from '../../database/collections.ts';
import { readToday } from '../../school-time.ts';
import type { ResoldSeat } from '../../database/waiting-documents.ts';
import type { Services } from '../../services.ts';
import { listSeatsOf } from './find-seat.ts';
import { forgetResold } from './resold-seats.ts';

/**
 * Removes the name of an account from its own paid seats, or has a job do it once the camp is over: until then, the
 * instructor needs the name on the roster. Children's names stay: `forgetChildNames` removes them with the child.
 */
export async function forgetOwnName(userId: ObjectId, services: Services): Promise<void> {
  const { collections } = services.database;
  const isTheirs = (seat: ResoldSeat) => seat.userId.equals(userId);
  await forgetResold(isTheirs, { name: DELETED_NAME }, services);
  for (const { campClass, seat } of await listSeatsOf(collections, { userId })) {
    if (seat.childId) continue;
    await renamePaidSeat(
      collections,
      { classId: campClass._id, seatId: seat.seatId },
      forgetName(campClass, services),
    );
  }
}

/**
 * Removes a child's name from its canceled and moved seats, and from its paid ones, or has a job do it once the camp is over.
 * For a child that is deleted.
 */
export async function forgetChildNames(childId: ObjectId, services: Services): Promise<void> {
  const { collections } = services.database;
  const { seatChanges } = collections;
  const name = DELETED_NAME;
  await seatChanges.updateMany({ childId }, { $set: { name } });
  await seatChanges.updateMany({ 'from.childId': childId }, { $set: { 'from.name': name } });
  await seatChanges.updateMany({ 'to.childId': childId }, { $set: { 'to.name': name } });
  const isTheirs = (seat: { childId?: ObjectId }) => childId.equals(seat.childId);
  await forgetResold(isTheirs, { name }, services);
  for (const { campClass, seat } of await listSeatsOf(collections, { childIds: [childId] })) {
    await renamePaidSeat(
      collections,
      { classId: campClass._id, seatId: seat.seatId },
      forgetName(campClass, services),
    );
  }
}

/** The change that removes a name: now if the camp is over, otherwise by a job afterwards. */
function forgetName({ camp_end }: { camp_end: string }, services: Services) {
  return camp_end < readToday(services) ? { name: DELETED_NAME } : { nameUntil: camp_end };
}

/** Writes a child's new name in all its seats, held or paid. */
export async function renameChildSeats(
  childId: ObjectId,
  name: string,
  { database }: Services,
): Promise<void> {
  // A child has at most one seat in each class.
  const theirs = { seats: { $elemMatch: { childId } } };
  await updateClasses(database.collections, theirs, { $set: { 'seats.$.name': name } });
}

/**
 * Whether a child has a held seat, expired or not, or a paid one in a class that is not over, or is about to get the seat
 * of somebody else.
 */
export async function hasCurrentSeats(childId: ObjectId, services: Services): Promise<boolean> {
  const { collections } = services.database;
  // First: a seat that moves is among the others before its move ends.
  const moving = { 'to.childId': childId, openSeatId: { $exists: true } };
  if (await collections.seatChanges.findOne(moving)) return true;
  const seats = await listSeatsOf(collections, { childIds: [childId] });
  const today = readToday(services);
  return seats.some(({ campClass, seat }) => seat.state === 'held' || campClass.camp_end >= today);
}

/** How many classes are read at once. */
const MAX_CLASSES = 100;

/** Removes the names of deleted students from camps that are over. A job. */
export async function forgetNamesOfEndedCamps(services: Services): Promise<void> {
  const { collections } = services.database;
  const today = readToday(services);
  const isOver = { 'seats.nameUntil': { $lt: today } };
  for (const { _id, seats } of await listClasses(collections, isOver, { limit: MAX_CLASSES }))
    for (const seat of seats) {
      if (seat.state !== 'enrolled' || !seat.nameUntil || seat.nameUntil >= today) continue;
      const named = { seatId: seat.seatId, nameUntil: { $exists: true } };
      await updateClass(
        collections,
        { _id, seats: { $elemMatch: named } },
        { $set: { 'seats.$.name': DELETED_NAME }, $unset: { 'seats.$.nameUntil': '' } },
      );
    }
}

/**
 * Replaces the name in a paid seat. May be repeated.
 * @param changes.nameUntil keeps the name through this day
 */
async function renamePaidSeat(
  collections: Pick<Collections, 'classes'>,
  seat: { classId: ObjectId; seatId: ObjectId },
  changes: { name?: string; nameUntil?: string },
): Promise<void> {
  const paid = { seatId: seat.seatId, state: 'enrolled' as const };
  await updateClass(
    collections,
    { _id: seat.classId, seats: { $elemMatch: paid } },
    { $set: Object.fromEntries(Object.entries(changes).map(([k, v]) => [`seats.$.${k}`, v])) },
  );
}
