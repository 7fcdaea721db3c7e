import type { CarriedExtra } from '@speakifyr/contract/extras.ts';
import { listExtraDays } from '@speakifyr/contract/extra-places.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import { listParts } from '@speakifyr/contract/owed.ts';
import {
  keyOf,
  type SeatExtra,
  sumExtras,
  withExtras,
  withoutExtras,
} from '@speakifyr/contract/seat-extras.ts';
import type { ObjectId } from 'mongodb';
import type {
  ClassDocument,
  EnrolledSeat,
  HeldSeat,
  Seat,
  SeatPlan,
} from '../database/class-document.ts';
import { ApiError } from '../errors.ts';
import { type Choice, chooseExtras } from './choose-extras.ts';
import { findSeat } from './find-seat.ts';
import { debtorOf, makePlan, owedBy, owedFor } from './seat-plan.ts';
import { allows } from './seat-states.ts';

/**
 * How a family chooses the extras of its seat. Decisions for `changeSeats`: an extra is taken in the same update of the
 * same document as the class's seats, so the last one can't be taken twice. decisions/0077
 */

/**
 * The extras of a seat that is not paid yet. R441
 * @returns null if it is not held by this account, or is for a move, which takes its extras along
 * @throws {ApiError} `extras_changed`, `extra_sold_out`
 */
export function decideHeldExtras(
  campClass: ClassDocument,
  choice: Choice,
): Partial<ClassDocument> | null {
  const seat = findSeat(campClass, { seatId: choice.seatId });
  if (seat?.state !== 'held' || seat.move || !seat.userId.equals(choice.userId)) return null;
  const extras = chooseExtras(campClass, seat, choice);
  const { extras: _before, ...rest } = seat;
  return replace(campClass, seat, { ...rest, ...(extras.length > 0 && { extras }) });
}

/** What else the decision about an enrolled seat needs. */
type Agreement = {
  at: Date;
  /** yyyy-mm-dd */
  today: string;
  /** What payments have paid so far, for a seat that has no plan yet. */
  paid: SeatPlan['paid'];
};

/**
 * The extras of an enrolled seat: paid ones stay, and added ones become a part of its price that is due today. Until it
 * is paid, the family can remove them. R442
 * @returns null if it is not an enrolled seat of this account, or nothing changes
 * @throws {ApiError} `extras_changed`, `extra_sold_out`; `extra_paid` if a paid one is missing; `rest_first` if something
 *   else is owed: what is due first is paid first, so nobody could tell what was paid
 */
export function decideAddedExtras(
  campClass: ClassDocument,
  choice: Choice,
  { at, today, paid }: Agreement,
): Partial<ClassDocument> | null {
  const seat = findSeat(campClass, { seatId: choice.seatId });
  if (!allows('addExtras', seat) || !seat.userId.equals(choice.userId)) return null;
  const extras = chooseExtras(campClass, seat, choice);
  const { extras: before = [], plan } = seat;
  const unpaid = listUnpaidExtras(seat);
  const stay = before.filter((one) => !unpaid.includes(one));
  if (!stay.every((one) => extras.includes(one))) throw new ApiError('extra_paid');
  const added = extras.filter((one) => !stay.includes(one));
  if (added.length === unpaid.length && added.every((one) => unpaid.includes(one))) return null;
  if (owedFor(campClass, seat) > sumExtras(unpaid)) throw new ApiError('rest_first');
  const parts = plan
    ? plan.parts.filter((part) => !isUnpaidPart(part, seat))
    : [{ due: today, amount: toCents(seat.price) }];
  const changed = makePlan({
    // Not by the saved card: the parent agreed to that only for the other parts, and those are paid.
    agreedAt: at,
    by: seat.userId,
    parts: [...parts, ...listAddedParts(added, seat, today)],
    paid: plan?.paid ?? paid,
  });
  return replace(campClass, seat, withPlan(seat, extras, changed));
}

/**
 * What is due for added extras. Another size, and other days, are due when the first ones were: nobody keeps the last one by
 * changing it.
 */
function listAddedParts(added: SeatExtra[], seat: EnrolledSeat, today: string) {
  const old = seat.plan?.parts.filter((part) => isUnpaidPart(part, seat)) ?? [];
  const dueOf = ({ extraId }: SeatExtra) =>
    old.find(({ extraIds }) => extraIds?.some((key) => key.startsWith(extraId)))?.due ?? today;
  return [...new Set(added.map(dueOf))].toSorted().map((due) => {
    const own = added.filter((one) => dueOf(one) === due);
    return { due, amount: sumExtras(own), extraIds: own.map(keyOf) };
  });
}

/**
 * An enrolled seat without the extras that were added until a day and not paid. R500
 * @param lastDay yyyy-mm-dd
 * @returns null if there are none
 */
