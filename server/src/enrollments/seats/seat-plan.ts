import { toCents } from '@speakifyr/contract/format.ts';
import { listOwed, lowerParts, type PlanPart } from '@speakifyr/contract/owed.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat, SeatPlan } from '../../database/collections.ts';
import type { MoveDocument } from '../../database/money-documents.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { findSeat } from './find-seat.ts';
import { refuseItem } from './freed-seats.ts';
import { itemKey } from './refused-items.ts';
import { allows } from './seat-states.ts';

/**
 * A seat whose price is paid in parts: what is owed for it, and how a payment of the rest is given to it. Decisions for
 * `changeSeats`. decisions/0062
 */

/** What is still owed for a seat, the oldest part first. Nothing once the school has canceled the class. */
export function listOwedFor(
  { canceled }: Pick<ClassDocument, 'canceled'>,
  { plan }: Pick<EnrolledSeat, 'plan'>,
): PlanPart[] {
  return plan && !canceled ? listOwed(plan) : [];
}

/** The same in all, in cents. @param upTo only the parts that are due until that day */
export function owedFor(
  campClass: Pick<ClassDocument, 'canceled'>,
  seat: Pick<EnrolledSeat, 'plan'>,
  upTo?: string,
): number {
  const owed = listOwedFor(campClass, seat);
  return sumAmounts(upTo ? owed.filter(({ due }) => due <= upTo) : owed);
}

/** A payment of the rest of a seat's price, in cents. */
export type Rest = { paymentId: string; seatId: ObjectId; amount: number; upTo?: string };

/**
 * Gives a payment of the rest to its seat, once. One that is more than what is owed is refused for good: so cards in two
 * tabs, cash and a transfer at the same moment never take more than that.
 * @returns the seat, or null if the payment is refused; and the new values of the class
 */
export function decideRest(
  campClass: ClassDocument,
  { paymentId, seatId, amount, upTo }: Rest,
  at: Date,
): { seat: EnrolledSeat | null; change: Partial<ClassDocument> | null } {
  const seat = findPlanned(campClass, seatId);
  if (seat?.plan.paid.some((one) => one.paymentId === paymentId)) return { seat, change: null };
  if (campClass.refusedItems.includes(itemKey(paymentId, seatId)))
    return { seat: null, change: null };
  if (!seat || amount > owedFor(campClass, seat, upTo))
    return {
      seat: null,
      change: { refusedItems: refuseItem(campClass, { paymentId, seatId }, at) },
    };
  const { plan } = seat;
  const paid = withPaid(seat, [...plan.paid, { paymentId, amount }]);
  return { seat: paid, change: { seats: replace(campClass, seat, paid) } };
}

/** What a payment paid for a seat is owed again: the money came back from the bank, or the school has returned it. */
export function decideOwedAgain(
  campClass: ClassDocument,
  { paymentId, seatId }: Pick<Rest, 'paymentId' | 'seatId'>,
): Partial<ClassDocument> | null {
  const seat = findPlanned(campClass, seatId);
  const paid = seat?.plan.paid.filter((one) => one.paymentId !== paymentId);
  if (!seat || !paid || paid.length === seat.plan.paid.length) return null;
  return { seats: replace(campClass, seat, withPaid(seat, paid)) };
}

/**
 * The plan of a seat that moves. In a cheaper class, less is owed, what is due last first; and what goes back of a payment
 * does not count as paid anymore. A difference to a dearer class is paid at once, so the plan stays.
 */
export function movePlan(
  { price, plan }: EnrolledSeat,
  { to, refunds, keeps = [] }: Pick<MoveDocument, 'to' | 'refunds' | 'keeps'>,
): Pick<EnrolledSeat, 'plan'> {
  if (!plan || to.price >= price) return plan ? { plan } : {};
  const gone = (paymentId: string) =>
    [...refunds, ...keeps]
      .filter((one) => one.paymentId === paymentId)
      .reduce((sum, { amount }) => sum + amount, 0);
  return {
    plan: makePlan({
      ...plan,
      parts: lowerParts(plan.parts, toCents(price) - toCents(to.price)),
      paid: plan.paid.map(({ paymentId, amount }) => ({
        paymentId,
        amount: amount - gone(paymentId),
      })),
    }),
  };
}

/** A plan with what was paid of it. */
export function makePlan({ due: _due, ...plan }: SeatPlan): SeatPlan {
  const [next] = listOwed(plan);
  return next ? { ...plan, due: next.due } : plan;
}

type Planned = EnrolledSeat & { plan: SeatPlan };

function findPlanned(campClass: Pick<ClassDocument, 'seats'>, seatId: ObjectId) {
  const seat = findSeat(campClass, { seatId });
  return allows('payRest', seat) && seat.plan ? (seat as Planned) : undefined;
}

function withPaid(seat: Planned, paid: SeatPlan['paid']): Planned {
  return { ...seat, plan: makePlan({ ...seat.plan, paid }) };
}

function replace({ seats }: Pick<ClassDocument, 'seats'>, seat: EnrolledSeat, by: EnrolledSeat) {
  return seats.map((one) => (one === seat ? by : one));
}
