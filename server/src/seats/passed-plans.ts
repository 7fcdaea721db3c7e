import { listParts } from '@speakifyr/contract/owed.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat, SeatPlan } from '../database/class-document.ts';
import { addDays } from '../school-time.ts';
import { debtorOf, joinPlans, makePlan, owedBy, owedFor } from './seat-plan.ts';

/**
 * What is owed for a seat passes from somebody who can no longer pay it to somebody who can. The amounts stay, and so
 * does who has paid what. Decisions for `changeSeats`. R475, decisions/0082
 */

type Class = Pick<ClassDocument, 'canceled' | 'camp_start'>;

/** The other household, or the guardian to whom its share has passed, has two weeks, as for any share. */
const DAYS_TO_PAY = 14;

/** The accounts that owe something for a seat. */
export function listDebtors(campClass: Class, seat: EnrolledSeat): ObjectId[] {
  return [
    ...(owedFor(campClass, seat) > 0 ? [debtorOf(seat)] : []),
    ...(seat.coPay && owedFor(campClass, seat.coPay) > 0 ? [seat.coPay.userId] : []),
  ];
}

/**
 * A seat with its debts passed on: to its booker or the other household that pays for it, if they can pay; otherwise to
 * the first who can.
 * @param payers who can pay for whoever sits there
 * @param today yyyy-mm-dd
 * @returns null if nothing passes: everybody who owes something can pay it, or nobody can
 */
export function passOn(
  campClass: Class,
  seat: EnrolledSeat,
  payers: ObjectId[],
  today: string,
): EnrolledSeat | null {
  const canPay = (id: ObjectId) => payers.some((one) => one.equals(id));
  const choose = (...known: ObjectId[]) => known.find(canPay) ?? payers[0];
  const { userId, plan, coPay } = seat;
  const heir = choose(userId, ...(coPay ? [coPay.userId] : []));
  if (!heir) return null;
  let passed = seat;
  if (plan && owedFor(campClass, seat) > 0 && !canPay(debtorOf(seat)))
    passed = { ...seat, plan: owedBy(postpone(plan, campClass, today), heir, seat) };
  if (coPay && owedFor(campClass, coPay) > 0 && !canPay(coPay.userId)) {
    const to = choose(debtorOf(passed), userId) ?? heir;
    passed = { ...passed, coPay: { userId: to, plan: postpone(coPay.plan, campClass, today) } };
  }
  return passed === seat ? null : joinPlans(passed);
}

/**
 * Whoever takes it over has not agreed to the due days, and hears of it only now: two weeks at least, but before the
 * class begins. No saved card pays it: nobody agreed to that.
 */
function postpone(
  { byCard: _byCard, ...plan }: SeatPlan,
  { camp_start }: Class,
  today: string,
): SeatPlan {
  const [latest = today] = [addDays(today, DAYS_TO_PAY), addDays(camp_start, -1)].toSorted();
  const parts = listParts(plan).map(({ left, ...part }) =>
    left > 0 && part.due < latest ? { ...part, due: latest } : part,
  );
  return makePlan({ ...plan, parts });
}
