import type { ObjectId } from 'mongodb';
import { listClasses } from '../database/class-store.ts';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type { AuditEvent } from '../database/event-document.ts';
import type { ResoldSeat } from '../database/waiting-documents.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { changeSeats } from './change-seats.ts';
import type { OfferRules } from './offer-limits.ts';
import { allows } from './seat-states.ts';
import { countPlaces, isByDay } from './places.ts';
import { orderEntries } from './queue-by-day.ts';
import { handOut, keepFewer } from './queue.ts';

/**
 * Puts a paid seat up for resale, or takes that back. Until somebody takes it, the class has one more free
 * seat. Once more people are enrolled than there are places, the seat that has been up for resale longest is given up:
 * `resold` of the class. R148, R164
 * @param event is added for the audit log
 * @returns the class with all its seats, or null if nothing was changed: it has no such paid seat, or it already was so
 * @throws {ApiError} `seat_resold` if somebody else already has the place
 */
export async function changeResale(
  seat: { classId: ObjectId; seatId: ObjectId; isForResale: boolean },
  services: Services,
  event?: AuditEvent,
): Promise<ClassDocument | null> {
  const changed = await changeSeats(
    seat.classId,
    (campClass, rules) => decideResale(campClass, seat, rules),
    services,
    event,
  );
  return changed?.after ?? null;
}

/** The decision of `changeResale`. */
export function decideResale(
  campClass: ClassDocument,
  { seatId, isForResale }: { seatId: ObjectId; isForResale: boolean },
  rules: OfferRules,
): Partial<ClassDocument> | null {
  const seat = campClass.seats.find(
    (one): one is EnrolledSeat => allows('putUpForResale', one) && one.seatId.equals(seatId),
  );
  if (!seat || isForResale === (seat.isForResale ?? false)) return null;
  // Whoever takes one of its days would take all of them.
  if (isForResale && isByDay(campClass)) throw new ApiError('seat_not_resellable');
  const { isForResale: _isForResale, ...own } = seat;
  const others = campClass.seats.filter((one) => one !== seat);
  // At the end, so that seats for resale stay in the order they were put up.
  if (isForResale)
    return handOut(
      { ...campClass, seats: [...others, { ...own, isForResale }] },
      rules,
      countPlaces(campClass),
    );
  const { sit, waiting } = campClass;
  const seats = [...others, own];
  if (sit > 0) return { sit: sit - 1, seats };
  // A place that is kept for siblings is still free.
  const keeper = orderEntries(waiting).findLast(({ kept }) => kept);
  if (!waiting || !keeper) throw new ApiError('seat_resold');
  return { seats, waiting: waiting.map((one) => (one === keeper ? keepFewer(one, 1) : one)) };
}

/** How many classes are read at once. */
const MAX_CLASSES = 100;

/** Resold seats whose refunds are not on their way yet. */
export async function listResold({
  database,
  now,
}: Services): Promise<{ campClass: ClassDocument; seat: ResoldSeat }[]> {
  const isPassing = { 'resold.at': { $lte: now() } };
  const classes = await listClasses(database.collections, isPassing, { limit: MAX_CLASSES });
  return classes.flatMap((campClass) =>
    (campClass.resold ?? []).map((seat) => ({ campClass, seat })),
  );
}

/** Forgets a resold seat once its refund is on its way. Idempotent. */
export async function dropResold(
  { classId, seatId }: { classId: ObjectId; seatId: ObjectId },
  services: Services,
): Promise<void> {
  await changeSeats(
    classId,
    ({ resold = [] }) => {
      const left = resold.filter((seat) => !seat.seatId.equals(seatId));
      return left.length < resold.length ? { resold: left } : null;
    },
    services,
  );
}
