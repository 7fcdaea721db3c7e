import { isDeepStrictEqual } from 'node:util';
import { toCents } from '@speakifyr/contract/format.ts';
import { moveLines } from '@speakifyr/contract/moved-lines.ts';
import { findFall, findPriceDifference } from '@speakifyr/contract/price-difference.ts';
import {
  addTax,
  type PriceLine,
  removeTax,
  standWithoutTax,
  sumLines,
} from '@speakifyr/contract/prices.ts';
import { addedTo, withoutTax, withTax } from '@speakifyr/contract/tax.ts';
import type { RefundQuote } from '@speakifyr/contract/refund-terms.ts';
import { moveExtras } from '@speakifyr/contract/extra-places.ts';
import { findExtras, type SeatExtra, sumExtras } from '@speakifyr/contract/seat-extras.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { ObjectId } from 'mongodb';
import { type PaidPart, splitHouseholds, sumLeft } from '../ledger/what-is-left.ts';
import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { compareDays } from '@speakifyr/contract/sold-by-day.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { LostLine } from '../database/money-documents.ts';
import { type ChangedSeat, type FamilySeats, readFamilySeats } from '../families/family-seats.ts';
import { getExtras, type SchoolExtras } from '../prices/extras.ts';
import { type ReadTerms, readTerms } from '../prices/line-terms.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { owedFor } from '../seats/seat-plan.ts';
import { quoteMoveOf, splitKeptByMove } from './households.ts';
import { type LostDiscount, readLostDiscounts, takeOffLost } from './lost-discounts.ts';
import type { OwnSeat } from './parent-cancellation.ts';

/**
 * What a move means for the money. The move itself, and what both sides read before they confirm it, ask this one
 * function. R470, R471, R472, R473
 */

/** Where a seat is to go: to another class, as it is to have it, or to another child, or both. */
export type Place = { campClass: ClassDocument; childId?: ObjectId };

/** Integer cents. `refunds` and `keeps`: of each payment. */
export type MoveQuote = {
  /** What was paid for the seat, without extras that the school keeps; and what it costs there, with extras. */
  from: number;
  price: number;
  /** How that comes about, without extras. Missing if nothing is taken off. */
  lines: PriceLine[] | undefined;
  /** The seat's lines that don't hold there, or only for less. */
  dropped: PriceLine[];
  extras: { stays: SeatExtra[]; dropped: SeatExtra[] };
  /** What the school keeps for extras, of each household. */
  extrasKept: [number, number];
  /** What is to be paid: more than 0 in a dearer class. */
  difference: number;
  refunds: number[];
  keeps: number[];
  /** What the booker gets back by the refund policy, and why. */
  quote: RefundQuote;
  /** How much less the booker owes. */
  falls: number;
  /** The discounts of other seats that come off the refunds. */
  lost: LostDiscount[];
  /** What of them does not come off yet, because too little comes back; and what came off. */
  pending: LostLine[];
};

/** What all quotes of a seat have in common. */
export type MoveContext = {
  own: OwnSeat;
  parts: PaidPart[];
  offered: SchoolExtras['extras'];
  family: FamilySeats;
  termsOf: ReadTerms;
  lostIf: (then: ChangedSeat) => LostDiscount[];
};

/** @param parts what is left of each payment of the seat */
export async function readMoveContext(
  own: OwnSeat,
  parts: PaidPart[],
  services: Services,
): Promise<MoveContext> {
  const [{ extras }, family, termsOf] = await Promise.all([
    getExtras(services),
    readFamilySeats(own.seat.userId, services),
    readTerms([own.seat], services),
  ]);
  const lostIf = await readLostDiscounts(own.seat, family, services);
  return { own, parts, offered: extras, family, termsOf, lostIf };
}

/**
 * R444
 * @param isAllBack an admin gives back the whole difference, whatever the refund policy and the other seats say, and
 *   what was paid for dropped extras counts for the seat
 */
