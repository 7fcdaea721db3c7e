import { nameDay } from '@speakifyr/contract/format.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { MIN_SEATS } from '@speakifyr/contract/limits.ts';
import { markSchoolUsed } from '../database/settings-store.ts';
import { insertClass } from '../database/class-store.ts';
import type { ClassDocument, Seat } from '../database/class-document.ts';
import type { SeatOffer } from '../database/waiting-documents.ts';
import { ApiError } from '../errors.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { countPlaces } from './places.ts';

/** How a class comes to have its values. */
export type Judged = {
  /** The class as it was, or the one that is copied. Undefined for a new one. */
  before?: ClassDocument;
  /** Whether the admin said that it may start in the past. */
  isPastConfirmed?: boolean;
  /** Whether the form gave the number of places in place of the free seats. */
  isByPlaces?: boolean;
};

/**
 * Judges what a class is to be: one that is added, changed or copied. A rule about a class's own values belongs here, so
 * that it holds for each of these. What the form alone can tell is in the contract: `checkRanges` in classes.ts. R1, R54
 * @param after the class with all its values
 * @throws {ApiError} `starts_in_past` unless confirmed; `invalid_input` for too few or too many places
 */
export function judgeClass(
  after: ClassDocument,
  { before, isPastConfirmed, isByPlaces }: Judged,
  services: Services,
): void {
  const hasNewStart = after.camp_start !== before?.camp_start;
  if (hasNewStart && !isPastConfirmed && after.camp_start < readToday(services))
    throw new ApiError('starts_in_past');
  judgeDays(after);
  if (after.sit < MIN_SEATS)
    throw refuseError('places', `${countPlaces({ ...after, sit: 0 })} places are taken`);
  const { maxSeats } = SCHOOL.booking;
  const places = countPlaces(after);
  // A class that had more when the school lowered the number may keep them.
  if (places <= maxSeats || (before && places <= countPlaces(before))) return;
  if (isByPlaces) throw refuseError('places', `A class cannot have more than ${maxSeats} places`);
  throw before
    ? refuseError('sit', `Free and taken seats together cannot be more than ${maxSeats}`)
    : refuseError('sit', `Must be from ${MIN_SEATS} to ${maxSeats}`);
}

/**
 * Adds a class, new or copied, if `judgeClass` allows it.
 * @throws {ApiError} what `judgeClass` throws
 * @throws {MongoServerError} 11000 if the tag is taken
 */
export async function addJudgedClass(
  campClass: ClassDocument,
  judged: Judged,
  services: Services,
): Promise<void> {
  judgeClass(campClass, judged, services);
  const { collections } = services.database;
  // From now on, the currency of its price and the time zone of its days stay.
  await markSchoolUsed(collections, services.now());
  await insertClass(collections, campClass);
}

/**
 * A day that somebody has chosen, or waits for, stays until they have another one. A class that is sold by day costs something,
 * and what it asks for is possible. While somebody waits for some days, it stays sold by day. R647, R649
 */
function judgeDays({ byDay, days, price, seats, waiting = [] }: ClassDocument): void {
  const findGone = (all: { days?: string[] }[]) =>
    all
      .flatMap((one) => one.days ?? [])
      .toSorted()
      .find((day) => !days.includes(day));
  const gone = findGone(seats);
  if (gone)
    throw refuseError(
      'days',
      `Somebody has chosen ${nameDay(gone)}: this day stays until their seat is changed or canceled`,
    );
  const wanted = findGone(waiting);
  if (wanted)
    throw refuseError(
      'days',
      `Somebody waits for ${nameDay(wanted)}: this day stays while they are on the waiting list`,
    );
  const isAwaited = [...waiting, ...seats.flatMap(findOffer)].some((one) => one.days);
  if (!byDay && isAwaited)
    throw refuseError(
      'byDay',
      'Somebody waits for single days of this class: it is sold by day while they are on the waiting list',
    );
  if (!byDay && seats.some(isMoveOfDays))
    throw refuseError(
      'byDay',
      'Somebody is about to pay for single days of this class: it is sold by day until they have, or their time is over',
    );
  if (!byDay) return;
  const { prices, atLeast } = byDay;
  if (price === 0) throw refuseError('byDay', 'A class without a price is not sold by day');
  if (atLeast > days.length || prices.length > days.length)
    throw refuseError('byDay', `The class has only ${days.length} days`);
  if (prices.some((one, place) => one < (prices[place - 1] ?? 0)))
    throw refuseError('byDay', 'More days can’t cost less than fewer');
  if (prices.some((one) => one > price))
    throw refuseError('byDay', 'Some days can’t cost more than the whole class');
}

/** Whether a seat is held for a move to some days, and costs what those cost when it is paid. */
function isMoveOfDays(seat: Seat): boolean {
  if (seat.state !== 'held' || !seat.move) return false;
  return (seat.move.goal ?? seat).days !== undefined;
}

/** What an offered seat goes back to if nobody takes it. */
function findOffer(seat: Seat): SeatOffer['entry'][] {
  return seat.state === 'held' && seat.offer ? [seat.offer.entry] : [];
}

/** Says what is wrong with a field of the form. The browser shows it beside its input. */
function refuseError(field: 'sit' | 'places' | 'days' | 'byDay', message: string): ApiError {
  return new ApiError('invalid_input', undefined, { fields: { [`body.${field}`]: message } });
}
