import { toCents } from '@speakifyr/contract/format.ts';
import { listOwed, listParts, lowerParts, type PlanPart } from '@speakifyr/contract/owed.ts';
import { splitFall } from '@speakifyr/contract/price-difference.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat, SeatPlan } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { MoveDocument } from '../database/money-documents.ts';
import { addDays } from '../school-time.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { findSeat } from './find-seat.ts';
import { refuseItem } from './freed-seats.ts';
import { itemKey } from './refused-items.ts';
import { allows } from './seat-states.ts';

/**
 * A seat whose price is paid in parts, or shared with another household: what is owed for it, and how a payment of the
 * balance is applied to it. Decisions for `changeSeats`. decisions/0062, decisions/0065
 */

type Planned = Pick<EnrolledSeat, 'plan' | 'coPay'>;

/**
 * What its booker still owes for a seat, the oldest part first. Nothing once the school has canceled the class.
 * @param planned the seat, or its `coPay` for what the other household owes
 */
export function listOwedFor(
  { canceled }: Pick<ClassDocument, 'canceled'>,
  { plan }: Pick<EnrolledSeat, 'plan'>,
): PlanPart[] {
  return plan && !canceled ? listOwed(plan) : [];
}

/** The total of the same, in cents. @param upTo only the parts that are due by that day */
export function owedFor(
  campClass: Pick<ClassDocument, 'canceled'>,
  seat: Pick<EnrolledSeat, 'plan'>,
  upTo?: string,
): number {
  const owed = listOwedFor(campClass, seat);
  return sumAmounts(upTo ? owed.filter(({ due }) => due <= upTo) : owed);
}

/** Who owes what the other household does not: the booker, or the guardian to whom it has passed. R475 */
export function debtorOf({ userId, plan }: Pick<EnrolledSeat, 'userId' | 'plan'>): ObjectId {
  return plan?.payerId ?? userId;
}

/**
 * Whether an account may cancel and move a seat, or add to it: its booker, unless what they owed has passed to somebody
 * else. Then two accounts have paid, and the office decides.
 */
export function mayChangeSeat(
  seat: Pick<EnrolledSeat, 'userId' | 'plan'>,
  { _id }: Pick<UserDocument, '_id'>,
): boolean {
  return seat.userId.equals(_id) && debtorOf(seat).equals(_id);
}

/** What an account owes for a seat; nothing for anybody who neither booked it, took it over nor pays a share. R376 */
export function listOwedOf(
  { _id }: Pick<UserDocument, '_id'>,
  { campClass, seat }: { campClass: Pick<ClassDocument, 'canceled'>; seat: EnrolledSeat },
): PlanPart[] {
  if (debtorOf(seat).equals(_id)) return listOwedFor(campClass, seat);
  return seat.coPay?.userId.equals(_id) ? listOwedFor(campClass, seat.coPay) : [];
}

/** Whether what is owed is charged to this account's saved card: only its owner has agreed to that. */
export function isChargedTo(
  userId: ObjectId,
  plan: Pick<SeatPlan, 'by' | 'byCard'> | undefined,
): boolean {
  return plan?.byCard !== undefined && plan.by.equals(userId);
}

/** What both households owe for a seat, in cents. */
export function owedByAll(campClass: Pick<ClassDocument, 'canceled'>, seat: Planned): number {
  return owedFor(campClass, seat) + owedFor(campClass, seat.coPay ?? {});
}

/** The payments that have paid what was owed for a seat. */
export function listBalancePaid({ plan, coPay }: Planned): SeatPlan['paid'] {
  return [...(plan?.paid ?? []), ...(coPay?.plan.paid ?? [])];
}

/** A payment of the balance of a seat, or with `isCoPay` of the other household's share, in cents. */
export type BalancePayment = {
  paymentId: string;
  seatId: ObjectId;
  amount: number;
  upTo?: string;
  isCoPay?: true;
  /** The credit that should have paid it is gone. */
  isUnpaid?: boolean;
};

/** The plan that a payment of the balance pays. Once the two households are one, there is only one plan. */
export function planFor(
  seat: Planned,
  { isCoPay }: Pick<BalancePayment, 'isCoPay'>,
): SeatPlan | undefined {
  return (isCoPay && seat.coPay?.plan) ?? seat.plan;
}

