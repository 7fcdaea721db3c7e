import { NOT_ASSIGNED } from './limits.ts';
import { SCHOOL } from './school.ts';

/**
 * How people read money, days, ages and hours, on the site and in emails: days and times as the school writes them. R614
 * Plain functions only, because the web app's first page loads this file.
 */

/** @returns a function that makes the format of each currency or time zone once: to make one takes as long as many uses */
export function keepFormats<Format>(make: (key: string) => Format): (key: string) => Format {
  const kept = new Map<string, Format>();
  return (key) => {
    const format = kept.get(key) ?? make(key);
    kept.set(key, format);
    return format;
  };
}

const makeAmountFormat = (digits: number) => (currency: string) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const wholeAmounts = keepFormats(makeAmountFormat(0));
const amounts = keepFormats(makeAmountFormat(2));

/**
 * What a card is charged: `$189`, `€89.50`, `BDT 49`. Use it next to `nameCharge`.
 * @param amount in whole currency units
 * @param currency ISO 4217, in any case
 */
export function formatCharge(amount: number, currency: string): string {
  const format = (Number.isInteger(amount) ? wholeAmounts : amounts)(currency);
  return format.format(amount).replace('-', '−');
}

/** What a card is charged, with the currency's name, for everything that documents a payment: `$189 USD`, `BDT 49`. */
export function nameCharge(amount: number, currency: string): string {
  const [charge, name] = [formatCharge(amount, currency), currency.toUpperCase()];
  return charge.includes(name) ? charge : `${charge} ${name}`;
}

/** The city of a time zone: `New York`. */
export function namePlace(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** Names a time zone after a time of day: `9:05 PM` becomes `9:05 PM Dhaka time`. */
export function nameZone(time: string, timeZone: string): string {
  const place = namePlace(timeZone);
  return `${time} ${place === 'UTC' ? place : `${place} time`}`;
}

/** A moment's time of day in a time zone, or in that of this device: `9:05 PM`, or `21:05` if the school has that clock. */
export function formatTime(moment: Date, timeZone: string | undefined): string {
  if (SCHOOL.clock === '12 hours') return formatSentTime(moment, timeZone);
  return findTimes(of24Hours, 'en-GB', timeZone).format(moment);
}

/** The time of day as calls have it, whatever the school's clock is, spec section 9: `9:05 PM`. */
export function formatSentTime(moment: Date, timeZone: string | undefined): string {
  // Newer browsers and servers put a narrow no-break space before AM and PM.
  return findTimes(of12Hours, 'en-US', timeZone).format(moment).replace(/\s/gu, ' ');
}

const makeTimes = (language: string, timeZone: string | undefined) =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone });
const of24Hours = keepFormats((timeZone) => makeTimes('en-GB', timeZone));
const of12Hours = keepFormats((timeZone) => makeTimes('en-US', timeZone));

/** A device may travel into another time zone while a page is open, so its format is not kept. */
function findTimes(kept: typeof of24Hours, language: string, timeZone: string | undefined) {
  return timeZone === undefined ? makeTimes(language, timeZone) : kept(timeZone);
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** The months' names, January first. */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * A day as people say it: `Mon 14 June`, or `Mon 14 June 2027` if that is not `thisYear`. Where the month is first,
 * `Mon, June 14` and `Mon, June 14, 2027`.
 * @param day yyyy-mm-dd
 * @param thisYear yyyy; without it, the year is always there
 */
export function nameDay(day: string, thisYear?: string): string {
  const year = day.slice(0, 4);
  const isThisYear = year === thisYear;
  if (isMonthFirst())
    return `${nameWeekday(day)}, ${nameDayOfYear(day)}${isThisYear ? '' : `, ${year}`}`;
  return `${nameWeekday(day)} ${nameDayOfYear(day)}${isThisYear ? '' : ` ${year}`}`;
}

/**
 * The days from the first to the last one: `Mon 14 – Fri 18 June`, `Mon 28 June – Fri 2 July`, `Mon, June 14 – Fri, June 18`.
 * See `nameDay`.
 * @param first yyyy-mm-dd
 * @param last yyyy-mm-dd
 */
export function nameDays(first: string, last: string, thisYear?: string): string {
  if (first === last) return nameDay(first, thisYear);
  const isSameYear = first.slice(0, 4) === last.slice(0, 4);
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7);
  const isOneMonth = isSameMonth && !isMonthFirst();
  const start = isOneMonth
    ? `${nameWeekday(first)} ${nameNumber(first)}`
    : nameDay(first, isSameYear ? first.slice(0, 4) : undefined);
  return `${start} – ${nameDay(last, isSameYear ? thisYear : undefined)}`;
}

