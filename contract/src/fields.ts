import * as z from 'zod';
import { type DayRange, findDayProblem } from './day-ranges.ts';
import { EMAIL_ADDRESS, readEmailAddress } from './email-address.ts';
import {
  COURSE_TAG_LENGTH,
  MAX_AGE,
  MAX_CLASS_DAYS,
  MAX_DETAILS_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_PRICE,
  MAX_SEATS_OF_LARGE,
  MAX_URL_LENGTH,
  MIN_SEATS,
  PHONE_PROBLEM,
  ROLES,
} from './limits.ts';
import { findNameProblem } from './person-names.ts';
import { readPhoneNumber } from './phone-numbers.ts';
import { leastCharge } from './places.ts';
import { hasVisible } from './visible-text.ts';
import { NO_EMAIL } from './stand-in-address.ts';

/** Fields that several entities share. Every field is a string, number or boolean on the wire. */

/** A document's `_id`: 24 hexadecimal digits. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{24}$/, {
    error: ({ input }) => (input === '' ? 'Please choose one.' : 'Must be a valid id.'),
  })
  .meta({ id: 'Id', examples: ['65f1c0ffee0123456789abcd'] });

/** How the API's documentation marks an id by which a retry is recognized. R485 */
const CHOSEN_BY_CALLER = 'Chosen by the caller. The same request with it is written once.';

/** The id of a request, so that a retry after a lost answer changes nothing. A test of the server finds each by its name. */
export const requestId = z.uuid().meta({ id: 'RequestId', description: CHOSEN_BY_CALLER });

/** The id of something new, for the same. */
export const newId = id.meta({ id: 'NewId', description: CHOSEN_BY_CALLER });

/** The answer of a call that only says it succeeded. */
export const done = z.object({ status: z.literal(true) }).meta({ id: 'Done' });

/** An address as somebody types it. It is stored and compared in lower case, as the authentication provider does. R540 */
export const email = z
  .string()
  .overwrite(readEmailAddress)
  .max(MAX_EMAIL_LENGTH)
  .pipe(z.email({ pattern: EMAIL_ADDRESS }))
  .meta({ id: 'Email', examples: ['student@camp.test'] });

/** An address as an answer has it: also of a family that gave the office none. R320 */
export const shownEmail = z.union([email, z.literal(NO_EMAIL)]).meta({ id: 'ShownEmail' });

/**
 * A text that somebody types and that must say something. Only for what is sent: what an earlier version stored is still
 * shown. R542, R11
 * @param problem what a person reads if it has nothing that anybody sees
 * @param max how many characters it may have
 */
export function requiredText(problem: string, max: number) {
  return z
    .string()
    .trim()
    .min(1, problem)
    .max(max)
    .refine((text) => text === '' || hasVisible(text), problem);
}

/** A whole number that somebody types. @param problem what they read if they typed anything else */
export function typedInt(min: number, max: number, problem: string) {
  return z.int(problem).min(min, problem).max(max, problem);
}

/** Counted in code points, so that an emoji is one character. */
export const name = z
  .string()
  .trim()
  .min(1, 'Name is required')
  .refine(
    (text) => [...text].length <= MAX_NAME_LENGTH,
    `Must have at most ${MAX_NAME_LENGTH} characters.`,
  )
  .meta({ id: 'Name', examples: ['Sailing on the Lake'] });

/** The name of a class or of anything else as somebody types it. R542 */
export const typedName = name
  .refine((text) => text === '' || hasVisible(text), 'Name is required')
  .meta({ id: 'TypedName' });

/** The name of a person as somebody types it: every call that takes one has it from here. R460 */
export const personName = z
  .string()
  .overwrite((text) => text.replace(/[\p{Zs}\t\r\n]/gu, ' '))
  .pipe(name)
  .check(({ value, issues }) => {
    const message = findNameProblem(value);
    if (message) issues.push({ code: 'custom', input: value, message });
  })
  .meta({ id: 'PersonName', examples: ['Nora Byron'] });

/** A phone number that somebody types, however they write it; the server gets it as it is stored. R243 */
export const typedPhone = z
  .string()
  .trim()
  .max(MAX_PHONE_LENGTH)
  .overwrite((typed) => readPhoneNumber(typed) ?? typed)
  .refine((typed) => readPhoneNumber(typed) !== undefined, `${PHONE_PROBLEM}.`)
  .meta({ id: 'TypedPhone', examples: ['+1 202 555 0143'] });

/** A phone number as typed, or '' to remove the stored one. */
export const changedPhone = z.union([z.literal(''), typedPhone]).meta({ id: 'ChangedPhone' });

/** Why an admin does something, for the audit log. */
export const auditNote = requiredText('Say why.', MAX_NOTE_LENGTH).meta({ id: 'AuditNote' });

/** A stored phone number: `+12025550143`, `+12025550143;ext=12`. Earlier versions accepted any text. */
export const phone = z.string();

/** A picture's address: a path on our site (`/pictures/…`), or an http(s) URL at an image host. */
export const pictureUrl = z
  .string()
  .max(MAX_URL_LENGTH)
  .refine(
    (url) => /^\/[a-z0-9][\w./-]*$/i.test(url) || isWebUrl(url),
    'Must be the address of a picture.',
  )
  .meta({ id: 'PictureUrl', examples: ['/pictures/a.webp'] });

/** A picture, or '' for an account without a photo and for a picture we don't show (server/src/http/pictures.ts). */
export const optionalPictureUrl = z.union([z.literal(''), pictureUrl]).meta({ id: 'Picture' });

export const role = z.enum(ROLES).meta({ id: 'Role' });

