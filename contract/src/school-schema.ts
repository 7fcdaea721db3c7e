import * as z from 'zod';
import { findTextProblem, findUnknownFacts } from './read-markdown.ts';
import { listKinds, MAX_MAIL_WORDS } from './mail-kinds.ts';
import { MAX_TEXT, TEXT_NAMES, type TextName, type TextPart, type TextTag } from './text-parts.ts';
import { findColorProblem } from './school-color.ts';
import { countDays } from './days.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  anyDay,
  optionalPictureUrl,
  pastDay,
  pictureUrl,
  requiredText,
  timeOfDay,
  typedInt,
  typedName,
} from './fields.ts';
import {
  MAX_EMAIL_LENGTH,
  MAX_PAID_TOGETHER,
  MAX_PRICE,
  MAX_SEATS_OF_LARGE,
  MAX_SLIDES,
  PHONE_PROBLEM,
} from './limits.ts';
import { CURRENCIES, isTimeZone } from './places.ts';
import { textName, textVersion } from './text-version.ts';
import { isCountry, readPhoneNumber } from './phone-numbers.ts';

const text = requiredText('Please fill this in.', 200).meta({ id: 'Line' });
const words = z.string().trim().max(200, 'Must have at most 200 characters.');
/** Empty means: the school has none, and pages leave it out. */
const optionalLink = z
  .union([
    z.literal(''),
    z.url({ protocol: /^https$/, error: 'Must be an address such as https://camp.example.' }),
  ])
  .meta({ id: 'OptionalLink' });

const COUNTRY_PROBLEM = 'Enter two letters, such as US or GB.';
const REMINDER_PROBLEM = 'Enter a number of days from -30 to 30.';
const reminderDay = typedInt(-30, 30, REMINDER_PROBLEM);
const DEPOSIT_PROBLEM = 'Enter an amount such as 50, or 0.';

const TAX_PROBLEM = 'Enter from 0 to 50 percent, such as 19 or 8.875.';
const rate = z
  .number(TAX_PROBLEM)
  .min(0, TAX_PROBLEM)
  .max(50, TAX_PROBLEM)
  .multipleOf(0.001, TAX_PROBLEM)
  .meta({ id: 'TaxRate' });

/** The tax on what the school sells. Without one, nobody reads of it. */
const tax = z
  .object({
    /** What papers call it: `VAT`. Empty without one. */
    name: z.string().trim().max(20),
    /** For classes, of the price without it. */
    percent: rate,
    /** For extras. null or missing: as for classes. */
    extras: rate.nullish(),
    /** For the fee of a canceled seat. null or missing: as for what was sold. */
    fees: rate.nullish(),
    /** Whether it is added to the prices that the school sets. Otherwise, it is in them. */
    isAdded: z.boolean().optional(),
  })
  .refine(({ name, percent, extras, fees }) => !(percent || extras || fees) || name !== '', {
    path: ['name'],
    error: 'Enter what it is called, such as VAT.',
  })
  .refine(({ name, percent, extras, fees }) => Boolean(percent || extras || fees) || name === '', {
    path: ['percent'],
    error: 'Enter how much it is, or leave its name empty.',
  });

/** One day off, or several in a row. */
const holiday = z
  .object({
    from: anyDay,
    /** The last one. */
    to: anyDay,
    /** May be empty. */
    name: z.string().trim().max(60),
  })
  .refine(({ from, to }) => from <= to && countDays(from, to) <= 60, {
    path: ['to'],
    error: 'Must be from the first day on, at most 60 days later.',
  });

/** Nobody loses a seat before the last reminder, which names the day. */
const RELEASE_PROBLEM =
  'Enter 0 for never, or from 8 to 365 days, and more than the last reminder.';