/**
 * Applies a payment of the balance to its seat, once. A payment of more than is owed, or without money, is refused for
 * good. So cards in two tabs, cash and a transfer at the same moment never take more than is owed. R351, R367, R374
 * @returns the seat, or null if the payment is refused; and the new values of the class
 */
export function decideBalance(
  campClass: ClassDocument,
  payment: BalancePayment,
  at: Date,
): { seat: EnrolledSeat | null; change: Partial<ClassDocument> | null } {
  const { paymentId, seatId, amount, upTo, isUnpaid } = payment;
  const seat = findPlanned(campClass, seatId);
  if (seat && listBalancePaid(seat).some((one) => one.paymentId === paymentId))
    return { seat, change: null };
  if (campClass.refusedItems.includes(itemKey(paymentId, seatId)))
    return { seat: null, change: null };
  const plan = seat && planFor(seat, payment);
  if (!seat || !plan || isUnpaid || amount > owedFor(campClass, { plan }, upTo))
    return {
      seat: null,
      change: { refusedItems: refuseItem(campClass, { paymentId, seatId }, at) },
    };
  const paid = withPlan(seat, plan, { ...plan, paid: [...plan.paid, { paymentId, amount }] });
  return { seat: paid, change: { seats: replace(campClass, seat, paid) } };
}

/** What a payment paid for a seat is owed again: the bank took the money back, or the school returned it. */
export function decideOwedAgain(
  campClass: ClassDocument,
  { paymentId, seatId }: Pick<BalancePayment, 'paymentId' | 'seatId'>,
): Partial<ClassDocument> | null {
  const seat = findPlanned(campClass, seatId);
  const isPaid = (plan: SeatPlan) => plan.paid.some((one) => one.paymentId === paymentId);
  const plan = seat && [seat.plan, seat.coPay?.plan].find((one) => one && isPaid(one));
  if (!seat || !plan) return null;
  const paid = plan.paid.filter((one) => one.paymentId !== paymentId);
  return { seats: replace(campClass, seat, withPlan(seat, plan, { ...plan, paid })) };
}

/** What each household pays of a seat's price, in cents: its booker, and the other one. */
export function splitPriceOf(seat: Pick<EnrolledSeat, 'price' | 'coPay'>): [number, number] {
  const other = sumAmounts(seat.coPay?.plan.parts ?? []);
  return [toCents(seat.price) - other, other];
}

/** What an account pays of a seat that two households share, in cents; null if it is not one of them, or nobody shares it. */
export function findShareOf({ _id }: Pick<UserDocument, '_id'>, seat: EnrolledSeat): number | null {
  if (!seat.coPay) return null;
  const [own, other] = splitPriceOf(seat);
  if ([seat.userId, debtorOf(seat)].some((id) => id.equals(_id))) return own;
  return seat.coPay.userId.equals(_id) ? other : null;
}

/**
 * By how much less each household pays if a seat moves to a cheaper class, in cents.
 * @param to its price, in whole units
 * @param kept what each has paid for extras that the school keeps: that does not count for the seat
 * @param prices what each pays of the price now, in cents
 */
export function splitFallOf(
  seat: Pick<EnrolledSeat, 'price' | 'coPay'>,
  to: number,
  kept: [number, number] = [0, 0],
  prices = splitPriceOf(seat),
): [number, number] {
  const [own, other] = prices;
  const shares: [number, number] = [own - kept[0], other - kept[1]];
  return splitFall({ from: sumAmounts(shares.map((amount) => ({ amount }))) / 100, to, shares });
}

/**
 * The plans of a seat that moves. In a cheaper class, less is owed, starting with what is due last; and what a payment
 * gives back no longer counts as paid. The difference to a more expensive class is paid at once, so the amounts stay. All is
 * due before the seat's first day there. R352, R698
 * @param days yyyy-mm-dd: that first day, and today
 */
