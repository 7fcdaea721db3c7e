import { toCents } from '@speakifyr/contract/format.ts';
import type { FamilySeat, PriceLine } from '@speakifyr/contract/prices.ts';
import { sumExtras } from '@speakifyr/contract/seat-extras.ts';
import type { ObjectId } from 'mongodb';
import { compareIds } from '../compare-ids.ts';
import type { EnrolledSeat, Seat } from '../database/class-document.ts';
import {
  isEnrolled,
  listSeatsOf,
  onlyEnrolled,
  onlyHeld,
  type SeatOfClass,
} from '../seats/find-seat.ts';
import { isOver } from '../seats/may-join.ts';
import { listChildrenOf } from './booking.ts';
import { idsWithRight } from './rights.ts';
import type { Services } from '../services.ts';

type Needs = Pick<Services, 'database' | 'environment' | 'now'>;

/** A seat that counts for others: whose it is, and what it costs without extras, in cents. */
type Counted = Pick<Seat, 'seatId' | 'joinedAt'> & {
  childId?: ObjectId;
  cost: number;
  lines?: PriceLine[];
  isHeld?: boolean;
};

/** A seat as it would be after a change. A `cost` of 0: it is gone. */
export type ChangedSeat = Pick<Counted, 'seatId' | 'childId' | 'cost'>;

type Asked = Pick<Seat, 'seatId' | 'childId'>;

export type FamilySeats = {
  /** How a seat stands; also how it would stand if one of the seats, maybe itself, changed. */
  standingOf: (asked: Asked, changed?: ChangedSeat) => FamilySeat;
  /** All that the account booked. */
  booked: SeatOfClass[];
};

/**
 * How an account's seats rank among its family's: those that it booked, and those of children, whoever booked them. Only
 * of people for whom it may book. Paid ones of classes that are not over count, and then those of the same payment. A
 * seat that waits for its move to be paid counts as it will be. R431
 * @param userId who holds the seats
 * @param together the held seats of one payment, by seat id: what they cost without discounts that depend on others
 */
export async function readFamilySeats(
  userId: ObjectId,
  services: Needs,
  together = new Map<string, number>(),
): Promise<FamilySeats> {
  const children = await listChildrenOf({ _id: userId }, services);
  const childIds = idsWithRight('book', children, userId);
  const found = await listSeatsOf(services.database.collections, { userId, childIds });
  const mayBook = ({ seat: { childId } }: SeatOfClass) =>
    !childId || childIds.some((id) => id.equals(childId));
  const all = found.filter(mayBook);
  const current = all.filter(({ campClass }) => !isOver(campClass, services));
  const held = onlyHeld(current).map(({ seat }) => seat);
  const paid = onlyEnrolled(current).map(({ seat }): Counted => {
    const moving = held.find(({ move }) => move?.seatId.equals(seat.seatId));
    return { ...seat, childId: (moving ?? seat).childId, cost: costOf(seat) };
  });
  const unpaid = held.flatMap(({ seatId, childId, joinedAt }): Counted[] => {
    const cost = together.get(seatId.toHexString());
    return cost === undefined ? [] : [{ seatId, childId, joinedAt, cost, isHeld: true }];
  });
  const isReturning = all.some(
    ({ campClass, seat }) => isEnrolled(seat) && isOver(campClass, services),
  );
  return {
    booked: found.filter(({ seat }) => seat.userId.equals(userId)),
    standingOf: (asked, changed) => {
      const isAsked = ({ seatId }: Pick<Seat, 'seatId'>) => seatId.equals(asked.seatId);
      const seats = [...paid, ...unpaid].map((one) =>
        changed?.seatId.equals(one.seatId) ? { ...one, ...changed } : one,
      );
      // A seat that is about to be held is the last one.
      const last = { ...asked, joinedAt: services.now(), cost: 0, isHeld: true };
      const listed = seats.some(isAsked) ? seats : [...seats, last];
      const counted = listed.filter((one) => one.cost > 0 || isAsked(one));
      return {
        siblings: listSiblings(inOrder(counted, 'sibling'), isAsked),
        weeks: listEarlier(inOrder(counted, 'weeks'), isAsked),
        isReturning,
      };
    },
  };
}

/** What a paid seat costs without its extras, in cents. */
function costOf({ price, extras }: Pick<EnrolledSeat, 'price' | 'extras'>): number {
  return toCents(price) - sumExtras(extras);
}

/** Paid ones first, and of those the ones without such a discount: each discount counts on those before it. */
function inOrder(seats: Counted[], kind: 'sibling' | 'weeks'): Counted[] {
  const rank = ({ isHeld, lines = [] }: Counted) => {
    if (isHeld) return Infinity;
    const line = lines.find((one) => one.kind === kind);
    return line ? (line.terms?.from ?? line.lostBelow ?? 2) : 0;
  };
  return seats.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    if (first !== second) return first - second;
    return a.joinedAt.getTime() - b.joinedAt.getTime() || compareIds(a.seatId, b.seatId);
  });
}

const childOf = ({ childId }: Counted) => childId?.toHexString();

/** The dearest seat of each child that comes before the one that is asked about. */
function listSiblings(seats: Counted[], isAsked: (seat: Counted) => boolean): number[] {
  const asked = seats.find(isAsked);
  const own = asked && childOf(asked);
  if (!own) return [];
  const children = [...new Set(seats.flatMap((one) => childOf(one) ?? []))];
  return children
    .slice(0, children.indexOf(own))
    .map((child) =>
      Math.max(...seats.filter((one) => childOf(one) === child).map(({ cost }) => cost)),
    );
}

/** The earlier classes of the same person. */
function listEarlier(seats: Counted[], isAsked: (seat: Counted) => boolean): number[] {
  const place = seats.findIndex(isAsked);
  const asked = seats[place];
  return seats
    .slice(0, place)
    .filter((one) => asked && childOf(one) === childOf(asked))
    .map(({ cost }) => cost);
}
