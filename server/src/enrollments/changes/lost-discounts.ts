import type { CancellationPreview } from '@speakifyr/contract/cancellation.ts';
import { isStillEarned, type PriceLine } from '@speakifyr/contract/prices.ts';
import { keepFromLast } from '@speakifyr/contract/refund-terms.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { ObjectId } from 'mongodb';
import { readFamilySeats } from '../../families/family-seats.ts';
import { joinHouseholds, type PaidPart, whatIsLeft } from '../../billing/ledger/what-is-left.ts';
import type { EnrolledSeat } from '../../database/collections.ts';
import { readPeople } from '../../people/users/participant-names.ts';
import { ApiError } from '../../errors.ts';
import { readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { groupBy } from '../../group-by.ts';
import {
  findSeatInClass,
  isEnrolled,
  listSeatsOf,
  type SeatInClass,
  type SeatOfClass,
} from '../seats/find-seat.ts';
import { quoteCancellation } from './households.ts';

/** Amounts are in cents, above 0. */
export type LostDiscount = CancellationPreview['lost'][number];

/**
 * Discounts of the account's other seats that it would not have gotten without this one, if they said so when the seats
 * were paid for. One that is already no longer earned is not lost again, so each discount is taken back once. If
 * another full-price seat earns it instead, nothing is lost: two children still come, whatever the booking order.
 */
export async function findLostDiscounts(
  seat: Pick<EnrolledSeat, 'seatId' | 'userId'>,
  services: Services,
): Promise<LostDiscount[]> {
  const booked = await listSeatsOf(services.database.collections, { userId: seat.userId });
  const others = booked.filter(
    (one): one is SeatOfClass<EnrolledSeat> =>
      one.seat.state === 'enrolled' && !one.seat.seatId.equals(seat.seatId),
  );
  const withLine = others.flatMap((one) =>
    (one.seat.lines ?? [])
      .filter(({ lostBelow }) => lostBelow !== undefined)
      .map((line) => ({ ...one, line })),
  );
  if (withLine.length === 0) return [];
  const standingOf = await readFamilySeats(seat.userId, services);
  const isEarned = (line: PriceLine, other: EnrolledSeat, without?: ObjectId) =>
    isStillEarned(line, standingOf(other, without));
  const lost = withLine
    .filter((one) => isEarned(one.line, one.seat) && !isEarned(one.line, one.seat, seat.seatId))
    .toSorted((a, b) => a.line.amount - b.line.amount);
  const countEarnedInstead = (line: PriceLine) =>
    others.filter(
      ({ seat: other }) =>
        other.price > 0 &&
        !other.lines?.some(({ discountId }) => discountId === line.discountId) &&
        !isEarned(line, other) &&
        isEarned(line, other, seat.seatId),
    ).length;
  const nameOf = await readPeople(
    lost.map((one) => one.seat),
    services,
  );
  return groupBy(lost, ({ line }) => String(line.discountId)).flatMap((same) =>
    // The largest ones come first: those are kept if there is a choice.
    same.slice(countEarnedInstead(same[0]!.line)).map((one) => ({
      ...{ label: one.line.label, className: one.campClass.name },
      student_name: nameOf(one.seat).name,
      amount: -one.line.amount,
    })),
  );
}

/**
 * Takes lost discounts off the refund of the household that booked, as far as possible: off the last payment first.
 * @param refunds what is refunded of each payment, in cents
 * @returns the same without them, and the discounts as far as they are taken back
 */
export function takeOffLost(
  parts: Pick<PaidPart, 'coPayerId'>[],
  refunds: number[],
  lost: LostDiscount[],
): { refunds: number[]; lost: LostDiscount[] } {
  const paidBy = (isOther: boolean) =>
    refunds.filter((_refund, place) => Boolean(parts[place]?.coPayerId) === isOther);
  const own = paidBy(false).map((paid) => ({ paid }));
  let most = own.reduce((sum, { paid }) => sum + paid, 0);
  const taken = lost.map((one) => {
    const amount = Math.min(one.amount, most);
    most -= amount;
    return { ...one, amount };
  });
  const left = keepFromLast(own, sumAmounts(taken)).map(({ paid }) => paid);
  return {
    refunds: joinHouseholds(parts, left, paidBy(true)),
    lost: taken.filter(({ amount }) => amount > 0),
  };
}

/**
 * For the office, before it cancels a seat: the discounts that come off the refund by policy.
 * @throws {ApiError} `not_found` unless the seat is paid
 */
export async function listLostDiscounts(
  ref: SeatInClass,
  services: Services,
): Promise<LostDiscount[]> {
  const { campClass, seat } = (await findSeatInClass(ref, services.database.collections)) ?? {};
  if (!campClass || !isEnrolled(seat))
    throw new ApiError('not_found', 'We could not find this seat.');
  // Then the school refunds everything.
  if (campClass.canceled) return [];
  const parts = await whatIsLeft(seat, services);
  const days = { campStart: campClass.camp_start, today: readToday(services) };
  const { refunds } = quoteCancellation(campClass, seat, parts, days);
  return takeOffLost(parts, refunds, await findLostDiscounts(seat, services)).lost;
}
