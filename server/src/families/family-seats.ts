import { type FamilySeat, NEW_FAMILY } from '@speakifyr/contract/prices.ts';
import type { ObjectId } from 'mongodb';
import { compareIds } from '../compare-ids.ts';
import type { Seat } from '../database/collections.ts';
import { listSeatsOf, type SeatOfClass } from '../enrollments/seats/find-seat.ts';
import { isOver } from '../enrollments/seats/may-join.ts';
import { listChildrenOf } from './booking.ts';
import type { Services } from '../services.ts';

type Needs = Pick<Services, 'database' | 'environment' | 'now'>;

/**
 * How an account's seats rank among its family's: all that it booked, and all of the children it is a guardian of,
 * whoever booked them. Held, offered and paid ones count; an expired hold counts only for itself.
 * @param userId who holds the seats
 * @returns how a seat stands; also how it would stand without another one
 */
export async function readFamilySeats(
  userId: ObjectId,
  services: Needs,
): Promise<(seat: Pick<Seat, 'seatId' | 'childId'>, without?: ObjectId) => FamilySeat> {
  const children = await listChildrenOf({ _id: userId }, services);
  const childIds = children.map(({ _id }) => _id);
  const all = await listSeatsOf(services.database.collections, { userId, childIds });
  const oldestFirst = all.toSorted(
    (a, b) =>
      a.seat.joinedAt.getTime() - b.seat.joinedAt.getTime() ||
      compareIds(a.seat.seatId, b.seat.seatId),
  );
  const isReturning = all.some(
    ({ campClass, seat }) => seat.state === 'enrolled' && isOver(campClass, services),
  );
  return (asked, without) => {
    const counted = oldestFirst.filter(
      (one) =>
        one.seat.seatId.equals(asked.seatId) ||
        (doesCount(one, services) && !without?.equals(one.seat.seatId)),
    );
    const own = asked.childId?.toHexString();
    const ofChildren = counted.flatMap(({ seat }) => seat.childId?.toHexString() ?? []);
    const ofThisChild = counted.filter(({ seat }) => seat.childId?.toHexString() === own);
    const place = ofThisChild.findIndex(({ seat }) => seat.seatId.equals(asked.seatId));
    // A seat that is about to be held is the last one.
    return {
      child: own ? [...new Set([...ofChildren, own])].indexOf(own) + 1 : NEW_FAMILY.child,
      classOfChild: (place < 0 ? ofThisChild.length : place) + 1,
      isReturning,
    };
  };
}

function doesCount({ campClass, seat }: SeatOfClass, services: Needs): boolean {
  if (isOver(campClass, services)) return false;
  return seat.state === 'enrolled' || seat.heldUntil > services.now();
}
