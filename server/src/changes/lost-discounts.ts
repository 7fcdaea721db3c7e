import type { CancellationPreview } from '@speakifyr/contract/cancellation.ts';
import { worthNow } from '@speakifyr/contract/moved-lines.ts';
import type { PriceLine } from '@speakifyr/contract/prices.ts';
import { keepFromLast } from '@speakifyr/contract/refund-parts.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { type ChangedSeat, type FamilySeats, readFamilySeats } from '../families/family-seats.ts';
import { joinHouseholds, type PaidPart, whatIsLeft } from '../ledger/what-is-left.ts';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { LostLine } from '../database/money-documents.ts';
import { readPeople } from '../users/participant-names.ts';
import { ApiError } from '../errors.ts';
import { readTerms } from '../prices/line-terms.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import {
  findSeatInClass,
  isEnrolled,
  onlyEnrolled,
  onlyHeld,
  type SeatInClass,
} from '../seats/find-seat.ts';
import { quoteCancellation } from './households.ts';

/** Amounts are in cents, above 0. `of` names the line. */
export type LostDiscount = CancellationPreview['lost'][number] & { of: LostLine };

/**
 * Discounts of the account's other seats that it would not have gotten without this one, if they said so when the seats
 * were paid for: as far as the seats that are left don't earn them. Each is lost once: what is no longer earned already
 * counts only if this seat has moved, and nothing came back then from which to take it. If several depend on a seat that
 * becomes a cheaper one, they may be more than it then costs: that much is lost at once, because nothing would come back
 * later from which to take it. R436, R472
 * @returns what is lost if the seat ends, or becomes another one
 */
export async function readLostDiscounts(
  seat: Pick<EnrolledSeat, 'seatId' | 'lost'>,
  { booked, standingOf }: FamilySeats,
  services: Services,
): Promise<(then?: ChangedSeat) => LostDiscount[]> {
  const others = onlyEnrolled(booked).filter((one) => !one.seat.seatId.equals(seat.seatId));
  const moves = onlyHeld(booked).flatMap((one) => one.seat.move ?? []);
  // A seat that waits for its move to be paid counts as it will be.
  const seats = others.map(({ campClass, seat: other }) => {
    const move = moves.find(({ seatId }) => seatId.equals(other.seatId));
    return { campClass, seat: move ? { ...other, lines: move.lines } : other };
  });
  const listed = seats.map((one) => one.seat);
  const [termsOf, nameOf] = await Promise.all([
    readTerms(listed, services),
    readPeople(listed, services),
  ]);
  const lines = seats.flatMap((one) => {
    const taken = termsOf(one.seat).filter(({ lostBelow }) => lostBelow !== undefined);
    return taken.map((line) => ({ ...one, line, of: findLost(seat, one.seat, line) }));
  });
  const lose = (then: ChangedSeat) =>
    lines.map(({ campClass, seat: other, line, of }): LostDiscount => {
      const after = worthNow(line, standingOf(other, then));
      const before =
        of.amount > 0
          ? Math.min(-line.amount, after + of.amount)
          : worthNow(line, standingOf(other));
      // Never below 0: another line may be worth more then.
      const amount = Math.max(0, Math.min(before - after, -line.amount - (of.taken ?? 0)));
      const { name: className } = campClass;
      return { label: line.label, className, student_name: nameOf(other).name, amount, of };
    });
  const end = { seatId: seat.seatId, cost: 0 };
  return (then = end) => {
    const [now, later] = [lose(then), lose(end)];
    let excess = sumAmounts(later) - sumAmounts(now) - then.cost;
    return now
      .map((one, place) => {
        const more = Math.max(0, Math.min(excess, (later[place]?.amount ?? 0) - one.amount));
        excess -= more;
        return { ...one, amount: one.amount + more };
      })
      .filter(({ amount }) => amount > 0)
      .toSorted((a, b) => b.amount - a.amount);
  };
}

/** What earlier moves of a seat have lost of a line. */
function findLost(
  { lost = [] }: Pick<EnrolledSeat, 'lost'>,
  { seatId }: EnrolledSeat,
  { discountId }: Pick<PriceLine, 'discountId'>,
): LostLine {
  const found = lost.find((one) => one.seatId.equals(seatId) && one.discountId === discountId);
  return found ?? { seatId, discountId, amount: 0 };
}

/** What is lost if a seat is canceled. */
export async function findLostDiscounts(
  seat: Pick<EnrolledSeat, 'seatId' | 'userId' | 'lost'>,
  services: Services,
): Promise<LostDiscount[]> {
  const family = await readFamilySeats(seat.userId, services);
  return (await readLostDiscounts(seat, family, services))();
}

/**
 * Takes lost discounts off the refund of the household that booked, as far as possible: off the last payment first.
 * @param refunds what is refunded of each payment, in cents
 * @returns the same without them, and the discounts as far as they are taken back
 */
export function takeOffLost<Lost extends { amount: number }>(
  parts: Pick<PaidPart, 'coPayerId'>[],
  refunds: number[],
  lost: Lost[],
): { refunds: number[]; lost: Lost[] } {
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