export function quoteMoveTo(
  { own, parts, offered, family, termsOf, lostIf }: MoveContext,
  goal: Place,
  isAllBack: boolean,
  services: Pick<Services, 'environment' | 'now'>,
): MoveQuote {
  const { campClass, seat } = own;
  const isOtherClass = !goal.campClass._id.equals(campClass._id);
  const { removed, isSameCount } = compareDays(campClass, goal.campClass);
  // Other days of the same class cost what so many days cost; as many as before cost what was agreed.
  const isPriced = isOtherClass || !isSameCount;
  const extras = splitExtras(own, goal, offered);
  // A tax that is added comes last, as in a purchase.
  const tax = addedTo(seat)?.classes ?? 0;
  const bare = removeTax(seat.lines ?? [], tax);
  const base = isPriced
    ? toCents(goal.campClass.price)
    : (bare[0]?.amount ?? withoutTax(toCents(seat.price) - sumExtras(seat.extras), tax));
  const { seatId } = seat;
  const then = (cost: number) => ({ seatId, childId: goal.childId, cost });
  const net = moveLines(termsOf({ ...seat, lines: bare }), {
    classId: goal.campClass._id.toHexString(),
    isOtherClass,
    child: goal.childId?.toHexString() ?? null,
    base,
    today: readToday(services),
    before: standWithoutTax(family.standingOf(seat), tax),
    after: standWithoutTax(
      family.standingOf({ seatId, childId: goal.childId }, then(withTax(base, tax))),
      tax,
    ),
  });
  const taxed = addTax(net.lines, tax);
  // Only the child changes: an agreed price, which may be of no net amount in cents, stays as it is.
  const known = bare.length > 0 ? bare : [{ ...net.lines[0], amount: base }];
  const isSame = !isPriced && isDeepStrictEqual(net.lines, known);
  const cents = isSame ? toCents(seat.price) - sumExtras(seat.extras) - sumLines(taxed) : 0;
  const lines = taxed.map((line, place) =>
    place === 0 ? { ...line, amount: line.amount + cents } : line,
  );
  const cost = sumLines(lines);
  const price = cost + sumExtras(extras.stays);
  const extrasKept: [number, number] = isAllBack ? [0, 0] : splitKeptByMove(seat, extras.stays);
  // Of the same class, what goes back is paid for the days that are taken away. R648
  const from = (!isOtherClass && removed[0]) || campClass.camp_start;
  const days = { campStart: from, today: readToday(services) };
  const to = { to: price / 100, kept: extrasKept };
  const { refunds, keeps, ...byPolicy } = quoteMoveOf(seat, to, parts, days);
  const found = lostIf(then(cost));
  const back = isAllBack ? refunds.map((one, place) => one + (keeps[place] ?? 0)) : refunds;
  const reduced = isAllBack ? { refunds: back, lost: [] } : takeOffLost(parts, back, found);
  const lost = sumAmounts(reduced.lost);
  const paid = toCents(seat.price) - extrasKept[0] - extrasKept[1];
  const prices = { from: paid / 100, to: price / 100 };
  return {
    from: paid,
    price,
    lines: lines.length > 1 ? lines : undefined,
    dropped: net.dropped,
    extras,
    extrasKept,
    difference: Math.max(0, findPriceDifference({ ...prices, left: sumLeft(parts) })),
    refunds: reduced.refunds,
    keeps: isAllBack
      ? keeps.map(() => 0)
      : keeps.map((one, place) => one + (back[place] ?? 0) - (reduced.refunds[place] ?? 0)),
    quote: { ...byPolicy, refund: byPolicy.refund - lost, kept: byPolicy.kept + lost },
    falls: findFall({ ...prices, owed: owedFor(campClass, seat) }),
    lost: reduced.lost,
    pending: listPending(found, reduced.lost, seat.lost),
  };
}

/**
 * Which extras of a seat move along, and what they cost there; and which are dropped. Within a class, all stay, on the days
 * that the seat then has. R444, R653
 */
function splitExtras(
  { campClass: from, seat: { seatId, extras = [] } }: OwnSeat,
  { campClass }: Place,
  offered: SchoolExtras['extras'],
): MoveQuote['extras'] {
  const isSameClass = campClass._id.equals(from._id);
  const days = listClassDays(campClass);
  if (isSameClass && compareDays(from, campClass).isSame) return { stays: extras, dropped: [] };
  const seats = campClass.seats.filter((one) => !one.seatId.equals(seatId));
  const own = extras.map(({ extraId: id, capacity }) => ({ id, capacity }));
  const there = findExtras(offered, campClass._id.toHexString());
  return moveExtras(extras, isSameClass ? own : there, { days, seats });
}

/**
 * What is found to be lost, minus what comes off the refunds; and what has come off until then, which is never taken
 * again.
 */
function listPending(
  found: LostDiscount[],
  off: LostDiscount[],
  before: LostLine[] = [],
): LostLine[] {
  const others = before.filter((one) => !found.some(({ of }) => of === one));
  const pending = found.map(({ of, amount }) => {
    const now = off.find((one) => one.of === of)?.amount ?? 0;
    return { ...of, amount: amount - now, taken: (of.taken ?? 0) + now };
  });
  return [...pending, ...others.map((one) => ({ ...one, amount: 0 }))].filter(
    ({ amount, taken = 0 }) => amount > 0 || taken > 0,
  );
}

/** What of these amounts is of the household that booked. */
export function sumOfBooker(parts: PaidPart[], amounts: number[]): number {
  const { own } = splitHouseholds(
    parts.map((part, place) => ({ ...part, left: amounts[place] ?? 0 })),
  );
  return sumLeft(own);
}
