import { ObjectId } from 'mongodb';
import { findSeat } from '../seats/find-seat.ts';
import { findClass } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { AuditEvent } from '../database/event-document.ts';
import { releaseExpiredHoldsOf } from '../cart/release-holds.ts';
import { readPeople } from '../users/participant-names.ts';
import { ApiError } from '../errors.ts';
import { bankIsWorkingError, endPaymentsOfHold } from '../changes/end-payment.ts';
import { changeSeats } from '../seats/change-seats.ts';
import { handOut } from '../seats/queue.ts';
import { giveSeatBack } from '../seats/seats.service.ts';
import { dropWaiting } from '../seats/waiting-lists.ts';
import type { Services } from '../services.ts';
import type { OfferedSeat } from '../seats/offered-seat.ts';
import { groupOffers } from './own-waiting.ts';
import { listClassesOf } from './waiting-classes.ts';

/** What the owner of an entry does with it. Others' entries don't exist for them. */

type OwnEntry = { waitId: string; userId: ObjectId };

/**
 * Leaves a waiting list. What is already offered stays. R151, R153
 * @param describe what is added for the audit log, if an admin does it for them
 * @throws {ApiError} `not_found`
 */
export async function leaveWaitingList(
  own: OwnEntry,
  services: Services,
  describe?: (listed: ClassDocument) => AuditEvent,
): Promise<void> {
  const listed = await findListed(own, services);
  const waitId = new ObjectId(own.waitId);
  const isLeft = await dropWaiting(
    listed._id,
    (entry) => entry.waitId.equals(waitId),
    services,
    describe?.(listed),
  );
  if (!isLeft) throw entryNotFoundError();
}

/**
 * Keeps waiting after an offer ran out, in the old place. If seats are kept or free, they may be offered at once.
 * @throws {ApiError} `not_found`
 */
export async function waitAgain(own: OwnEntry, services: Services): Promise<void> {
  const { _id: classId } = await findListed(own, services);
  const changed = await changeSeats(
    classId,
    (campClass, rules) => {
      const { waiting = [] } = campClass;
      if (!waiting.some(({ waitId }) => waitId.equals(own.waitId))) return null;
      const active = waiting.map(({ isPaused, ...entry }) =>
        entry.waitId.equals(own.waitId) ? entry : { ...entry, ...(isPaused && { isPaused }) },
      );
      return handOut({ ...campClass, waiting: active }, rules);
    },
    services,
  );
  if (!changed) throw entryNotFoundError();
}

/**
 * Declines an offer: its payments are ended, and the next one on the list gets the seats.
 * @throws {ApiError} `not_found`; `already_joined` if a seat is paid; `payment_not_finished`
 */
export async function declineOffer(own: OwnEntry, services: Services): Promise<void> {
  const offered = await findOffered(own, services);
  if (offered.length === 0)
    throw new ApiError('not_found', 'This offer is over. We could not find it anymore.');
  for (const { classId, seat } of offered) {
    const isReleased =
      (await endPaymentsOfHold(seat, services)) &&
      (await giveSeatBack({ ...seat, classId }, services));
    if (isReleased) continue;
    const campClass = await findClass(services.database.collections, { _id: classId });
    const kept = findSeat(campClass, { seatId: seat.seatId });
    if (kept?.state === 'held') throw bankIsWorkingError();
    if (!kept) continue;
    const { name } = (await readPeople([kept], services))(kept);
    throw new ApiError('already_joined', `The seat for ${name} is paid for already.`);
  }
}

async function findOffered(
  { waitId, userId }: OwnEntry,
  { database }: Services,
): Promise<{ classId: ObjectId; seat: OfferedSeat }[]> {
  const found = await listClassesOf(database.collections, userId);
  return found.flatMap((campClass) =>
    groupOffers(campClass)
      .flat()
      .filter((seat) => seat.userId.equals(userId) && seat.offer.entry.waitId.equals(waitId))
      .map((seat) => ({ classId: campClass._id, seat })),
  );
}

/** The class with this entry in its list. An expired offer goes back to the list first. */
async function findListed(own: OwnEntry, services: Services): Promise<ClassDocument> {
  const find = async () => {
    const found = await listClassesOf(services.database.collections, own.userId);
    return found.find(({ waiting = [] }) =>
      waiting.some(({ waitId, userId }) => userId.equals(own.userId) && waitId.equals(own.waitId)),
    );
  };
  const listed = await find();
  if (listed) return listed;
  const [offered] = await findOffered(own, services);
  if (offered && offered.seat.heldUntil <= services.now())
    await releaseExpiredHoldsOf(offered.classId, services);
  const back = await find();
  if (!back) throw entryNotFoundError();
  return back;
}

export function entryNotFoundError(): ApiError {
  return new ApiError('not_found', 'This is not on the waiting list anymore.');
}