export function decideEndedExtras(
  campClass: ClassDocument,
  seatId: ObjectId,
  lastDay: string,
): Partial<ClassDocument> | null {
  const seat = findSeat(campClass, { seatId });
  if (!allows('addExtras', seat) || !seat.plan) return null;
  const ended = listUnpaidExtras(seat, lastDay);
  if (ended.length === 0) return null;
  const ids = ended.map(keyOf);
  const parts = seat.plan.parts.filter(
    (part) => !(isUnpaidPart(part, seat) && part.extraIds?.every((id) => ids.includes(id))),
  );
  const extras = (seat.extras ?? []).filter((one) => !ended.includes(one));
  return replace(campClass, seat, withPlan(seat, extras, makePlan({ ...seat.plan, parts })));
}

/** A seat with other extras, its price and lines with them, and a plan for it. */
function withPlan(seat: EnrolledSeat, extras: SeatExtra[], plan: SeatPlan): EnrolledSeat {
  const { extras: before, lines: linesBefore, ...rest } = seat;
  const bare = toCents(seat.price) - sumExtras(before);
  const lines = withExtras(withoutExtras(linesBefore), bare, extras);
  return {
    ...rest,
    price: (bare + sumExtras(extras)) / 100,
    ...(lines && { lines }),
    ...(extras.length > 0 && { extras }),
    plan: owedBy(plan, debtorOf(seat), seat),
  };
}

/**
 * The extras that were added to a seat and of which nothing is paid yet.
 * @param seat an enrolled one
 * @param lastDay yyyy-mm-dd: only those that were added until then
 */
export function listUnpaidExtras(
  seat: Pick<EnrolledSeat, 'extras' | 'plan'>,
  lastDay?: string,
): SeatExtra[] {
  const { plan, extras = [] } = seat;
  if (!plan) return [];
  const ids = listParts(plan).flatMap((part) =>
    part.left === part.amount && (!lastDay || part.due <= lastDay) ? (part.extraIds ?? []) : [],
  );
  return extras.filter((extra) => ids.includes(keyOf(extra)));
}

/**
 * What people who look after a class see of a seat's extras: only paid ones, and only what they need to hand out. R445, R652
 * @param days what the seat has on these: all days of the seat, or one of them, yyyy-mm-dd
 */
export function listCarried(
  seat: Pick<EnrolledSeat, 'extras' | 'plan'>,
  days: string[],
): { extras?: CarriedExtra[] } {
  const unpaid = listUnpaidExtras(seat);
  const extras = (seat.extras ?? []).flatMap((extra) => {
    const { label, option, from, until } = extra;
    const on = listExtraDays(extra, days);
    if (unpaid.includes(extra) || (extra.on && on.length === 0)) return [];
    return {
      label,
      option,
      ...(on.length < days.length && { on }),
      ...(from && { from }),
      ...(until && { until }),
    };
  });
  return extras.length > 0 ? { extras } : {};
}

function isUnpaidPart(part: SeatPlan['parts'][number], seat: EnrolledSeat): boolean {
  const unpaid = listUnpaidExtras(seat).map(keyOf);
  return part.extraIds?.every((id) => unpaid.includes(id)) ?? false;
}

/** The parts of a plan that are for extras, with what is left to pay of each. */
function listExtraParts({ plan }: Pick<EnrolledSeat, 'plan'>) {
  return plan ? listParts(plan).filter(({ extraIds }) => extraIds) : [];
}

/** What is owed for extras that were added to a seat, in cents. */
export function owedForExtras(seat: Pick<EnrolledSeat, 'plan'>): number {
  return listExtraParts(seat).reduce((sum, { left }) => sum + left, 0);
}

/** Whether only extras are owed for a seat. Nobody loses a seat because of them. */
export function owesOnlyExtras(seat: Pick<EnrolledSeat, 'plan'>): boolean {
  return owedFor({}, seat) <= owedForExtras(seat);
}

/**
 * What was paid for a seat's nonrefundable extras, in cents: for those added later, and for those bought with it. R443
 */
export function countKeptExtras(seat: Pick<EnrolledSeat, 'extras' | 'plan'>): {
  added: number;
  withSeat: number;
} {
  const kept = (seat.extras ?? []).filter(({ isRefundable }) => !isRefundable);
  const parts = listExtraParts(seat);
  const isOf =
    ({ extraIds = [] }: SeatPlan['parts'][number]) =>
    (extra: SeatExtra) =>
      extraIds.includes(keyOf(extra));
  const added = parts.reduce(
    (sum, part) => sum + Math.min(part.amount - part.left, sumExtras(kept.filter(isOf(part)))),
    0,
  );
  return {
    added,
    withSeat: sumExtras(kept.filter((one) => !parts.some((part) => isOf(part)(one)))),
  };
}

function replace({ seats }: ClassDocument, seat: Seat, by: HeldSeat | EnrolledSeat) {
  return { seats: seats.map((one) => (one === seat ? by : one)) };
}