const money = z
  .object({
    /** Where transfers go to, in the words of the bank. May be empty. */
    bankAccount: z.string().trim().max(200),
    /** In how many parts a seat can be paid by card: 1 is all at once. */
    installments: typedInt(1, 6, 'Enter a number from 1 to 6.'),
    /** The first part, in whole currency units. 0: all parts are alike. */
    deposit: z
      .number(DEPOSIT_PROBLEM)
      .min(0, DEPOSIT_PROBLEM)
      .max(MAX_PRICE, DEPOSIT_PROBLEM)
      .multipleOf(0.01, DEPOSIT_PROBLEM),
    /** On which days families are reminded, counted from the day on which something is due. */
    reminderDays: z
      .array(reminderDay)
      .length(3)
      .refine(
        (days) => days.every((day, place) => place === 0 || day > (days[place - 1] ?? day)),
        'Each reminder must be later than the one before it.',
      ),
    /** How many days after a part is due an unpaid seat is released. 0: never. */
    releaseAfterDays: typedInt(0, 365, RELEASE_PROBLEM),
  })
  .superRefine(({ releaseAfterDays: days, reminderDays }, context) => {
    if (days === 0 || (days >= 8 && days > (reminderDays[2] ?? 0))) return;
    context.addIssue({ code: 'custom', path: ['releaseAfterDays'], message: RELEASE_PROBLEM });
  });

const hasKnownFacts = [
  (text: string) => findUnknownFacts(text).length === 0,
  {
    error: ({ input }: { input?: unknown }) =>
      `There is no ${findUnknownFacts(String(input)).join(', ')}. Write {{name}}, {{seller}}, {{address}}, {{phone}}, {{email}}, {{hours}}, {{mapLink}} or {{termsDate}}.`,
  },
] as const;

const address = z.email('Must be an email address.').max(MAX_EMAIL_LENGTH);

/** Plain text with the facts of the school. Empty: nothing. */
const mailText = z
  .string()
  .trim()
  .max(MAX_MAIL_WORDS, `Must have at most ${MAX_MAIL_WORDS} characters.`)
  .refine(...hasKnownFacts)
  .meta({ id: 'MailText' });

/** What a director adds to emails. R622, R623 */
export const mailWords = z
  .object({
    /** By kind: what stands before and after what the software writes. */
    words: z
      .record(z.string(), z.object({ before: mailText, after: mailText }))
      // Other kinds take none.
      .overwrite((words) =>
        Object.fromEntries(
          listKinds('words').flatMap((kind) => (words[kind] ? [[kind, words[kind]]] : [])),
        ),
      ),
    /** What every email ends with. Empty: `Warm regards,` and the school's name. */
    signature: mailText,
    /** Where answers go. Empty: to the school's email. */
    replyTo: z.union([z.literal(''), address], 'Must be an email address, or nothing.'),
  })
  .meta({ id: 'MailWords' });
export type MailWords = z.output<typeof mailWords>;

/**
 * What a director decides for the school, and what school.json has to contain for a new one. The build of the web app
 * checks that file, so a mistake stops there. R74, R604
 */
