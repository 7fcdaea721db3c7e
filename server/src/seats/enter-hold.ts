import type { ObjectId } from 'mongodb';
import { findCampDays, findClass } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { HoldEntry, UserDocument } from '../database/user-documents.ts';
import { shareClassDay } from '@speakifyr/contract/class-days.ts';
import { asChosen, onDays } from '@speakifyr/contract/sold-by-day.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { findUserWithId } from '../users/find-users.ts';
import { checkActive } from '../users/users.service.ts';
import type { Services } from '../services.ts';
import { findSeat, listSeatsOf, onlyHeld } from './find-seat.ts';
import { addHoldEntry } from './hold-entries.repo.ts';
import {
  decideHold,
  isBeingJoined,
  isForParticipant,
  type OpenHold,
  type SeatStates,
} from './hold-limits.ts';
import { alreadyJoinedError, confirmFirstError, describeRefusalError } from './hold-refusals.ts';
import { checkChosenDays, daysFullError, isTooLateFor } from './may-join.ts';
import { withChild } from './participant.ts';
import { hasRoom, roomOf } from './places.ts';
import type { Hold } from './seats.repo.ts';

/** The first step of a join: the hold is added to the user's record, if the limits of the account allow it. */

/** Each try lost to another join of the same account. This many losses in a row mean that something is wrong. */
const MAX_TRIES = 100;

/** What the limits of an account need to know about a hold. */
export type WantedHold = Pick<Hold, 'classId' | 'seat' | 'price' | 'isPaidOnly'> & {
  /** The name of the child that joins, for a refusal. */
  child: string | null;
};

/**
 * Adds the hold to the user's record, or says why the account can't hold another class. R51
 * @throws {ApiError} `too_many_holds`, `verify_email_first`, `held_too_often`, or why nobody gets a seat of this class
 */
export async function enterHold(
  hold: WantedHold,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const { classId, seat } = hold;
  const { childId } = seat;
  const entry: HoldEntry = {
    seatId: seat.seatId,
    classId,
    ...withChild(childId),
    ...(seat.days && { days: seat.days }),
    at: seat.joinedAt,
  };
  const request = {
    classId,
    childId,
    days: seat.days,
    at: seat.joinedAt,
    holdMs: seat.heldUntil.getTime() - seat.joinedAt.getTime(),
  };
  let holder = user;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { holds: entries = [], isVerified } = holder;
    // Most accounts have never waited, so nothing is offered to them: skip the read, unless they may be refused.
    const own = holder.hasJoinedLists ? await readOwnSeats(user._id, services) : undefined;
    const account = { ...request, entries, isVerified };
    let days = await readDays(request, [...entries, ...(own?.offered ?? [])], services);
    let decision = decideHold({ ...account, ...own, sharesDay: days.areShared });
    if (!decision.isAllowed) {
      const { seats, offered } = own ?? (await readOwnSeats(user._id, services));
      days = await readDays(request, [...entries, ...offered], services);
      decision = decideHold({ ...account, seats, offered, sharesDay: days.areShared });
      if (!decision.isAllowed) {
        // Days that are added to a seat of this person were checked before.
        if (!seat.move?.goal) await checkClass(hold, services);
        if (isBeingJoined({ ...request, entries, seats }))
          throw new ApiError(
            'unavailable',
            'Your last try may still succeed. Please wait a moment.',
          );
        throw describeRefusalError(decision, hold.child, days.nameOf);
      }
    }
    if (await addHoldEntry(collections, holder, decision.recent, entry)) return;
    holder = await readHolder(user, services);
  }
  throw new ApiError('unavailable');
}

/**
 * On which days the classes meet that this person holds or is offered. Most joins are somebody's first: no read.
 * @returns `areShared`: whether a class meets on a day of the wanted one; `nameOf`: what such a class is called
 */
async function readDays(
  wanted: { classId: ObjectId; childId: ObjectId | undefined; days: string[] | undefined },
  held: OpenHold[],
  { database }: Services,
) {
  const { classId } = wanted;
  const others = held.filter(
    (one) => isForParticipant(one, wanted) && !one.classId.equals(classId),
  );
  const ids = others.length > 0 ? [classId, ...others.map((one) => one.classId)] : [];
  const camps = ids.length > 0 ? await findCampDays(database.collections, ids) : new Map();
  const camp = camps.get(classId.toHexString());
  return {
    areShared({ classId: id, days }: Pick<OpenHold, 'classId' | 'days'>): boolean {
      const other = camps.get(id.toHexString());
      return Boolean(camp && other && shareClassDay(onDays(camp, wanted), onDays(other, { days })));
    },
    nameOf: (id: ObjectId) => camps.get(id.toHexString())?.name,
  };
}

/** The user's record as it is now. @throws {ApiError} if the user is not active anymore */
async function readHolder(user: UserDocument, services: Services): Promise<UserDocument> {
  const found = await findUserWithId(user._id, services);
  if (!found) throw new ApiError('account_removed');
  checkActive(found);
  return found;
}

/** What became of an account's holds: each seat that it booked, by seat id; and what is offered to it. */
async function readOwnSeats(
  userId: ObjectId,
  { database, now }: Services,
): Promise<{ seats: SeatStates; offered: OpenHold[] }> {
  const own = await listSeatsOf(database.collections, { userId });
  const at = now();
  const held = onlyHeld(own).filter(({ seat }) => seat.heldUntil > at);
  return {
    seats: new Map([
      ...own.map(({ seat }) => [seat.seatId.toHexString(), 'over'] as const),
      ...held.map(({ seat }) => [seat.seatId.toHexString(), 'open'] as const),
    ]),
    offered: held.flatMap(({ campClass, seat }) =>
      seat.offer ? { classId: campClass._id, days: seat.days, ...withChild(seat.childId) } : [],
    ),
  };
}

/**
 * Checks that this wish could get a seat of the class, whatever else the account holds.
 * @throws {ApiError} why nobody gets one
 */
export async function checkClass(hold: WantedHold, services: Services): Promise<ClassDocument> {
  const campClass = await findClass(services.database.collections, { _id: hold.classId });
  if (!campClass) throw classNotFoundError();
  judgeHold(campClass, hold, services);
  return campClass;
}

/** As `checkClass`, for the class as it is now. */
export function judgeHold(
  campClass: ClassDocument,
  { seat, child, price, isPaidOnly }: WantedHold,
  services: Services,
): void {
  if (campClass.status !== 'open') throw classNotFoundError();
  const { userId, childId, days } = seat;
  if (findSeat(campClass, { userId, childId })) throw alreadyJoinedError(child);
  const isOffice = seat.reserved !== undefined;
  if (days) checkChosenDays(campClass, days, { ...services, isOffice });
  else if (isTooLateFor({}, campClass, services)) throw new ApiError('class_started');
  const chosen = asChosen(campClass, seat);
  if (price !== undefined && chosen.price !== price) throw new ApiError('price_changed');
  const isFull = !hasRoom(roomOf(campClass), [seat]);
  if (isFull) throw days ? daysFullError(campClass, days) : new ApiError('class_full');
  if (isPaidOnly && chosen.price === 0) throw confirmFirstError();
}