export const day = z.iso.date().meta({
  id: 'Day',
  description: 'The school’s day, yyyy-mm-dd.',
  examples: ['2027-07-05'],
});

/** The days of a class, in order. */
const classDays = z.array(day).meta({ id: 'ClassDays' });

/** When a class meets. Without `days`, on the usual ones: class-days.ts. R645 */
export const campDays = { camp_start: day, camp_end: day, days: classDays.optional() };
/** The same as a schema, which the API's documentation names. */
export const whenItMeets = z.object(campDays).meta({ id: 'CampDays' });

/**
 * A day of a request, from 2000 to ten years ahead. No request takes a `day`: that is for answers, which may have one from
 * before we looked. R548
 */
export const anyDay = askDay('any').meta({
  id: 'AnyDay',
  description: 'From 2000-01-01 to ten years ahead.',
  examples: ['2027-07-05'],
});

/** Some days of a class that is sold by day. R647 */
export const chosenDays = z
  .array(anyDay)
  .min(1, 'Choose at least one day')
  .max(MAX_CLASS_DAYS)
  .refine((days) => new Set(days).size === days.length, 'A day is there twice')
  .meta({ id: 'ChosenDays' });

/** A day of a request on which something happened. R548 */
export const pastDay = askDay('past').meta({
  id: 'PastDay',
  description: 'From 2000-01-01 to a year ahead.',
  examples: ['2026-07-05'],
});

/** A moment in UTC. */
export const moment = z.iso.datetime().meta({
  id: 'Moment',
  description: 'A moment in UTC.',
  examples: ['2027-07-05T09:30:00.000Z'],
});

/** A month as `yyyy-mm`. */
export const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month such as 2027-07.');

/** A month of a request. R548 */
export const anyMonth = month.check(inRange('any', (value) => `${value}-01`));

/** The month of a request in which somebody was born. R548 */
export const birthMonth = month.check(inRange('born', (value) => `${value}-01`));

/** A year of a request. R548 */
export const anyYear = z
  .string()
  .regex(/^\d{4}$/, 'Must be a year.')
  .check(inRange('any', (value) => `${value}-01-01`));

/** A day on which somebody was born. The server also refuses days in the future. */
export const birthDate = askDay('born').meta({
  id: 'BirthDate',
  description: 'From 1900-01-01 to today.',
  examples: ['2018-03-04'],
});

/** Asked when somebody types: the school's currency may change while the process runs. */
const PRICE_PROBLEM = {
  error: () =>
    `Must be 0, or from ${leastCharge().toFixed(2)} to ${MAX_PRICE.toLocaleString('en-US')}, with two decimals at most`,
};

/** In whole currency units with at most two decimals. */
export const price = z
  .number(PRICE_PROBLEM)
  .min(0, PRICE_PROBLEM)
  .max(MAX_PRICE, PRICE_PROBLEM)
  .multipleOf(0.01, PRICE_PROBLEM)
  .meta({
    id: 'Price',
    description: 'In whole currency units, up to two decimals.',
    examples: [89.5],
  });

/** A price that the office decides: 0, or an amount that a card can pay. R11 */
export const typedPrice = price
  .refine((amount) => amount === 0 || amount >= leastCharge(), PRICE_PROBLEM)
  .meta({
    id: 'TypedPrice',
    description: 'In whole currency units: 0, or at least what a card can pay, up to two decimals.',
    examples: [89.5],
  });

const AMOUNT_PROBLEM = 'Enter an amount such as 89.50.';

/** An amount of money as somebody types it, in cents: more than nothing. */
export const typedCents = z.int(AMOUNT_PROBLEM).min(1, AMOUNT_PROBLEM);

/** Seats left. */
export const sit = z
  .int('Please enter a number of places.')
  .min(MIN_SEATS)
  .max(MAX_SEATS_OF_LARGE)
  .meta({ id: 'SeatCount', examples: [12] });

export const room = z
  .int('Enter a room number')
  .positive('Enter a room number')
  .max(99_999)
  .meta({ id: 'Room', examples: [104] });

export const courseTag = z
  .string()
  .trim()
  .toUpperCase()
  .regex(new RegExp(`^[A-Z]{${COURSE_TAG_LENGTH}}$`), 'Three letters, such as EXM')
  .meta({ id: 'CourseTag', examples: ['EXM'] });

/** A currency that cards are charged in: ISO 4217, in capitals. */
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'Must be a currency such as USD.')
  .meta({ id: 'Currency', examples: ['USD'] });

/** An age in years. */
export const age = z
  .int()
  .min(0)
  .max(MAX_AGE)
  .meta({ id: 'Age', examples: [8] });

/** A time of day in the school's time zone, as `HH:MM` from 00:00 to 23:59. */
export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, {
    error: ({ input }) => (input === '' ? 'Please enter a time.' : 'Must be a time such as 09:30.'),
  })
  .meta({
    id: 'TimeOfDay',
    description: 'A time of day by the school’s clock.',
    examples: ['09:30'],
  });

export const details = z
  .string()
  .trim()
  .max(MAX_DETAILS_LENGTH)
  .meta({ id: 'Details', examples: ['Wind, water and knots.'] });

function askDay(range: DayRange) {
  return z.iso.date().check(inRange(range, (value) => value));
}

/** @param toDay the day of a value, yyyy-mm-dd */
function inRange(range: DayRange, toDay: (value: string) => string) {
  return ({ value, issues }: z.core.ParsePayload<string>) => {
    const message = findDayProblem(toDay(value), range);
    if (message) issues.push({ code: 'custom', input: value, message });
  };
}

function isWebUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:';
}

/** The provider's ID token from a sign-in in the last few minutes, for calls for which a session alone is not enough. */
export const idToken = z.string().max(8_192);
