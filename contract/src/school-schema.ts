import * as z from 'zod';
import { day, email, name, timeOfDay } from './fields.ts';
import { PHONE_PROBLEM } from './limits.ts';
import { readPhoneNumber } from './phone-numbers.ts';

const text = z.string().trim().min(1).max(200);
/** Empty means: the school has none, and pages leave it out. */
const optionalLink = z.union([z.literal(''), z.url({ protocol: /^https$/ })]);

/** What school.json has to contain. The build of the web app checks it, so a mistake stops there. R74 */
export const schoolSchema = z.strictObject({
  name,
  /** The person or company that sells the seats, as it is registered. */
  seller: text,
  /** What it is, for the home page: `Day camp`. */
  kind: text,
  /** The ages of all classes together, for the home page: `7 to 15`. May be empty. */
  ages: z.string().trim().max(20),
  address: z.strictObject({
    street: text,
    city: text,
    postalCode: z.string().trim().max(20),
    country: text,
    /** Two letters (ISO 3166-1), for search engines. */
    countryCode: z.string().regex(/^[A-Z]{2}$/, 'Two capital letters, such as US'),
  }),
  /** May be empty. */
  phone: z.union([
    z.literal(''),
    z
      .string()
      .trim()
      .max(40)
      .refine((text) => readPhoneNumber(text) !== undefined, PHONE_PROBLEM),
  ]),
  email,
  /** When the school can be reached. May be empty. */
  hours: z.string().trim().max(200),
  /** The weekdays on which no class meets, for calendars: 0 is Sunday, 6 is Saturday. */
  daysOff: z.array(z.int().min(0).max(6)).max(6),
  /** How many minutes before a class the gate opens, for emails. */
  gateMinutes: z.int().min(0).max(120),
  /** What there is to eat, for the pages of classes. Both sentences may be empty. */
  lunch: z.strictObject({
    /** A class whose days end after this time has lunch: `13:30`. */
    endsAfter: timeOfDay,
    included: z.string().trim().max(200),
    /** For classes that end earlier. */
    without: z.string().trim().max(200),
  }),
  /** What every student brings on the first day, for emails and the pages of classes. May be empty. */
  whatToBring: z.array(text).max(12),
  /** The day of the last change to client/content/terms.md. New users agree to the terms of this day. */
  termsDate: day,
  mapLink: optionalLink,
  social: z.strictObject({
    facebook: optionalLink,
    linkedin: optionalLink,
    instagram: optionalLink,
    github: optionalLink,
  }),
});
export type School = z.output<typeof schoolSchema>;
