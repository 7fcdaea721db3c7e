import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { ObjectId } from 'mongodb';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { readToday } from '../school-time.ts';
import { listSeatsOf, onlyEnrolled, type SeatOfClass } from '../seats/find-seat.ts';
import { listDebtors, passOn } from '../seats/passed-plans.ts';
import { debtorOf, listOwedOf } from '../seats/seat-plan.ts';
import type { Services } from '../services.ts';
import { readPayersOfSeats } from './pass-on-debts.ts';

/** What an account owes for a seat, in cents, and who would owe it without the account; undefined if nobody could. */
export type NextDebtor = SeatOfClass<EnrolledSeat> & { amount: number; heir: ObjectId | undefined };

/** By whom each debt of an account would be owed if the account ended now: as `passOn` decides it. R475, R591 */
export async function listNextDebtors(
  user: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<NextDebtor[]> {
  const { _id: userId } = user;
  const isTheirs = (id: ObjectId) => id.equals(userId);
  const wanted = { userId, payerId: userId };
  const seats = onlyEnrolled(await listSeatsOf(services.database.collections, wanted)).filter(
    ({ campClass, seat }) => listDebtors(campClass, seat).some(isTheirs),
  );
  const payersOf = await readPayersOfSeats(seats, services);
  return seats.map(({ campClass, seat }) => {
    const others = payersOf(seat).filter((id) => !isTheirs(id));
    const passed = passOn(campClass, seat, others, readToday(services));
    const heir = debtorOf(seat).equals(userId) ? passed && debtorOf(passed) : passed?.coPay?.userId;
    return {
      campClass,
      seat,
      amount: sumAmounts(listOwedOf(user, { campClass, seat })),
      // Two plans of one account become one.
      heir: heir ?? (passed ? debtorOf(passed) : undefined),
    };
  });
}
