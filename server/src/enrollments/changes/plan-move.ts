import { toCents } from '@speakifyr/contract/format.ts';
import { MOVE_PAY_HOURS } from '@speakifyr/contract/limits.ts';
import { findPriceDifference } from '@speakifyr/contract/price-difference.ts';
import { priceInClass } from '@speakifyr/contract/prices.ts';
import {
  type Extra,
  findExtras,
  listExtraLines,
  moveExtras,
} from '@speakifyr/contract/seat-extras.ts';
import { ObjectId } from 'mongodb';
import { findAnyChild } from '../../families/booking.ts';
import { listDaysOf } from '../../class-days.ts';
import type { ClassDocument, EnrolledSeat, UserDocument } from '../../database/collections.ts';
import type { ChildDocument } from '../../database/family-documents.ts';
import type { MoveDocument } from '../../database/money-documents.ts';
import { ApiError } from '../../errors.ts';
import { getExtras } from '../../prices/extras.ts';
import { addDays, findDayStart, readToday } from '../../school-time.ts';
import { findLastDay } from '../seats/may-join.ts';
import { withChild } from '../seats/participant.ts';
import { owedByAll } from '../seats/seat-plan.ts';
import type { Services } from '../../services.ts';
import { GO_ON_AFTER_MS } from './change-store.ts';
import { quoteMoveOf } from './households.ts';
import type { OwnSeat } from './parent-cancellation.ts';
import { findPayment } from '../../billing/ledger/payment-store.ts';
import { readCurrency } from '../../billing/ledger/enter-payment.ts';
import { type PaidPart, planRefunds, sumLeft } from '../../billing/ledger/what-is-left.ts';

export type Wish = {
  cartId: string;
  classId?: string | undefined;
  childId?: string | undefined;
  price?: number | undefined;
  refund?: number | undefined;
  /** Admins only: see the contract. */
  note?: string | undefined;
  charge?: boolean | undefined;
  byTerms?: boolean | undefined;
};

/** Where a seat is to go: to another class, to another child, or both. */
export type Goal = {
  campClass: ClassDocument;
  /** Missing if the seat is the account's own. */
  child: ChildDocument | undefined;
};

type Plan = {
  own: OwnSeat;
  goal: Goal;
  parts: PaidPart[];
  wish: Wish;
};

/**
 * Describes a move before it is recorded: what must be paid for it, or is refunded.
 * @throws {ApiError} `refund_changed`; `too_late_to_move` if the seat was paid in another currency
 */
export async function describeMove(
  { own: { campClass, seat }, goal, parts, wish }: Plan,
  user: UserDocument,
  services: Services,
): Promise<MoveDocument> {
  const { seatId, userId, paymentId } = seat;
  const owed = owedByAll({}, seat);
  const isAdmin = user.role === 'admin';
  const moveId = new ObjectId();
  const createdAt = services.now();
  const currency = parts[0]?.currency ?? readCurrency(services);
  const isSameClass = goal.campClass._id.equals(campClass._id);
  // The discounts move along, and so do the extras that the new class has.
  const offered = seat.extras ? (await getExtras(services)).extras : [];
  const extras = isSameClass ? undefined : splitMovedExtras(seat, goal.campClass, offered).stays;
  const goalPrice = isSameClass
    ? seat.price
    : priceInClass(seat.lines, goal.campClass.price, listExtraLines(extras));
  const more = toCents(goalPrice) - toCents(seat.price);
  const isSameCurrency = currency === readCurrency(services);
  if (more !== 0 && !isSameCurrency && (!isAdmin || wish.charge))
    throw new ApiError('too_late_to_move', OTHER_CURRENCY);
  const prices = { from: seat.price, to: goalPrice };
  const difference = findPriceDifference({ ...prices, left: sumLeft(parts) });
  const isCharged = difference > 0 && (!isAdmin || wish.charge === true);
  const isAllBack = isAdmin && !wish.byTerms;
  const days = { campStart: campClass.camp_start, today: readToday(services) };
  const { refunds, keeps, ...quote } = quoteMoveOf(seat, prices.to, parts, days);
  // An admin who moves a seat refunds the whole difference, whatever the refund policy says, unless they say otherwise.
  const back = isAllBack ? refunds.map((refund, place) => refund + (keeps[place] ?? 0)) : refunds;
  const shares = isSameCurrency ? back : [];
  const told = isAdmin ? shares : shares.filter((_share, place) => !parts[place]?.coPayerId);
  if (wish.refund !== undefined && wish.refund !== told.reduce((sum, one) => sum + one, 0))
    throw new ApiError('refund_changed', undefined, { quote });
  const payment = await findPayment(services.database.collections, paymentId);
  const line = payment?.items.find((item) => item.seatId.equals(seatId));
  const price = isCharged || (more < 0 && isSameCurrency) ? goalPrice : seat.price;
  return {
    kind: 'move',
    ...{ _id: moveId, seatId, userId, paymentId, currency, createdAt },
    from: {
      ...{ classId: campClass._id, entryCode: seat.entry_code, price: seat.price },
      ...withChild(seat.childId),
    },
    to: {
      ...{ classId: goal.campClass._id, price },
      ...(extras && extras.length > 0 && { extras }),
      ...withChild(goal.child?._id ?? seat.childId),
    },
    ...(line?.movedBy && { previous: line.movedBy }),
    heldSeatId: new ObjectId(),
    difference: isCharged ? difference : 0,
    refunds: planRefunds(seat, parts, shares, `moved-${moveId.toHexString()}`),
    keeps: isAllBack ? [] : listKeeps(parts, keeps),
    ...(owed > 0 && { owed }),
    ...(isAdmin && describeDecision(wish, { difference, isCharged, goal }, services)),
    state: isCharged ? 'open' : 'decided',
    isQueueFirst: !isAdmin,
    isWithinFamily: await isWithinFamily(seat, goal, user, services),
    by: user._id,
    checkAfter: new Date(createdAt.getTime() + GO_ON_AFTER_MS),
  };
}

