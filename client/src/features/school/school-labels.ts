import { WEEKDAYS } from '@speakifyr/contract/days.ts';
import { nameDays } from '@speakifyr/contract/format.ts';
import { listKinds, nameKind } from '@speakifyr/contract/mail-kinds.ts';
import type { School, VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { cutToDifference } from '../../lib/cut-to-difference.ts';

/** The names of everything that a director decides, by its path. */
type Labels<Part> = {
  [Name in keyof Part]-?: Part[Name] extends object
    ? Part[Name] extends unknown[]
      ? string
      : Labels<Part[Name]>
    : Part[Name] extends object | undefined
      ? never
      : string;
};

export const SCHOOL_LABELS: Labels<Omit<School, 'termsDate'> & Pick<VersionedSchool, 'texts'>> = {
  name: 'Name',
  seller: 'Legal name of the seller',
  taxNumber: 'Tax number',
  kind: 'What it is',
  ages: 'Ages of all classes',
  address: {
    street: 'Street and number',
    city: 'City',
    region: 'State or region',
    postalCode: 'Postal code',
    country: 'Country',
    countryCode: 'Country code',
  },
  phone: 'Phone',
  email: 'Email',
  hours: 'Office hours',
  timeZone: 'Time zone',
  currency: 'Currency',
  currencyLabel: 'What stands beside prices',
  daysOff: 'Days of the week without camp',
  holidays: 'Single days without camp',
  weekStart: 'Weeks begin on',
  dates: 'How days are written',
  clock: 'How times are written',
  gateMinutes: 'The gate opens, minutes before a class',
  lunch: {
    endsAfter: 'There is lunch if a day ends after',
    included: 'What families read then',
    without: 'What they read otherwise',
  },
  whatToBring: 'What to bring',
  mapLink: 'Link to a map',
  logo: 'Logo',
  home: {
    picture: 'Picture of Home',
    alt: 'What the picture of Home shows',
  },
  slides: 'Pictures that change on Home',
  words: {
    headline: 'Headline of Home',
    lead: 'Below the headline',
    hint: 'Below the button',
    tagline: 'At the end of each page',
    line: 'The line below it',
  },
  color: 'Color',
  social: {
    facebook: 'Facebook',
    linkedin: 'LinkedIn',
    instagram: 'Instagram',
    github: 'GitHub',
  },
  booking: {
    holdMinutes: 'Minutes that a seat is held',
    joinUntil: 'A class can be joined until',
    adultsJoin: 'Adults can take seats for themselves',
    manyClasses: 'An instructor can lead several classes',
    instructorsSeeEarnings: 'Instructors see what their classes earned',
    maxSeats: 'Most places of a class',
    offerHours: 'Hours to answer an offer',
    childrenPerAdult: 'Most children per adult',
    maxHeld: 'Most unpaid seats of an account',
    maxHeldOfClass: 'Most unpaid seats of one class',
    maxHeldUnconfirmed: 'Most seats before the email is confirmed',
  },
  mail: {
    words: Object.fromEntries(
      listKinds('words').map((kind) => [
        kind,
        { before: `${nameKind(kind)}: words before`, after: `${nameKind(kind)}: words after` },
      ]),
    ),
    signature: 'Signature',
    replyTo: 'Reply address',
  },
  tax: {
    name: 'Name of the tax',
    percent: 'Percent for classes',
    extras: 'Percent for extras',
    fees: 'Percent for cancellation fees',
    isAdded: 'The tax is added to the prices',
  },
  money: {
    bankAccount: 'Bank account for transfers',
    installments: 'Parts by card',
    deposit: 'First part',
    reminderDays: 'Days of the reminders',
    releaseAfterDays: 'Days until an unpaid seat is released',
  },
  texts: {
    about: 'About the camp',
    questions: 'Questions',
    terms: 'Terms',
    privacy: 'Privacy',
    refundPolicy: 'Refund policy, before the periods',
    refundCases: 'Refund policy, after the periods',
    healthConsent: 'Consent: health',
    photoConsent: 'Consent: photo of a child',
    partsConsent: 'Consent: paying in parts',
  },
  keepDays: {
    health: 'Days that health and contacts are kept',
    attendance: 'Days that attendance is kept',
    safety: 'Days that doses and incidents are kept',
  },
};

/** The tabs, by the last word of their address, with what each is about and other words that people look for. R611 */
export const SCHOOL_TABS = {
  about: {
    label: 'About',
    note: 'Name, logo, color, pictures, address, phone, email and links',
    words: 'contact opening brand colour banner carousel slider favicon social media company EIN',
  },
  days: {
    label: 'Days and places',
    note: 'Time zone, currency, days off, the gate, lunch and what to bring',
    words:
      'holidays closing closed clock date time format 24 12 hour week start packing list dollars',
  },
  booking: {
    label: 'Booking',
    note: 'How families take seats, and how long you keep data',
    words:
      'hold time cart limits capacity class size max seats waiting list instructors pay earnings ratio retention erase privacy GDPR',
  },
  money: {
    label: 'Money',
    note: 'Bank account, tax, parts, reminders and release of unpaid seats',
    words: 'IBAN installments payment plan deposit overdue late cash card VAT GST sales',
  },
  texts: {
    label: 'Texts',
    note: 'What Home and the pages about camp, questions, terms and privacy say, and consents',
    words:
      'website about us words FAQ conditions data protection GDPR headline slogan footer legal',
  },
  emails: {
    label: 'Emails',
    note: 'Your words in emails, signature and reply address',
    words: 'mail templates reply to from sender test',
  },
};
export type SchoolTab = keyof typeof SCHOOL_TABS;

/** On which tab a director decides it. */
const TAB_OF: Record<keyof typeof SCHOOL_LABELS, SchoolTab> = {
  name: 'about',
  seller: 'about',
  taxNumber: 'about',
  kind: 'about',
  ages: 'about',
  address: 'about',
  phone: 'about',
  email: 'about',
  hours: 'about',
  mapLink: 'about',
  logo: 'about',
  home: 'about',
  slides: 'about',
  color: 'about',
  social: 'about',
  timeZone: 'days',
  currency: 'days',
  currencyLabel: 'days',
  daysOff: 'days',
  holidays: 'days',
  weekStart: 'days',
  dates: 'days',
  clock: 'days',
  gateMinutes: 'days',
  lunch: 'days',
  whatToBring: 'days',
  booking: 'booking',
  keepDays: 'booking',
  tax: 'money',
  money: 'money',
  texts: 'texts',
  mail: 'emails',
  words: 'texts',
};

/** The names of all that a tab decides. */
export function listLabels(tab: SchoolTab): string[] {
  const list = (labels: string | Tree): string[] =>
    typeof labels === 'string' ? [labels] : Object.values(labels).flatMap(list);
  return Object.entries(SCHOOL_LABELS).flatMap(([name, labels]) =>
    TAB_OF[name as keyof typeof TAB_OF] === tab ? list(labels) : [],
  );
}

/** Something that is not as it was. */
export type Difference = { label: string; before: string; after: string };

/** What differs between two versions of the school, in the words of the form. */
export function listDifferences(before: VersionedSchool, after: VersionedSchool): Difference[] {
  return compare(before, after, SCHOOL_LABELS as Tree);
}

type Tree = { [name: string]: string | Tree };
type Part = { [name: string]: unknown };

function compare(before: Part, after: Part, labels: Tree): Difference[] {
  return Object.entries(labels).flatMap(([name, label]) => {
    const [one, other] = [before[name], after[name]];
    if (typeof label !== 'string')
      return compare((one ?? {}) as Part, (other ?? {}) as Part, label);
    const [was, is] = [write(name, one), write(name, other)];
    // A box that was not there yet is not ticked.
    if (was === is || [was, is].every((text) => ['', 'no'].includes(text))) return [];
    const [shownBefore, shownAfter] = cutToDifference(was, is);
    return [{ label, before: shownBefore || 'nothing', after: shownAfter || 'nothing' }];
  });
}

/** How the form shows what is stored in another way. */
const WRITERS: { [name: string]: (value: never) => string } = {
  daysOff: (days: School['daysOff']) => days.map((day) => WEEKDAYS[day]).join(', '),
  holidays: (holidays: School['holidays']) => holidays.map(sayHoliday).join(', '),
  joinUntil: (until: School['booking']['joinUntil']) =>
    until === 'start' ? 'its first day' : 'its last day',
  logo: nameFile,
  picture: nameFile,
  slides: (slides: School['slides']) =>
    slides.map(({ picture, title, alt }) => `${title} (${alt}, ${nameFile(picture)})`).join(', '),
};

/** The end of an address is enough to tell one picture from another. */
function nameFile(address: string): string {
  return address.split('/').at(-1) ?? '';
}

/** `Wed 16 June 2027 (Founders’ Day)`. While it is typed, a day may be missing. */
export function sayHoliday({ from, to, name }: School['holidays'][number]): string {
  return `${from && to ? nameDays(from, to) : '…'}${name ? ` (${name})` : ''}`;
}

function write(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  const writeIt = WRITERS[name];
  if (writeIt) return writeIt(value as never);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // The first save of the demo's texts trims them.
  return Array.isArray(value) ? value.join(', ') : String(value).trim();
}