export function movePlans(
  seat: EnrolledSeat,
  move: Pick<MoveDocument, 'to' | 'refunds' | 'keeps' | 'extrasKept'>,
  days: { first: string; today: string },
): Planned {
  const { extrasKept = [0, 0] } = move;
  const falls = splitFallOf(seat, move.to.price, extrasKept);
  const [own, other] = [falls[0] + extrasKept[0], falls[1] + extrasKept[1]];
  const { plan, coPay } = seat;
  const change = (one: SeatPlan, by: number) => bringForward(lowerPlan(one, by, move), days);
  return {
    ...(plan && { plan: change(plan, own) }),
    ...(coPay && { coPay: { ...coPay, plan: change(coPay.plan, other) } }),
  };
}

/** What is still to pay, due before a day. No saved card pays it then: nobody agreed to these days. R698 */
function bringForward(
  plan: SeatPlan,
  { first, today }: { first: string; today: string },
): SeatPlan {
  const before = addDays(first, -1);
  const latest = before < today ? today : before;
  const isLate = (part: PlanPart & { left: number }) => part.left > 0 && part.due > latest;
  const parts = listParts(plan);
  if (!parts.some(isLate)) return plan;
  const { byCard: _byCard, ...byHand } = plan;
  return makePlan({
    ...byHand,
    parts: parts.map(({ left, ...part }) =>
      isLate({ ...part, left }) ? { ...part, due: latest } : part,
    ),
  });
}

function lowerPlan(
  plan: SeatPlan,
  by: number,
  { refunds, keeps = [] }: Pick<MoveDocument, 'refunds' | 'keeps'>,
): SeatPlan {
  if (by === 0) return plan;
  const gone = (paymentId: string) =>
    sumAmounts([...refunds, ...keeps].filter((one) => one.paymentId === paymentId));
  return makePlan({
    ...plan,
    parts: lowerParts(plan.parts, by),
    paid: plan.paid.map(({ paymentId, amount }) => ({
      paymentId,
      amount: amount - gone(paymentId),
    })),
  });
}

/** A seat for which one account owes what two did: there is one plan. A payment has one line for a seat. */
export function joinPlans(seat: EnrolledSeat): EnrolledSeat {
  const { plan, coPay, ...rest } = seat;
  const debtor = debtorOf(seat);
  if (!coPay?.userId.equals(debtor)) return seat;
  const { agreedAt, by } = plan ?? coPay.plan;
  const parts = [...(plan?.parts ?? []), ...coPay.plan.parts];
  const inOrder = parts.toSorted((a, b) => a.due.localeCompare(b.due));
  // Not by card anymore: nobody agreed to that for all of it.
  const joined = makePlan({ agreedAt, by, parts: inOrder, paid: listBalancePaid(seat) });
  return { ...rest, plan: owedBy(joined, debtor, seat) };
}

/** A plan that somebody owes, for a seat. */
export function owedBy(
  { payerId: _before, ...plan }: SeatPlan,
  debtor: ObjectId,
  { userId }: Pick<EnrolledSeat, 'userId'>,
): SeatPlan {
  return debtor.equals(userId) ? plan : { ...plan, payerId: debtor };
}

/** A plan with what was paid of it. */
export function makePlan({ due: _due, ...plan }: SeatPlan): SeatPlan {
  const [next] = listOwed(plan);
  return next ? { ...plan, due: next.due } : plan;
}

/** An enrolled seat for which somebody owes, or has paid, the balance. */
export function findPlanned(campClass: Pick<ClassDocument, 'seats'>, seatId: ObjectId) {
  const seat = findSeat(campClass, { seatId });
  return allows('payBalance', seat) && (seat.plan ?? seat.coPay) ? seat : undefined;
}

/** A seat with one of its two plans changed. */
export function withPlan(seat: EnrolledSeat, plan: SeatPlan, wanted: SeatPlan): EnrolledSeat {
  const changed = makePlan(wanted);
  if (plan !== seat.coPay?.plan) return { ...seat, plan: changed };
  return { ...seat, coPay: { ...seat.coPay, plan: changed } };
}

function replace({ seats }: Pick<ClassDocument, 'seats'>, seat: EnrolledSeat, by: EnrolledSeat) {
  return seats.map((one) => (one === seat ? by : one));
}