/** A day long past or on a document: `14 June 2027` or `June 14, 2027`. @param day yyyy-mm-dd */
export function nameDate(day: string): string {
  return `${nameDayOfYear(day)}${isMonthFirst() ? ',' : ''} ${day.slice(0, 4)}`;
}

/** A day of any year: `14 June` or `June 14`. @param day yyyy-mm-dd */
export function nameDayOfYear(day: string): string {
  const month = MONTHS[Number(day.slice(5, 7)) - 1];
  return isMonthFirst() ? `${month} ${nameNumber(day)}` : `${nameNumber(day)} ${month}`;
}

/** A month in words: `June 2026`. @param month yyyy-mm */
export function nameMonth(month: string): string {
  return `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}

function isMonthFirst(): boolean {
  return SCHOOL.dates === 'month first';
}

/** `Mon 5`, where the month is clear. @param day yyyy-mm-dd */
export function nameShortDay(day: string): string {
  return `${nameWeekday(day)} ${nameNumber(day)}`;
}

/** `Mon` */
export function nameWeekday(day: string): string | undefined {
  return WEEKDAYS[new Date(day).getUTCDay()];
}

/** `14` */
function nameNumber(day: string): number {
  return Number(day.slice(8));
}

/** Converts whole currency units with two decimals to integer cents. */
export function toCents(price: number): number {
  return Math.round(price * 100);
}

/** `Ages 8–12`, `Ages 8 and up`, `Ages up to 12` or `Age 8`; undefined if the class names no age. */
export function formatAges({
  ageFrom,
  ageTo,
}: {
  ageFrom: number | null;
  ageTo: number | null;
}): string | undefined {
  if (ageFrom === null) return ageTo === null ? undefined : `Ages up to ${ageTo}`;
  if (ageTo === null) return `Ages ${ageFrom} and up`;
  return ageFrom === ageTo ? `Age ${ageFrom}` : `Ages ${ageFrom}–${ageTo}`;
}

/** As `formatAges`, within a sentence: `ages 8 to 12`. */
export function sayAges(ages: Parameters<typeof formatAges>[0]): string | undefined {
  return formatAges(ages)?.toLowerCase().replace('–', ' to ');
}

/**
 * The hours of each day: `9:00 AM – 3:00 PM`, `From 9:00 AM` or `Until 3:00 PM`; undefined if unknown. They name no
 * time zone: the reader comes to the school.
 * @param hours HH:MM
 */
export function formatHours({
  dailyStart,
  dailyEnd,
}: {
  dailyStart?: string | null;
  dailyEnd?: string | null;
}): string | undefined {
  if (dailyStart && dailyEnd)
    return `${formatTimeOfDay(dailyStart)} – ${formatTimeOfDay(dailyEnd)}`;
  if (dailyStart) return `From ${formatTimeOfDay(dailyStart)}`;
  return dailyEnd ? `Until ${formatTimeOfDay(dailyEnd)}` : undefined;
}

/**
 * When the gate opens: `8:45 AM`.
 * @param dailyStart when the class begins, HH:MM
 * @param minutes how long before that
 */
export function formatGateTime(dailyStart: string, minutes: number): string {
  const [hours = 0, rest = 0] = dailyStart.split(':').map(Number);
  const gate = Math.max(0, hours * 60 + rest - minutes);
  return formatTimeOfDay(`${Math.floor(gate / 60)}:${gate % 60}`);
}

/** @param time `14:05` @returns `2:05 PM`, or `14:05` if the school has that clock */
export function formatTimeOfDay(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const twoDigits = String(minutes).padStart(2, '0');
  if (SCHOOL.clock === '24 hours') return `${String(hours).padStart(2, '0')}:${twoDigits}`;
  return `${hours % 12 || 12}:${twoDigits} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The name of a class's instructor, as people read it. */
export function nameTeacher(instructor: string | null): string {
  return !instructor || instructor === NOT_ASSIGNED ? 'To be announced' : instructor;
}

/** Turns a text into part of a file name that every system accepts, such as `guitar-song`; may be empty. */
export function slugText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
}

/** A calendar file's name, such as `guitar-for-beginners.ics`. */
export function nameCalendarFile(className: string, entryCode: string): string {
  return `${slugText(className) || entryCode.toLowerCase()}.ics`;
}