/**
 * Which extras of a seat move along to another class, and what they cost there; and which are dropped.
 * @param offered those of the whole school
 */
export function splitMovedExtras(
  { extras = [] }: Pick<EnrolledSeat, 'extras'>,
  campClass: ClassDocument,
  offered: Extra[],
): ReturnType<typeof moveExtras> {
  const goal = { days: listDaysOf(campClass).length, seats: campClass.seats };
  return moveExtras(extras, findExtras(offered, campClass._id.toHexString()), goal);
}

/** What an admin decided about a move: why, and what becomes of the difference. */
function describeDecision(
  { note }: Wish,
  { difference, isCharged, goal }: { difference: number; isCharged: boolean; goal: Goal },
  services: Services,
): Pick<MoveDocument, 'note' | 'waived' | 'askedUntil'> {
  return {
    ...(note && { note }),
    ...(difference > 0 && !isCharged && { waived: difference }),
    ...(isCharged && { askedUntil: endOfAsking(goal.campClass, services) }),
  };
}

const HOUR_MS = 60 * 60_000;

/** Until when the family may pay the difference: two days, or until nobody can join the class anymore. */
function endOfAsking(
  campClass: Pick<ClassDocument, 'camp_start' | 'camp_end'>,
  services: Services,
): Date {
  const { SCHOOL_TIME_ZONE } = services.environment;
  const joinEnd = findDayStart(addDays(campClass[findLastDay(services)], 1), SCHOOL_TIME_ZONE);
  const end = services.now().getTime() + MOVE_PAY_HOURS * HOUR_MS;
  return new Date(Math.min(end, joinEnd.getTime()));
}

const OTHER_CURRENCY =
  'This seat was paid in another currency, so you cannot move it yourself. Please contact the school.';

/** What the school keeps of each payment. */
function listKeeps(parts: PaidPart[], keeps: number[]): NonNullable<MoveDocument['keeps']> {
  return parts.flatMap(({ paymentId, coPayerId }, place) => {
    const amount = keeps[place] ?? 0;
    const to = coPayerId && { to: coPayerId };
    return amount > 0 ? [{ paymentId, amount, ...to }] : [];
  });
}

/** Whether the same account added the people who have the seat before and after. */
async function isWithinFamily(
  { childId }: OwnSeat['seat'],
  { child }: Goal,
  user: UserDocument,
  services: Services,
): Promise<boolean> {
  if (!child || childId?.equals(child._id)) return true;
  const before = childId ? (await findAnyChild(childId, services))?.addedBy : user._id;
  return before?.equals(child.addedBy) ?? false;
}
