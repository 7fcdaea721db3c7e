import { isDeepStrictEqual } from 'node:util';
import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { findSoldOut, listExtraDays } from '@speakifyr/contract/extra-places.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import {
  costOf,
  type Extra,
  freezeExtra,
  keyOf,
  nameExtra,
  type SeatExtra,
} from '@speakifyr/contract/seat-extras.ts';
import { onDays } from '@speakifyr/contract/sold-by-day.ts';
import { addedTo } from '@speakifyr/contract/tax.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, Seat } from '../database/class-document.ts';
import { ApiError } from '../errors.ts';

/** Which extras a seat gets if its family chooses these, and whether they are there. R440, R441, R651 */

/**
 * One of all the extras that the family wants a seat to have. `on`: the days that it is for; missing: all that are left.
 * `amount`: the price they saw, in cents.
 */
export type WantedExtra = {
  id: string;
  option: string | null;
  on?: string[] | undefined;
  amount: number;
};

export type Choice = {
  seatId: ObjectId;
  userId: ObjectId;
  wanted: WantedExtra[];
  /** The extras that the class offers now. */
  offered: Extra[];
  /** The first day for which extras can still be chosen, yyyy-mm-dd. */
  firstDay: string;
};

/** The days of a seat for which an extra with a price per day can be chosen, and all of them. */
export function listDaysFor(
  campClass: ClassDocument,
  seat: Pick<Seat, 'days'>,
  firstDay: string,
): { all: string[]; left: string[] } {
  const all = listClassDays(onDays(campClass, seat));
  return { all, left: all.filter((day) => day >= firstDay) };
}

/**
 * The wanted extras, frozen as they are now. Those the seat already has stay as they were, even if an admin has deleted
 * them since.
 * @throws {ApiError} `extras_changed`, `extra_sold_out`, `class_started`
 */
export function chooseExtras(campClass: ClassDocument, seat: Seat, choice: Choice): SeatExtra[] {
  const { extras: before = [] } = seat;
  const { all } = listDaysFor(campClass, seat, choice.firstDay);
  const extras: SeatExtra[] = [];
  for (const one of choice.wanted) {
    const same = before.find((had) => isSame(had, one, all));
    const extra = same ?? freezeNow({ campClass, seat }, one, choice);
    if (!extra || costOf(extra) !== one.amount) throw new ApiError('extras_changed');
    extras.push(extra);
  }
  // Another size takes no additional place, and what it had is counted only on further days.
  const more = extras.flatMap((extra) => {
    const had = before.filter(({ extraId }) => extraId === extra.extraId);
    if (extra.days === null) return had.length > 0 ? [] : [extra];
    const days = had.flatMap((old) => listExtraDays(old, all));
    const on = listExtraDays(extra, all).filter((day) => !days.includes(day));
    return on.length > 0 ? [{ ...extra, days: on.length, on }] : [];
  });
  const others = campClass.seats.filter((one) => one !== seat);
  const soldOut = findSoldOut(more, others, all);
  if (soldOut) throw soldOutError(soldOut);
  return withKeys(extras, before);
}

/** Whether a seat has exactly this extra. */
function isSame(had: SeatExtra, { id, option, on }: WantedExtra, all: string[]): boolean {
  if (had.extraId !== id || had.option !== option) return false;
  return (
    isDeepStrictEqual(had.on, on) || isDeepStrictEqual(listExtraDays(had, all), on?.toSorted())
  );
}

function soldOutError({ on, ...extra }: SeatExtra): ApiError {
  const when = on ? `on ${on.map((day) => nameDay(day)).join(', ')}` : 'for this class';
  return new ApiError(
    'extra_sold_out',
    `${nameExtra(extra)} has just sold out ${when}. Nothing was changed.`,
  );
}

/**
 * @returns undefined if it is not offered like that
 * @throws {ApiError} `extras_changed` for a day that the seat does not have, `class_started` for one that has begun
 */
function freezeNow(
  { campClass, seat }: { campClass: ClassDocument; seat: Seat },
  { id, option, on }: WantedExtra,
  { offered, firstDay }: Choice,
): SeatExtra | undefined {
  const extra = offered.find((one) => one.id === id);
  const fits =
    extra && (option === null ? extra.options.length === 0 : extra.options.includes(option));
  if (!fits || (on && extra.per === 'once')) return undefined;
  const { all, left } = listDaysFor(campClass, seat, firstDay);
  const other = on?.find((day) => !all.includes(day));
  if (other)
    throw new ApiError(
      'extras_changed',
      `The seat does not have ${nameDay(other)}. Please choose again.`,
    );
  const begun = on?.find((day) => !left.includes(day));
  if (begun)
    throw new ApiError('class_started', `${nameDay(begun)} has begun. Please choose later days.`);
  const days = { chosen: on?.toSorted() ?? left, all };
  return freezeExtra(extra, option, days, addedTo(seat)?.extras);
}

/** Gives what a seat has twice, for other days, a name of its own. */
function withKeys(extras: SeatExtra[], before: SeatExtra[]): SeatExtra[] {
  const used = new Set(extras.filter((one) => before.includes(one)).map(keyOf));
  return extras.map((extra) => {
    if (before.includes(extra)) return extra;
    let key = extra.extraId;
    for (let number = 2; used.has(key); number += 1) key = `${extra.extraId}-${number}`;
    used.add(key);
    return key === extra.extraId ? extra : { ...extra, key };
  });
}
