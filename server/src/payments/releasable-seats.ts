import type { ClassOfSeat } from '../seats/find-seat.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import { findNextTryOf } from './installments/find-next-try.ts';
import { listPaymentsOfHolds, type Payment } from '../ledger/payment-store.ts';
import { listRefundsOf } from '../ledger/refund-store.ts';
import { listOwing, nameOwed, type OwingSeat } from '../seats/owing-seats.ts';
import { expectRelease, readTold } from './payment-reminders.ts';
import { findUserWithId } from '../users/find-users.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { owesOnlyExtras } from '../seats/seat-extras.ts';
import { isChargedTo } from '../seats/seat-plan.ts';
import { findSeatAnywhere } from '../changes/find-paid-seat.ts';

/** Which seats are released because nobody pays for them. R377 */

/**
 * On which day each seat is released if nobody pays: the one that its last reminder named, or will name. null if it is
 * not released: nobody can be told, or money has moved for the seat since they were told. Then the office decides.
 */
export async function listReleaseDays(
  seats: OwingSeat[],
  services: Services,
): Promise<(string | null)[]> {
  if (SCHOOL.money.releaseAfterDays === 0) return seats.map(() => null);
  const told = await readTold(seats, services);
  const payments = await listPaymentsOfHolds(
    services.database.collections,
    seats.flatMap((one) => (told.has(nameOwed(one)) ? [one.seat] : [])),
  );
  return seats.map((one) => {
    const { seatId } = one.seat;
    const line = told.get(nameOwed(one));
    if (!line) return expectRelease(one, readToday(services)) ?? null;
    const own = payments.filter(({ items }) => items.some((item) => item.seatId.equals(seatId)));
    return own.some((payment) => hasMovedSince(payment, line.sentAt)) ? null : line.releaseOn;
  });
}

function hasMovedSince({ movements }: Payment, at: Date): boolean {
  return movements.some((movement) => movement.kind !== 'begun' && movement.at > at);
}

/**
 * A seat that should be released now, as it is now; undefined if it should not, or if anything is under way for it.
 * Asked again once the seat is locked: a payment is in the ledger before it looks for that lock.
 */
export async function findReleasable(
  seatId: ObjectId,
  services: Services,
): Promise<OwingSeat<ClassOfSeat> | undefined> {
  const paid = await findSeatAnywhere(seatId, services);
  if (!paid) return undefined;
  // A last reminder may be about a part of the price that was paid in the meantime.
  const owing = listOwing(paid).filter(({ isCoPay }) => isCoPay ?? !owesOnlyExtras(paid.seat));
  const today = readToday(services);
  // A day that is still to be named is after today.
  const days = await listReleaseDays(owing, services);
  const found = owing.find((_one, place) => (days[place] ?? '9') <= today);
  const isDue = found && today < found.campClass.camp_start;
  return isDue && !(await isUnderWay(found, services)) ? found : undefined;
}

/** Whether a payment, a dispute or a refund of the seat is not over yet, or its card will be charged. */
async function isUnderWay({ seat, plan }: OwingSeat, services: Services): Promise<boolean> {
  const { collections } = services.database;
  const { seatId, userId } = seat;
  const payments = await listPaymentsOfHolds(collections, [{ seatId }]);
  if (payments.some(({ status, dispute }) => status === 'open' || dispute?.state === 'open'))
    return true;
  const ids = payments.map(({ paymentId }) => paymentId);
  const refunds = await listRefundsOf(collections, ids);
  const isWaiting = ['decided', 'sent', 'pending'];
  if (refunds.some(({ state, needsAdmin }) => isWaiting.includes(state) || needsAdmin)) return true;
  if (!plan.due || !isChargedTo(userId, plan)) return false;
  const cardId = (await findUserWithId(userId, services))?.card?.cardId;
  const charge = { due: plan.due, cardId: cardId ?? '' };
  return cardId !== undefined && findNextTryOf(payments, charge, services.now()) !== undefined;
}
