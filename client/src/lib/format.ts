import * as shared from '@speakifyr/contract/format.ts';
import { findCurrencyLabel } from '@speakifyr/contract/school-look.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { readThisYear } from './this-year.ts';

/**
 * One formatter for each kind of value. Prices and days on public pages are formatted by hand, because the first use of
 * the browser's number or date format blocks a phone for 50 ms. The browser formats times, for the school's time zone,
 * and amounts of payments, for their currency.
 */

const FREE = 'Free';

/** The sign on class cards and in the cart of the demo school. */
export const DOLLAR = '$';
/** What stands for the currency where there is only room for a sign: `$`, or the school's own label. */
export const readPriceSign = () => findCurrencyLabel() || DOLLAR;

/**
 * A price on class cards and in the cart, spec section 9: `$49`, `$89.50`, `Free`. A school's own label replaces the `$`. R63
 */
export function formatDollars(price: number): string {
  return price === 0 ? FREE : label(price, DOLLAR);
}

/** A price everywhere else: `49 tk`, `Free`. */
export function formatPrice(price: number): string {
  return price === 0 ? FREE : formatSum(price);
}

/** A sum of money: `49 tk`, `0 tk`. A school's own label replaces the `tk`. */
export function formatSum(amount: number): string {
  return label(amount, 'tk');
}

/**
 * A sum of a payment's own currency, on the card of a seat: labeled as `formatSum` does, so that all amounts of the card
 * have the same label. Money in an earlier currency of the school names that one. R63
 * @param of ISO 4217, in any case
 */
export function formatOf(amount: number, of: string): string {
  return of.toUpperCase() === SCHOOL.currency ? formatSum(amount) : nameCharge(amount, of);
}

/** A currency sign goes before the amount, any other label after it. */
function label(amount: number, usual: string): string {
  const text = findCurrencyLabel() || usual;
  return /\p{Sc}$/u.test(text) ? text + formatAmount(amount) : `${formatAmount(amount)} ${text}`;
}

/**
 * What a card is charged: `$189`, `€89.50`, `BDT 49`. Use it next to `nameCharge`.
 * @param of the payment's own currency, ISO 4217, if it is an earlier one
 */
export function formatCharge(amount: number, of: string = SCHOOL.currency): string {
  return shared.formatCharge(amount, of);
}

/** What a card is charged, with the currency's name, for everything that documents a payment: `$189 USD`, `BDT 49`. */
export function nameCharge(amount: number, of: string = SCHOOL.currency): string {
  return shared.nameCharge(amount, of);
}

/**
 * A day as people say it: `Mon 14 June`, with the year when it is not this one.
 * @param day `yyyy-mm-dd`, or a moment, which has the day of the school's time zone
 */
export function formatDay(day: string | Date): string {
  return shared.nameDay(typeof day === 'string' ? day : formatIsoDay(day), readThisYear());
}

/** The days of a class: `Mon 14 – Fri 18 June`. @param first yyyy-mm-dd @param last yyyy-mm-dd */
export function formatDays(first: string, last: string): string {
  return shared.nameDays(first, last, readThisYear());
}

/** A day without its weekday, for birthdays and papers: `14 June 2027`. @param day as in `formatDay` */
export function formatDate(day: string | Date): string {
  return shared.nameDate(typeof day === 'string' ? day : formatIsoDay(day));
}

/** A day as it is sent with a payment, spec section 9: dd/mm/yyyy. */
export function formatSentDay(moment: Date): string {
  return formatIsoDay(moment).split('-').reverse().join('/');
}

const isoDays = shared.keepFormats(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }),
);

/** The school's day, yyyy-mm-dd. */
export function formatIsoDay(moment: Date): string {
  return isoDays(SCHOOL.timeZone).format(moment);
}

/** Today at the school, yyyy-mm-dd. */
export function readToday(): string {
  return formatIsoDay(new Date());
}

/** A month in words: `June 2026`. @param month yyyy-mm */
export const formatMonth = shared.nameMonth;

/** The school's time of day, which names its zone unless the reader's clock shows the same: `9:05 PM Dhaka time`. */
export function formatClock(moment: Date): string {
  const time = formatTime(moment);
  const isSameHere = time === shared.formatTime(moment, undefined);
  return isSameHere ? time : nameZone(time);
}

/**
 * A moment that may be on another day: `9:05 PM Dhaka time` today, else `Wed 2 December, 12:00 AM Dhaka time`. R64
 * @param now the present moment
 */
export function formatMoment(moment: Date, now = new Date()): string {
  const clock = formatClock(moment);
  return isSameDay(moment, now) ? clock : `${formatDay(moment)}, ${clock}`;
}

/** The same within a sentence: `at 9:05 PM Dhaka time`, `on Wed 2 December at 12:00 AM Dhaka time`. R64 */
export function sayWhen(moment: Date, now = new Date()): string {
  const clock = `at ${formatClock(moment)}`;
  return isSameDay(moment, now) ? clock : `on ${formatDay(moment)} ${clock}`;
}

function isSameDay(moment: Date, other: Date): boolean {
  return formatIsoDay(moment) === formatIsoDay(other);
}

/** Names the school's time zone after a time of day: `9:05 PM` becomes `9:05 PM Dhaka time`. */
function nameZone(time: string): string {
  return shared.nameZone(time, SCHOOL.timeZone);
}

/** The school's time of day: `9:05 PM`. On public pages, people read `formatClock`. */
export function formatTime(moment: Date): string {
  return shared.formatTime(moment, SCHOOL.timeZone);
}

/** The school's time of day as it is sent with a payment, spec section 9: `9:05 PM`. */
export function formatSentTime(moment: Date): string {
  return shared.formatSentTime(moment, SCHOOL.timeZone);
}

/** Shows cents only if there are any. */
function formatAmount(amount: number): string {
  const digits = Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
  // A comma before every group of three digits.
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
