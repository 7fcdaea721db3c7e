import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { HeldSeat } from '../database/class-document.ts';
import {
  findSeat,
  listHolds,
  listSeatsOf,
  onlyHeld,
  type SeatOfClass,
} from '../seats/find-seat.ts';
import { findClass, listClasses } from '../database/class-store.ts';
import { auditEvent } from '../events/audit-event.ts';
import { ApiError } from '../errors.ts';
import { giveUpHeldMove } from '../changes/finish-changes.ts';
import { endPaymentsOfHold } from '../changes/end-payment.ts';
import { giveSeatBack } from '../seats/seats.service.ts';
import { findUserWithId } from '../users/find-users.ts';
import type { Services } from '../services.ts';

/** How many payments of one class are ended at Stripe at once. */
const AT_ONCE = 4;

/** The releases in progress by class id, so that each class has at most one. */
const running = new WeakMap<Services, Map<string, Promise<boolean>>>();

/**
 * Releases the seats of a class that were not paid in time. Asks Stripe first: an open payment is canceled, and a
 * successful one keeps its seat. If a release of this class is in progress, waits for that one instead: many students
 * who want the same seats must not repeat the same questions to Stripe.
 * @param signal stops it between two seats, if this call started it
 * @returns whether Stripe answered
 */
export function releaseExpiredHoldsOf(
  classId: ObjectId,
  services: Services,
  signal?: AbortSignal,
): Promise<boolean> {
  const releases = running.get(services) ?? new Map<string, Promise<boolean>>();
  running.set(services, releases);
  const id = classId.toHexString();
  const current = releases.get(id);
  if (current) return current;
  const started = findExpiredHolds(services, classId)
    .then((holds) => releaseHolds(holds, services, signal))
    .finally(() => releases.delete(id));
  releases.set(id, started);
  return started;
}

/**
 * Tries something that needs a seat of a class. If there is none, tries once more without the expired holds of the class:
 * such a seat is free, even if a job has not released it yet. R180
 */
export async function freeingExpiredHolds<Result>(
  id: string | undefined,
  attempt: () => Promise<Result>,
  services: Services,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!id || !isForLackOfSeat(error)) throw error;
    const classId = new ObjectId(id);
    const expired = await findExpiredHolds(services, classId);
    if (expired.length === 0) throw error;
    await releaseExpiredHoldsOf(classId, services);
    return attempt();
  }
}

/** Whether an expired hold may be the reason: no seat is free, or the student still has their old one. */
export function isForLackOfSeat(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && (error.code === 'class_full' || error.code === 'already_joined')
  );
}

/**
 * Releases the expired holds of all classes. A job; several servers may run it at once. If Stripe does not
 * answer, the next run tries again. R7
 * @param signal stops it between two seats
 */
export async function releaseExpiredHolds(services: Services, signal?: AbortSignal): Promise<void> {
  const holds = await findExpiredHolds(services);
  for (const id of new Set(holds.map(({ campClass }) => campClass._id.toHexString()))) {
    if (signal?.aborted) return;
    if (!(await releaseExpiredHoldsOf(new ObjectId(id), services, signal))) return;
  }
}

/** How many classes are read at once. */
const MAX_CLASSES = 100;

/** Expired holds of one class or of all. */
async function findExpiredHolds(
  { database, now }: Services,
  classId?: ObjectId,
): Promise<SeatOfClass<HeldSeat>[]> {
  const at = now();
  const filter = { ...(classId && { _id: classId }), 'seats.heldUntil': { $lte: at } };
  const found = await listClasses(database.collections, filter, { limit: MAX_CLASSES });
  return listHolds(found, ({ heldUntil }) => heldUntil <= at);
}

// Rules: R53.
async function releaseHolds(
  holds: SeatOfClass<HeldSeat>[],
  services: Services,
  signal?: AbortSignal,
): Promise<boolean> {
  const waiting = holds.values();
  let isStripeDown = false;
  const work = async () => {
    for (const { campClass, seat } of waiting) {
      if (isStripeDown || signal?.aborted) return;
      try {
        if (!(await endPaymentsOfHold(seat, services))) continue;
        const expiredAt = services.now();
        if (await giveSeatBack({ ...seat, classId: campClass._id }, services, { expiredAt }))
          await giveUpHeldMove(seat, services);
      } catch (error) {
        services.log.error({ err: error, seatId: seat.seatId }, 'a seat is not released yet');
        isStripeDown ||= error instanceof ApiError && error.code === 'unavailable';
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return !isStripeDown;
}

/** Releases every seat that a student holds. A seat stays if its payment is paid or can't be stopped anymore. */
export async function releaseHoldsOf(userId: ObjectId, services: Services): Promise<void> {
  const seats = await listSeatsOf(services.database.collections, { userId });
  for (const { campClass, seat } of onlyHeld(seats)) {
    if (!(await endPaymentsOfHold(seat, services))) continue;
    await giveSeatBack({ classId: campClass._id, seatId: seat.seatId, userId }, services);
    await giveUpHeldMove(seat, services);
  }
}

/**
 * Releases a student's held seat for an admin.
 * @throws {ApiError} `not_found`, `already_joined` if it is paid, `payment_not_finished` if its payment is processing
 */
export async function releaseHold(
  held: { classId: string; cartId: string },
  admin: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<void> {
  const classId = new ObjectId(held.classId);
  const found = await findClass(services.database.collections, { _id: classId, status: 'open' });
  const seat = findSeat(found, { seatId: new ObjectId(held.cartId) });
  if (!found || seat?.state !== 'held')
    throw new ApiError('not_found', 'This seat is not held anymore.');
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'release hold',
    target: (await findUserWithId(seat.userId, services))?.email ?? '',
    before: {
      course: found.name,
      heldUntil: seat.heldUntil.toISOString(),
      child: seat.childId?.toHexString() ?? null,
    },
    after: null,
  });
  const isReleased =
    (await endPaymentsOfHold(seat, services)) &&
    (await giveSeatBack({ ...seat, classId }, services, { event }));
  if (!isReleased) throw await explainKept({ ...seat, classId }, services);
  await giveUpHeldMove(seat, services);
}

/** Why a seat could not be released. */
async function explainKept(
  { classId, seatId }: { classId: ObjectId; seatId: ObjectId },
  services: Services,
): Promise<ApiError> {
  const campClass = await findClass(services.database.collections, { _id: classId });
  const kept = findSeat(campClass, { seatId });
  if (!kept) return new ApiError('not_found', 'This seat is not held anymore.');
  if (kept.state === 'held')
    return new ApiError(
      'payment_not_finished',
      'The bank is still working on the payment for this seat. Please try again once it has decided.',
    );
  return new ApiError('already_joined', 'This seat is paid for and cannot be released.');
}