export const schoolSchema = z.object({
  name: typedName,
  /** The person or company that sells the seats, as it is registered. */
  seller: text,
  /** For receipts and the statements of parents. May be empty. */
  taxNumber: z.string().trim().max(40),
  /** What it is, for the home page: `Day camp`. */
  kind: text,
  /** The ages of all classes together, for the home page: `7 to 15`. May be empty. */
  ages: z.string().trim().max(20),
  address: z.object({
    street: text,
    city: text,
    /** A state or province. May be missing. */
    region: z.string().trim().max(60).optional(),
    postalCode: z.string().trim().max(20),
    country: text,
    /** Two letters (ISO 3166-1), for search engines. */
    countryCode: z
      .string()
      .regex(/^[A-Z]{2}$/, COUNTRY_PROBLEM)
      .refine(isCountry, COUNTRY_PROBLEM),
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
  /** Where people write to. */
  email: address,
  /** When the school can be reached. May be empty. */
  hours: z.string().trim().max(200),
  /** When a day begins, as `Intl` names it. R625 */
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone such as America/New_York.'),
  /** What cards are charged in, ISO 4217. R625 */
  currency: z
    .string()
    .refine(
      (code) => CURRENCIES.includes(code),
      'Choose a currency with cents that Stripe takes, such as USD.',
    ),
  /** What stands beside prices: `$`. Empty: the currency's own sign, see school-look.ts. */
  currencyLabel: z.string().trim().max(12, 'Must have at most 12 characters.'),
  /** The weekdays on which no class meets, for calendars: 0 is Sunday, 6 is Saturday. */
  daysOff: z
    .array(z.int().min(0).max(6))
    .max(6, 'There must be camp on one day of the week.')
    .overwrite((days) => [...new Set(days)].sort((one, other) => one - other)),
  /** Single days on which no class meets, such as `Founders’ Day`. R626 */
  holidays: z
    .array(holiday)
    .max(60, 'Enter at most 60.')
    .overwrite((days) => days.toSorted((one, other) => one.from.localeCompare(other.from))),
  /** With which day weeks begin. R627 */
  weekStart: z.enum(['Monday', 'Sunday', 'Saturday']),
  /** Whether people read `14 June 2027` or `June 14, 2027`. */
  dates: z.enum(['day first', 'month first']),
  /** Whether people read `9:05 PM` or `21:05`. */
  clock: z.enum(['12 hours', '24 hours']),
  /** How many minutes before a class the gate opens, for emails. */
  gateMinutes: typedInt(0, 120, 'Enter from 0 to 120 minutes.'),
  /** What there is to eat, for the pages of classes. Both sentences may be empty. */
  lunch: z.object({
    /** A class whose days end after this time has lunch: `13:30`. */
    endsAfter: timeOfDay,
    included: z.string().trim().max(200),
    /** For classes that end earlier. */
    without: z.string().trim().max(200),
  }),
  /** What every student brings on the first day, for emails and the pages of classes. May be empty. */
  whatToBring: z
    .array(text)
    .max(12, 'Enter at most 12 things.')
    .overwrite((things) => [...new Set(things)]),
  /** The version of the terms: the day of their last change. New users agree to it. In school.json, that of client/content/terms.md. */
  termsDate: textVersion,
  mapLink: optionalLink,
  /** The address of its picture. Empty: none of its own, see school-look.ts. */
  logo: optionalPictureUrl,
  /** The large picture of Home. Empty: the one that the software comes with. */
  home: z
    .object({
      picture: optionalPictureUrl,
      /** What it shows, for people who don't see it. */
      alt: z.string().trim().max(200),
    })
    .refine(({ picture, alt }) => !picture || alt, {
      path: ['alt'],
      error: 'Say what the picture shows, for people who don’t see it.',
    }),
  /** The pictures that change on Home. Without any, those that the software comes with. R632 */
  slides: z
    .array(z.object({ picture: pictureUrl, title: text, alt: text }))
    .max(MAX_SLIDES, `Choose at most ${MAX_SLIDES} pictures.`),
  /** What Home and the end of each page say. Plain text; all but the headline may be empty. R619 */
  words: z.object({
    headline: requiredText('Home needs a headline.', 60),
    /** Below the headline. */
    lead: words,
    /** Below the button. */
    hint: words,
    /** At the end of each page, and the line below it. */
    tagline: words,
    line: words,
  }),
  /** What is pressed, and links: `#rrggbb`. */
  color: z
    .string()
    .trim()
    .toLowerCase()
    .refine((color) => findColorProblem(color) === undefined, {
      error: ({ input }) => findColorProblem(String(input)),
    }),
  social: z.object({
    facebook: optionalLink,
    linkedin: optionalLink,
    instagram: optionalLink,
    github: optionalLink,
  }),
  /** For seats that are held and classes that are saved from now on. */
  booking: z
    .object({
      /** How long a seat is held while nobody has paid. */
      holdMinutes: typedInt(5, 24 * 60, 'Enter from 5 to 1440 minutes.'),
      /** Until when a class can be joined: its first day, or its last. */
      joinUntil: z.enum(['start', 'end']),
      /** Whether adults can take seats for themselves. */
      adultsJoin: z.boolean(),
      /** Whether an instructor can have several classes (spec section 5 has one). */
      manyClasses: z.boolean(),
      /** Whether an instructor reads what their classes earned (spec section 3: yes). R613 */
      instructorsSeeEarnings: z.boolean(),
      /** How many places a class has at most (spec: 20). */
      maxSeats: typedInt(
        1,
        MAX_SEATS_OF_LARGE,
        `Please enter a number from 1 to ${MAX_SEATS_OF_LARGE}.`,
      ),
      /** How long a family on the waiting list has to answer an offer. */
      offerHours: typedInt(4, 168, 'Enter from 4 to 168 hours.'),
      /** How many children one adult looks after at most, for warnings on the day list. 0: nobody is warned. */
      childrenPerAdult: typedInt(0, 100, 'Enter a number up to 100, or 0 for no warning.'),
      /** How many unpaid seats an account holds at most, each person one for each camp day. R51 */
      maxHeld: typedInt(
        1,
        MAX_PAID_TOGETHER,
        `Unpaid seats of an account: enter from 1 to ${MAX_PAID_TOGETHER}.`,
      ),
      /** How many of them of one class. Nobody pays for a free class, so an account gets no more of one. */
      maxHeldOfClass: typedInt(1, 20, 'Unpaid seats of one class: enter from 1 to 20.'),
      /** How many until its email address is confirmed. */
      maxHeldUnconfirmed: typedInt(
        1,
        10,
        'Seats before the email is confirmed: enter from 1 to 10.',
      ),
    })
    .superRefine(({ maxHeld, maxHeldOfClass, maxHeldUnconfirmed }, context) => {
      const parts = [
        ['maxHeldOfClass', 'Unpaid seats of one class', maxHeldOfClass],
        ['maxHeldUnconfirmed', 'Seats before the email is confirmed', maxHeldUnconfirmed],
      ] as const;
      for (const [name, what, count] of parts)
        if (count > maxHeld)
          context.addIssue({
            code: 'custom',
            path: [name],
            message: `${what}: enter at most ${maxHeld}, as many as in all.`,
          });
    }),
  tax,
  mail: mailWords,
  money,
  /** How long something is kept, in days. docs/privacy.md */
  keepDays: z.object({
    /** Health and contacts, after the child's last day of camp. */
    health: typedInt(1, 3_650, 'Enter from 1 to 3650 days.'),
    attendance: typedInt(30, 3_650, 'Enter from 30 to 3650 days.'),
    /** Doses and incidents. */
    safety: typedInt(365, 11_000, 'Enter from 365 to 11000 days.'),
  }),
});
export type School = z.output<typeof schoolSchema>;
/** Markdown. Empty: the page has no text. */
const markdown = z
  .string()
  .trim()
  .max(MAX_TEXT, 'Must have at most 40,000 characters.')
  .meta({ id: 'Markdown' });

const versionedSchool = schoolSchema.extend({
  /** Why the time zone and the currency can't change anymore: `there is the class Kites`. Only in answers. */
  fixedBecause: z.string().optional(),
  /** 1, 2, 3, …: each change raises it. 0 before the first one. */
  version: z.int().min(0),
  /** What the pages of the same names say. Not a part of `School`: a first visit loads what a page needs. */
  texts: z.partialRecord(textName, markdown).superRefine((texts, context) => {
    for (const [name, text] of Object.entries(texts)) {
      const message = findTextProblem(name as TextName, text);
      if (message) context.addIssue({ code: 'custom', path: [name], message });
    }
  }),
  /** What the server calls them: it ignores what is sent. Missing: FIRST_TEXT_VERSION. Terms have `termsDate`. R621 */
  textVersions: z.record(z.string(), z.string()).optional(),
});
/** All texts and all words of emails at their longest, in letters of three bytes. */
const MAX_SCHOOL_BYTES =
  TEXT_NAMES.length * MAX_TEXT * 3 + listKinds('words').length * 2 * MAX_MAIL_WORDS * 3 + 20_000;

versionedSchool.register(z.globalRegistry, { id: 'VersionedSchool' });
export type VersionedSchool = z.output<typeof versionedSchool>;

/** See `TextPart`. */
const textPart: z.ZodType<TextPart> = z
  .union([
    z.string(),
    z.object({
      // One of TextTag: we write it.
      tag: z.string() as unknown as z.ZodType<TextTag>,
      href: z.string().optional(),
      parts: z.array(z.lazy(() => textPart)),
    }),
  ])
  .meta({ id: 'TextPart' });

export const school = {
  'GET /texts/:name': defineEndpoint({
    summary: 'A text of the school',
    access: { who: 'visitor' },
    params: z.object({ name: textName }),
    /** `on`: as it was at the end of that day. R634 */
    query: z.object({ version: textVersion.optional(), on: pastDay.optional() }),
    output: z.object({ version: z.string(), parts: z.array(textPart) }),
    errors: ['not_found'],
  }),

  'GET /school': defineEndpoint({
    summary: 'What the school has decided',
    access: { who: 'admin', bundles: ['director'] },
    output: versionedSchool,
  }),

  'PUT /school': defineEndpoint({
    summary: 'Replace what the school decided',
    access: { who: 'admin', bundles: ['director'] },
    changesCatalogue: true,
    body: versionedSchool,
    bodyBytes: MAX_SCHOOL_BYTES,
    output: versionedSchool,
    errors: ['school_changed', 'days_off_in_use', 'school_in_use'],
  }),
};
