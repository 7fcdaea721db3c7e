import { SCHOOL } from '@speakifyr/contract/school.ts';
import { findAge, fitsAges } from '@speakifyr/contract/age.ts';
import { listClassDays, meetsOn } from '@speakifyr/contract/class-days.ts';
import { nameDay, sayAges } from '@speakifyr/contract/format.ts';
import { ADULT_AGE } from '@speakifyr/contract/limits.ts';
import { type ByDay, toChosen } from '@speakifyr/contract/sold-by-day.ts';
import type { ObjectId } from 'mongodb';
import { readClassFacts } from '../class-facts.ts';
import { findClass } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { addDays, findDayStart, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findSeat } from './find-seat.ts';
import { countFreeOn } from './places.ts';

/** Which day of a class is the last one to join it, as the school has decided. R54 */
export function findLastDay(): 'camp_start' | 'camp_end' {
  return SCHOOL.booking.joinUntil === 'start' ? 'camp_start' : 'camp_end';
}

/** Whether the last day of a class has passed, by the school's calendar. R179 */
export function isOver(
  { camp_end }: Pick<ClassDocument, 'camp_end'>,
  services: Pick<Services, 'environment' | 'now'>,
): boolean {
  return camp_end < readToday(services);
}

/** Whether it is too late to join a class, by the school's calendar. */
export function hasJoiningEnded(
  campClass: Pick<ClassDocument, 'camp_start' | 'camp_end' | 'byDay'>,
  services: Pick<Services, 'environment' | 'now'>,
): boolean {
  // Its later days can still be taken.
  const lastDay = campClass.byDay ? 'camp_end' : findLastDay();
  return campClass[lastDay] < readToday(services);
}

/**
 * Whether it is too late to get a seat for these days of a class or, without them, for all of it: a day that has begun is not
 * sold. R649
 */
export function isTooLateFor(
  { days: [first] = [] }: { days?: string[] | undefined },
  campClass: Pick<ClassDocument, 'camp_start' | 'camp_end'>,
  services: Pick<Services, 'environment' | 'now'>,
): boolean {
  if (first) return first < readToday(services);
  const { camp_start, camp_end } = campClass;
  return hasJoiningEnded({ camp_start, camp_end }, services);
}

/**
 * Checks that somebody may take these days of a class. For the office, which also sells a single day, neither the fewest days
 * nor the day from which they are sold count. R647, R650
 * @param days in order
 * @param kept those that the seat has already, and that may have passed
 * @throws {ApiError} `class_started` if one has passed; `invalid_input` if they are not for sale
 */
export function checkChosenDays(
  campClass: Pick<ClassDocument, 'byDay' | 'camp_start' | 'camp_end' | 'days'>,
  days: string[],
  {
    isOffice = false,
    kept = [],
    ...services
  }: Pick<Services, 'environment' | 'now'> & { isOffice?: boolean; kept?: string[] },
): void {
  const { byDay } = campClass;
  const today = readToday(services);
  if (!byDay) throw daysError('This class is only sold as a whole.');
  const other = days.find((day) => !meetsOn(campClass, day));
  if (other) throw daysError(`The class does not meet on ${nameDay(other)}. Please choose again.`);
  if (days.some((day) => day < today && !kept.includes(day))) throw new ApiError('class_started');
  if (isOffice) return;
  const { atLeast, from } = byDay;
  if (from && today < from)
    throw daysError(`Single days can be chosen from ${nameDay(from)} on. Until then, all days.`);
  if (days.length < atLeast) throw daysError(`Please choose at least ${atLeast} days.`);
}

function daysError(message: string): ApiError {
  return new ApiError('invalid_input', undefined, { fields: { 'body.days': message } });
}

/** The days that somebody chose as a seat has them: undefined if they are all days of the class. */
export async function chooseDays(
  classId: ObjectId,
  days: string[],
  { database }: Pick<Services, 'database'>,
): Promise<string[] | undefined> {
  const campClass = await findClass(database.collections, { _id: classId });
  return campClass ? toChosen(campClass, days) : days;
}

/** Says which of these days are full. Missing, or if none is: the class is. @param days in order */
export function daysFullError(
  campClass: Pick<ClassDocument, 'sit' | 'seats' | 'waiting'>,
  days: string[] = [],
): ApiError {
  const full = days.filter((day) => countFreeOn(campClass, day) <= 0).map((day) => nameDay(day));
  if (full.length === 0) return new ApiError('class_full');
  return new ApiError('class_full', `No place is left on ${full.join(', ')}.`);
}

