import { NOT_ASSIGNED } from './limits.ts';

/**
 * How people read money, ages and hours, on the site and in emails.
 * Plain functions only, because the web app's first page loads this file.
 */

/**
 * What a card is charged: `$189`, `€89.50`, `BDT 49`. Use it next to `nameCharge`.
 * @param amount in whole currency units
 * @param currency ISO 4217, in any case
 */
export function formatCharge(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(amount);
}

/** What a card is charged, with the currency's name, for everything that documents a payment: `$189 USD`, `BDT 49`. */
export function nameCharge(amount: number, currency: string): string {
  const [charge, name] = [formatCharge(amount, currency), currency.toUpperCase()];
  return charge.includes(name) ? charge : `${charge} ${name}`;
}

/** Names a time zone after a time of day: `9:05 PM` becomes `9:05 PM Dhaka time`. */
export function nameZone(time: string, timeZone: string): string {
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  return `${time} ${place === 'UTC' ? place : `${place} time`}`;
}

/** A moment's 12-hour time of day in a time zone: `9:05 PM`. */
export function formatTime(moment: Date, timeZone: string): string {
  const time = moment.toLocaleTimeString('en-US', { timeStyle: 'short', timeZone });
  // Newer browsers and servers put a narrow no-break space before AM and PM.
  return time.replace(/\s/gu, ' ');
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
 * The hours of each day: `9:00 AM – 3:00 PM Dhaka time`, `From 9:00 AM …` or `Until 3:00 PM …`; undefined if unknown.
 * @param hours HH:MM in the school's time zone
 */
export function formatHours(
  { dailyStart, dailyEnd }: { dailyStart: string | null; dailyEnd: string | null },
  timeZone: string,
): string | undefined {
  if (dailyStart && dailyEnd)
    return nameZone(`${formatTimeOfDay(dailyStart)} – ${formatTimeOfDay(dailyEnd)}`, timeZone);
  if (dailyStart) return nameZone(`From ${formatTimeOfDay(dailyStart)}`, timeZone);
  return dailyEnd ? nameZone(`Until ${formatTimeOfDay(dailyEnd)}`, timeZone) : undefined;
}

/** @param time `14:05` @returns `2:05 PM` */
function formatTimeOfDay(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
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
