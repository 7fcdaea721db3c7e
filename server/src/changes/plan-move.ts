import { SCHOOL } from '@speakifyr/contract/school.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import { compareDays } from '@speakifyr/contract/sold-by-day.ts';
import { MOVE_PAY_HOURS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { findAnyChild } from '../families/booking.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import type { MoveDocument } from '../database/money-documents.ts';
import { ApiError } from '../errors.ts';
import { addDays, findDayStart } from '../school-time.ts';
import { findLastDay } from '../seats/may-join.ts';
import { withChild } from '../seats/participant.ts';
import { owedByAll } from '../seats/seat-plan.ts';
import type { Services } from '../services.ts';
import { GO_ON_AFTER_MS } from './change-store.ts';
import type { OwnSeat } from './parent-cancellation.ts';
import { type MoveQuote, quoteMoveTo, readMoveContext } from './quote-move.ts';
import { costOf, keyOf, type SeatExtra, sumExtras } from '@speakifyr/contract/seat-extras.ts';
import { listUnpaidExtras } from '../seats/seat-extras.ts';
import { describeRefunds } from '../ledger/paper-taxes.ts';
import { findPayment } from '../ledger/payment-store.ts';
import { readCurrency } from '../ledger/enter-payment.ts';
import { nameReceiver, type PaidPart, planRefunds } from '../ledger/what-is-left.ts';

export type Wish = {
  cartId: string;
  classId?: string;
  childId?: string;
  days?: string[];
  price?: number;
  refund?: number;
  /** Admins only: see the contract. */
  note?: string;
  charge?: boolean;
  byTerms?: boolean;
};

/** Where a seat is to go: to another class, to another child, or both; or to other days of its class. */
export type Goal = {
  /** As the seat is to have it. */
  campClass: ClassDocument;
  /** The days that are chosen. Missing: all of them. */
  days: string[] | undefined;
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
 * Describes a move before it is recorded: what must be paid for it, or is refunded. R178
 * @throws {ApiError} `refund_changed`; `too_late_to_move` if the seat was paid in another currency; `rest_first` if an unpaid extra
 *   would cost more
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
  const currency = parts[0]?.currency ?? readCurrency();
  const childId = goal.child?._id ?? seat.childId;
  const context = await readMoveContext({ campClass, seat }, parts, services);
  const isAllBack = isAdmin && !wish.byTerms;
  const place = { campClass: goal.campClass, childId };
  const moved = quoteMoveTo(context, place, isAllBack, services);
  const { difference, extrasKept, extras, pending } = moved;
  checkUnpaidExtras(seat, extras.stays);
  const more = moved.price - toCents(seat.price);
  const isSameClass = goal.campClass._id.equals(campClass._id);
  const { added, removed, isSame } = compareDays(campClass, goal.campClass);
  const hasSameDays = isSameClass && isSame;
  const isSameCurrency = currency === readCurrency();
  if ((more !== 0 || difference > 0) && !isSameCurrency && (!isAdmin || wish.charge))
    throw new ApiError('too_late_to_move', OTHER_CURRENCY);
  const kept = extrasKept[0] + extrasKept[1];
  const lessExtras = sumExtras(seat.extras) - sumExtras(extras.stays) - kept;
  const describe = describeRefunds(seat.tax, {
    ofClass: toCents(seat.price) - kept - moved.price - lessExtras,
    ofExtras: lessExtras,
  });
  const isCharged = difference > 0 && (!isAdmin || wish.charge === true);
  // A seat is not held twice on one day.
  if (isCharged && hasSameDays)
    throw new ApiError('too_late_to_move', isAdmin ? DEARER : explainDearer(moved));
  const shares = isSameCurrency ? moved.refunds : [];
  const refunds = planRefunds(seat, parts, shares, `moved-${moveId.toHexString()}`);
  const told = isAdmin ? shares : shares.filter((_share, at) => !parts[at]?.coPayerId);
  if (wish.refund !== undefined && wish.refund !== told.reduce((sum, one) => sum + one, 0))
    throw new ApiError('refund_changed', undefined, { quote: moved.quote });
  const payment = await findPayment(services.database.collections, paymentId);
  const line = payment?.items.find((item) => item.seatId.equals(seatId));
  // Otherwise the family pays no more than before, whatever the seat costs there.
  const isByPrice = isCharged || (isSameCurrency && moved.price <= moved.from);
  const agreed = isSameCurrency ? moved.from : toCents(seat.price);
  const hasKept = isSameCurrency && extrasKept[0] + extrasKept[1] > 0;
  // Days that are added can be paid for until the first of them.
  const lastDay = (isSameClass && added[0]) || goal.campClass[findLastDay()];
  const end = endOfAsking({ lastDay, lost: isSameClass ? removed[0] : undefined }, services);
  return {
    kind: 'move',
    _id: moveId,
    seatId,
    userId,
    paymentId,
    currency,
    createdAt,
    from: {
      classId: campClass._id,
      entryCode: seat.entry_code,
      price: seat.price,
      ...(seat.days && { days: seat.days }),
      ...withChild(seat.childId),
    },
    to: {
      classId: goal.campClass._id,
      price: (isByPrice ? moved.price : agreed) / 100,
      ...(goal.days && { days: goal.days }),
      ...(!hasSameDays && extras.stays.length > 0 && { extras: extras.stays }),
      ...(moved.lines && isByPrice && { lines: moved.lines }),
      ...withChild(childId),
    },
    ...(line?.movedBy && { previous: line.movedBy }),
    heldSeatId: new ObjectId(),
    difference: isCharged ? difference : 0,
    refunds: refunds.map((refund) => ({ ...refund, ...describe(refund) })),
    keeps: isSameCurrency ? listKeeps(seat, parts, moved.keeps) : [],
    ...(hasKept && { extrasKept }),
    ...(pending.length > 0 && { lost: pending }),
    ...(owed > 0 && { owed }),
    ...(isAdmin && describeDecision(wish, { difference, isCharged, end })),
    state: isCharged ? 'open' : 'decided',
    isQueueFirst: !isAdmin,
    isWithinFamily: await isWithinFamily(seat, goal, user, services),
    by: user._id,
    checkAfter: new Date(createdAt.getTime() + GO_ON_AFTER_MS),
  };
}

/**
 * What a seat costs more is paid at once, but an extra that is not paid is a part of its plan. Paid in part, it would end, and the
 * money with it. R702
 */
function checkUnpaidExtras(seat: OwnSeat['seat'], stays: SeatExtra[]): void {
  const unpaid = listUnpaidExtras(seat);
  const grows = stays.some((one) => {
    const before = unpaid.find((extra) => keyOf(extra) === keyOf(one));
    return before && costOf(one) > costOf(before);
  });
  if (grows) throw new ApiError('rest_first', UNPAID_EXTRA);
}

const UNPAID_EXTRA =
  'An extra of this seat is not paid yet, and would cost more there. Pay for it first, or take it out.';

const DEARER =
  'This seat’s price has a discount that does not hold for this child. Move the seat without charging the difference, or cancel it and reserve one.';

function explainDearer({ dropped }: Pick<MoveQuote, 'dropped'>): string {
  const labels = dropped.map(({ label }) => label).join(', ');
  return `This seat’s price has a discount that does not hold for this child: ${labels}. Cancel the seat and book for the other child, or ask the school.`;
}

/** What an admin decided about a move: why, and what becomes of the difference. */
function describeDecision(
  { note }: Wish,
  { difference, isCharged, end }: { difference: number; isCharged: boolean; end: Date },
): Pick<MoveDocument, 'note' | 'waived' | 'askedUntil'> {
  return {
    ...(note && { note }),
    ...(difference > 0 && !isCharged && { waived: difference }),
    ...(isCharged && { askedUntil: end }),
  };
}

const HOUR_MS = 60 * 60_000;

/**
 * Until when the family may pay the difference: two days, or until nobody can join the class anymore, or a day begins that the
 * seat gives away. R312, R648
 * @param days.lastDay the last one to join the class; `lost`: the first one that is given away
 */
function endOfAsking(
  { lastDay, lost }: { lastDay: string; lost: string | undefined },
  services: Services,
): Date {
  const joinEnd = findDayStart(addDays(lastDay, 1), SCHOOL.timeZone);
  const end = services.now().getTime() + MOVE_PAY_HOURS * HOUR_MS;
  const stays = lost === undefined ? Infinity : findDayStart(lost, SCHOOL.timeZone).getTime();
  return new Date(Math.min(end, joinEnd.getTime(), stays));
}

const OTHER_CURRENCY =
  'This seat was paid in another currency, so you cannot move it yourself. Please contact the school.';

/** What the school keeps of each payment. */
function listKeeps(
  seat: OwnSeat['seat'],
  parts: PaidPart[],
  keeps: number[],
): NonNullable<MoveDocument['keeps']> {
  return parts.flatMap((part, place) => {
    const amount = keeps[place] ?? 0;
    const { paymentId } = part;
    return amount > 0 ? [{ paymentId, amount, ...nameReceiver(part, seat) }] : [];
  });
}

/** Whether the same account added the people who have the seat before and after. R180, R231 */
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
