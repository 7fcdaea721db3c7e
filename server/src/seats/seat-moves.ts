import { findClass } from '../database/class-store.ts';
import type { ClassDocument, HeldSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { HeldMove } from '../database/money-documents.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { readChildName } from '../users/participant-names.ts';
import type { Services } from '../services.ts';
import { changeSeats } from './change-seats.ts';
import { findHeldSeat } from './find-seat.ts';
import { enterHold } from './enter-hold.ts';
import { dropHoldEntry } from './hold-entries.repo.ts';
import { alreadyJoinedError } from './hold-refusals.ts';
import {
  decideMoveHold,
  decideMoveIn,
  decideMoveOut,
  decideUndo,
  findNoSeat,
  findOldSeat,
  listTakenDays,
  type Move,
  type NoSeat,
} from './move-seat.ts';
import { daysFullError } from './may-join.ts';
import { withChild } from './participant.ts';
import { endOfHold } from './seats.service.ts';

/** The steps in which a paid seat moves: see changes/complete-move.ts. Each is idempotent. */

/**
 * Holds the new seat of a move until the difference is paid. It counts toward the account's limits like any hold, so
 * that nobody blocks a class with moves they never pay for.
 * @throws {ApiError} `not_found`, `already_joined`, `class_full`, `too_many_holds`, `verify_email_first`,
 * `held_too_often`
 */
export async function holdNewSeat(
  move: Move,
  {
    until,
    tax,
    days,
    ...held
  }: Pick<HeldMove, 'from' | 'paid' | 'lines' | 'goal'> &
    Pick<HeldSeat, 'tax' | 'days'> & { until: Date },
  user: UserDocument,
  services: Services,
): Promise<void> {
  const { to, userId, heldSeatId: seatId, _id: moveId } = move;
  const { classId } = to;
  const seat: HeldSeat = {
    seatId,
    userId,
    state: 'held',
    renewed: false,
    ...withChild(to.childId),
    ...(days && { days }),
    joinedAt: services.now(),
    heldUntil: until,
    move: { ...held, moveId, seatId: move.seatId },
    ...(to.extras && { extras: to.extras }),
    ...(tax && { tax }),
  };
  // The account’s limits count it like any other hold, although this one may be held longer.
  const counted = { ...seat, heldUntil: endOfHold(services) };
  const child = await readChildName(to.childId, services);
  await enterHold({ classId, child, seat: counted }, user, services);
  const hold = (campClass: ClassDocument) => decideMoveHold(campClass, move, seat);
  if (await changeSeats(classId, hold, services)) return;
  await dropHoldEntry(services.database.collections, seat);
  throw await explainNoSeat(move, services);
}

/** Why a class has no seat for a move that got none. */
export async function explainNoSeat(move: Move, services: Services): Promise<ApiError> {
  // Or a seat opened up just after somebody else had taken the last one.
  return (await findNoSeatFor(move, services)) ?? new ApiError('unavailable');
}

/** Why a class has no seat for a move; undefined if it has one. */
export async function findNoSeatFor(
  move: Move,
  services: Pick<Services, 'database'>,
): Promise<ApiError | undefined> {
  const { classId, childId } = move.to;
  const campClass = await findClass(services.database.collections, { _id: classId });
  const reason: NoSeat | undefined = campClass ? findNoSeat(campClass, move) : 'not_found';
  if (!campClass || reason === 'not_found') return classNotFoundError();
  if (reason === 'class_full') return daysFullError(campClass, listTakenDays(campClass, move));
  if (reason === 'already_joined' && childId)
    return alreadyJoinedError(await readChildName(childId, services));
  return reason && new ApiError(reason);
}

/** Whether the old seat of a move is still as it was. */
export async function isOldSeatThere(
  move: Pick<Move, 'seatId' | 'from'>,
  { database }: Services,
): Promise<boolean> {
  const campClass = await findClass(database.collections, { _id: move.from.classId });
  return campClass !== null && findOldSeat(campClass, move) !== undefined;
}

/**
 * Takes the new seat.
 * @returns whether the move has it; if not, it never gets one
 */
export async function takeNewSeat(move: Move, services: Services): Promise<boolean> {
  const { from, to } = move;
  const isSameClass = to.classId.equals(from.classId);
  const source = await findClass(services.database.collections, { _id: from.classId });
  const read = source ? findOldSeat(source, move) : undefined;
  let hasSeat = false;
  await changeSeats(
    to.classId,
    (campClass, rules) => {
      const old = isSameClass ? findOldSeat(campClass, move) : read;
      const { seat, change } = decideMoveIn(campClass, move, old, rules);
      hasSeat = seat !== undefined;
      return change;
    },
    services,
  );
  return hasSeat;
}

/** Frees the old seat, once the new one is taken. */
export async function freeOldSeat(move: Move, services: Services): Promise<void> {
  const { from, to } = move;
  if (to.classId.equals(from.classId)) return;
  await changeSeats(
    from.classId,
    (campClass, rules) => decideMoveOut(campClass, move, rules),
    services,
  );
}

/** Takes the new seat back. */
export async function giveUpNewSeat(move: Move, services: Services): Promise<void> {
  await changeSeats(
    move.to.classId,
    (campClass, rules) => decideUndo(campClass, move, rules),
    services,
  );
}

/** Whether the new seat is held, expired or not. */
export async function isNewSeatHeld(
  { _id: moveId, seatId, to }: Pick<Move, '_id' | 'seatId' | 'to'>,
  { database }: Services,
): Promise<boolean> {
  const campClass = await findClass(database.collections, { _id: to.classId });
  return findHeldSeat(campClass, { seatId, moveId }) !== undefined;
}
