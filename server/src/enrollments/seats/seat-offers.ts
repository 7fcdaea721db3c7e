import type { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat } from '../../database/collections.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { changeSeats } from './change-seats.ts';
import type { OfferRules } from './offer-limits.ts';
import { allows } from './seat-states.ts';
import { handOut, keepFewer, orderEntries } from './queue.ts';

/**
 * Offers a paid seat to the next person who enrolls, or takes that back. While it is offered, its place is handed out a
 * second time, so the class has one free seat more. Once more people are enrolled than there are places, the seat that
 * was offered first is given up: `passedOn` of the class.
 * @param act is added for the audit log
 * @returns the class with all its seats, or null if nothing was changed: it has no such paid seat, or it was so before
 * @throws {ApiError} `seat_passing_on` if the place is somebody else's already, so that it can't be taken back
 */
export async function changeSeatOffer(
  seat: { classId: ObjectId; seatId: ObjectId; isOffered: boolean },
  services: Services,
  act?: AuditEvent,
): Promise<ClassDocument | null> {
  const changed = await changeSeats(
    seat.classId,
    (campClass, rules) => decideSeatOffer(campClass, seat, rules),
    services,
    act,
  );
  return changed?.after ?? null;
}

/** The decision of `changeSeatOffer`. */
export function decideSeatOffer(
  campClass: ClassDocument,
  { seatId, isOffered }: { seatId: ObjectId; isOffered: boolean },
  rules: OfferRules,
): Partial<ClassDocument> | null {
  const seat = campClass.seats.find(
    (one): one is EnrolledSeat => allows('offerToNext', one) && one.seatId.equals(seatId),
  );
  if (!seat || isOffered === (seat.isOffered ?? false)) return null;
  const { isOffered: _isOffered, ...own } = seat;
  const others = campClass.seats.filter((one) => one !== seat);
  // At the end, so that offered seats stand in the order in which they were offered.
  if (isOffered)
    return handOut({ ...campClass, seats: [...others, { ...own, isOffered }] }, 1, rules);
  const { sit, waiting } = campClass;
  const seats = [...others, own];
  if (sit > 0) return { sit: sit - 1, seats };
  // A place that is kept for siblings is not given on yet.
  const keeper = orderEntries(waiting).findLast(({ kept }) => kept);
  if (!waiting || !keeper) throw new ApiError('seat_passing_on');
  return { seats, waiting: waiting.map((one) => (one === keeper ? keepFewer(one, 1) : one)) };
}
