import type { ObjectId } from 'mongodb';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import {
  forgetNameInChanges,
  forgetSeatName,
  isSeatMovingTo,
  listNamesToForget,
  renamePaidSeat,
  renameSeatsOfChild,
} from './deleted-owners.repo.ts';
import { listSeatsOf } from './class-with-seat.repo.ts';
import { forgetPassedOn } from './passed-on.ts';

/**
 * Removes the email from the paid seats that an account booked, and its name if the camp is over. Until then, the
 * instructor needs the name on the roster. Children's names stay: `forgetChildNames` removes them with the child.
 * @param pseudonym an email address that belongs to nobody
 */
export async function disownPaidSeats(
  email: string,
  pseudonym: string,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const nobody = { email: pseudonym, name: DELETED_NAME };
  await forgetPassedOn((seat) => seat.email === email, nobody, services);
  for (const { campClass, seat } of await listSeatsOf(collections, { email })) {
    await renamePaidSeat(
      collections,
      { classId: campClass._id, cartId: seat.cartId },
      // A child's name is not the account's: it goes when the child goes.
      { email: pseudonym, ...(!seat.childId && forgetName(campClass, services)) },
    );
  }
}

/**
 * Removes a child's name from its canceled and moved seats, and from its paid ones, or has the sweep do it once the camp is over.
 * For a child that is deleted.
 */
export async function forgetChildNames(childId: ObjectId, services: Services): Promise<void> {
  const { collections } = services.database;
  await forgetNameInChanges(collections, childId, DELETED_NAME);
  const isTheirs = (seat: { childId?: ObjectId }) => childId.equals(seat.childId);
  await forgetPassedOn(isTheirs, { name: DELETED_NAME }, services);
  for (const { campClass, seat } of await listSeatsOf(collections, { childIds: [childId] })) {
    await renamePaidSeat(
      collections,
      { classId: campClass._id, cartId: seat.cartId },
      forgetName(campClass, services),
    );
  }
}

/** The change that removes a name: now if the camp is over, otherwise by the sweep afterwards. */
function forgetName({ camp_end }: { camp_end: string }, services: Services) {
  return camp_end < readToday(services) ? { name: DELETED_NAME } : { nameUntil: camp_end };
}

/** Writes a child's new name in all its seats, held or paid. */
export async function renameChildSeats(
  childId: ObjectId,
  name: string,
  { database }: Services,
): Promise<void> {
  await renameSeatsOfChild(database.collections, childId, name);
}

/**
 * Whether a child has a held seat, expired or not, or a paid one in a class that is not over, or is about to get the seat
 * of somebody else.
 */
export async function hasCurrentSeats(childId: ObjectId, services: Services): Promise<boolean> {
  if (await isSeatMovingTo(services.database.collections, childId)) return true;
  const seats = await listSeatsOf(services.database.collections, { childIds: [childId] });
  const today = readToday(services);
  return seats.some(({ campClass, seat }) => seat.state === 'held' || campClass.camp_end >= today);
}

/** Removes the names of deleted students from camps that are over. Part of the sweep. */
export async function forgetNamesOfEndedCamps(services: Services): Promise<void> {
  const { collections } = services.database;
  for (const seat of await listNamesToForget(collections, readToday(services)))
    await forgetSeatName(collections, seat, DELETED_NAME);
}