/** How a class is sold by day, as calls tell it. */
export function showByDay(
  campClass: ClassDocument,
  services: Pick<Services, 'environment' | 'now'>,
): (ByDay & { left: number[] }) | undefined {
  const { byDay } = campClass;
  return byDay ? { ...byDay, left: listPlacesLeft(campClass, services) } : undefined;
}

/** How many places families can still take on each day of a class: none on a day that has begun, or is not sold yet. */
export function listPlacesLeft(
  campClass: ClassDocument,
  services: Pick<Services, 'environment' | 'now'>,
): number[] {
  const today = readToday(services);
  const isSold = today >= (campClass.byDay?.from ?? today);
  return listClassDays(campClass).map((day) =>
    isSold && day >= today ? Math.max(0, countFreeOn(campClass, day)) : 0,
  );
}

/** The first moment after a class's last day, in the school's time zone. */
export function findClassEnd({ camp_end }: Pick<ClassDocument, 'camp_end'>): Date {
  return findDayStart(addDays(camp_end, 1), SCHOOL.timeZone);
}

/** Whether an account may take a seat of a class for itself, as `checkMayJoin` says. R230, R525 */
export function isForAdult(
  { birthDate }: Pick<UserDocument, 'birthDate'>,
  campClass: ClassDocument,
  services: Pick<Services, 'environment' | 'now'>,
): boolean {
  if (!SCHOOL.booking.adultsJoin) return false;
  if (!birthDate) return true;
  return findAge(birthDate, readToday(services)) >= ADULT_AGE && isForOwnAge(birthDate, campClass);
}

function isForOwnAge(birthDate: string, campClass: ClassDocument): boolean {
  const { camp_start } = campClass;
  return fitsAges(birthDate, { ...readClassFacts(campClass), camp_start });
}

/**
 * Checks that an account may take a seat of a class for itself. An unknown birth date passes: the web app asks for it
 * first; other API clients don't (spec section 7). R230
 * @throws {ApiError} `children_only` if the school has switched it off, `adults_only` below the age of 18, `wrong_age`
 *   as `checkOwnAge`
 */
export async function checkMayJoin(
  user: Pick<UserDocument, '_id' | 'birthDate'>,
  classId: ObjectId,
  services: Services,
): Promise<void> {
  if (!SCHOOL.booking.adultsJoin) throw new ApiError('children_only');
  if (user.birthDate && findAge(user.birthDate, readToday(services)) < ADULT_AGE)
    throw new ApiError('adults_only');
  await checkOwnAge(user, classId, services);
}

/**
 * Checks that a class is for an adult's age, if that is known. Leaves everything else, such as a class that does not exist
 * or in which they have a seat, to `takeSeat`. `checkAge` is the same for a child. R525
 * @throws {ApiError} `wrong_age` with both ages
 */
export async function checkOwnAge(
  { _id: userId, birthDate }: Pick<UserDocument, '_id' | 'birthDate'>,
  classId: ObjectId,
  services: Services,
): Promise<void> {
  if (!birthDate) return;
  const campClass = await findClass(services.database.collections, { _id: classId });
  if (campClass?.status !== 'open' || findSeat(campClass, { userId })) return;
  if (isForOwnAge(birthDate, campClass)) return;
  const ages = readClassFacts(campClass);
  throw new ApiError(
    'wrong_age',
    `This class is for ${sayAges(ages)}. To book for a child, add the child first.`,
  );
}

/**
 * Until when the office may reserve a seat.
 * @param until the last day
 * @returns the last second of that day, shown as 11:59 PM
 * @throws {ApiError} `invalid_input` for a day that has passed or on which nobody can join
 */
export function findEnd(until: string, campClass: ClassDocument, services: Services): Date {
  const lastDay = campClass[findLastDay()];
  const today = readToday(services);
  // A class that has started is refused with its own reason.
  if (until < today || (until > lastDay && lastDay >= today))
    throw new ApiError('invalid_input', undefined, {
      fields: {
        'body.until':
          until < today
            ? 'This day has passed.'
            : 'Choose a day on which the class can still be joined.',
      },
    });
  const end = findDayStart(addDays(until, 1), SCHOOL.timeZone);
  return new Date(end.getTime() - 1_000);
}
