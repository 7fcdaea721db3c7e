import { splitByDue, sumOwed } from '@speakifyr/contract/owed.ts';
import { listExtraLines, sumExtras } from '@speakifyr/contract/seat-extras.ts';
import type { HeldSeat } from '../database/class-document.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import {
  type ClassOfSeat,
  listSeatsOf,
  onlyEnrolled,
  onlyHeld,
  type SeatOfClass,
} from '../seats/find-seat.ts';
import { listUnpaidExtras } from '../seats/seat-extras.ts';
import { listOwing, once, type OwingSeat } from '../seats/owing-seats.ts';
import { ApiError } from '../errors.ts';
import { type PersonOf, readPeople } from '../users/participant-names.ts';
import type { Services } from '../services.ts';
import { buildItem } from '../ledger/enter-payment.ts';

/** The seats of an account that money may be for, in a fixed order, so that two tabs mean the same payment. */
export type SeatsToCollect = {
  held: SeatOfClass<HeldSeat>[];
  owing: OwingSeat<ClassOfSeat>[];
};

/** What an account holds, and for which of its seats it owes something. */
export async function listSeatsToCollect(
  { _id: userId }: Pick<UserDocument, '_id'>,
  { database, now }: Pick<Services, 'database' | 'now'>,
): Promise<SeatsToCollect> {
  const seats = (await listSeatsOf(database.collections, { userId, payerId: userId })).toSorted(
    (a, b) => a.seat.seatId.toHexString().localeCompare(b.seat.seatId.toHexString()),
  );
  const own = seats.filter(({ seat }) => seat.userId.equals(userId));
  return {
    held: onlyHeld(own).filter(({ seat }) => seat.heldUntil > now()),
    owing: once(
      onlyEnrolled(seats)
        .flatMap(listOwing)
        .filter(({ payerId }) => payerId.equals(userId)),
    ),
  };
}

/**
 * Leaves out what is owed for seats that wait for the difference of a move: a payment has one line for a seat, and that one must
 * be settled before the other.
 */
export function leaveOutMoving({ held, owing }: SeatsToCollect): SeatsToCollect {
  const isMoving = ({ seat }: OwingSeat) =>
    held.some((one) => one.seat.move?.seatId.equals(seat.seatId));
  return { held, owing: owing.filter((one) => !isMoving(one)) };
}

/** Those with these ids. @throws {ApiError} `seat_not_held` unless all of them are there, and can be paid at once */
export async function findSeatsToCollect(
  user: Pick<UserDocument, '_id'>,
  cartIds: string[],
  services: Pick<Services, 'database' | 'now'>,
): Promise<SeatsToCollect> {
  const { held, owing } = await listSeatsToCollect(user, services);
  const isChosen = ({ seat }: SeatOfClass) => cartIds.includes(seat.seatId.toHexString());
  const found = leaveOutMoving({ held: held.filter(isChosen), owing: owing.filter(isChosen) });
  if (found.held.length + found.owing.length < new Set(cartIds).size)
    throw new ApiError('seat_not_held');
  return found;
}

/** What is owed for all of these seats, in cents. */
export function sumOwing(owing: OwingSeat[]): number {
  return owing.reduce((sum, { plan }) => sum + sumOwed(plan), 0);
}

/**
 * The lines of a payment of some of what is owed for seats, the oldest part first.
 * @param amount in cents, not more than is owed
 */
export async function toBalanceItems(
  owing: OwingSeat[],
  amount: number,
  services: Pick<Services, 'database'>,
): Promise<PaymentItem[]> {
  const shares = splitByDue(
    owing.map(({ plan }) => plan),
    amount,
  );
  const personOf = await readPeople(
    owing.map(({ seat }) => seat),
    services,
  );
  return owing
    .map((one, place) => toBalanceItem(one, shares[place] ?? 0, personOf))
    .filter((item) => item.amount > 0);
}

/** The line of a payment for what is owed for a seat, in cents. @param upTo only for what is due until that day */
export function toBalanceItem(
  { campClass, seat, isCoPay }: OwingSeat,
  amount: number,
  personOf: PersonOf,
  upTo?: string,
): PaymentItem {
  const { seatId, childId, days } = seat;
  const name = personOf(seat).name;
  const line = { classId: campClass._id, seatId, childId, name, ...(days && { days }) };
  const extras = isCoPay ? [] : listUnpaidExtras(seat);
  // The receipt says what it is for.
  const isForExtras = extras.length > 0 && amount === sumExtras(extras);
  return {
    ...buildItem(line, amount),
    ...(isForExtras && { lines: listExtraLines(extras) }),
    ...(seat.tax && { tax: seat.tax }),
    isRest: true,
    ...(isCoPay && { isCoPay }),
    ...(upTo && { upTo }),
  };
}
