/**
 * The business's constants, for client and server.
 * Plain values only, because the web app's first page loads this file.
 */

/** Seats in a class (spec sections 5 and 9). */
export const MIN_SEATS = 0;
export const MAX_SEATS = 20;

/** Means 'no instructor' in a class and 'no course' in an instructor (spec section 9). */
export const NOT_ASSIGNED = 'not-assigned';

/** The roles (spec section 9). */
export const ROLES = ['student', 'instructor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The payment state of a new cart entry (spec section 4). */
export const PAY_PENDING = 'pending';

/** What may have become of a payment: `open` until it bought a seat, was refunded or was canceled. */
export const PAYMENT_STATES = ['open', 'enrolled', 'refunded', 'canceled'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** What the audit log records. */
export const AUDIT_ACTIONS = [
  'add course',
  'delete account',
  'duplicate course',
  'make admin',
  'make instructor',
  'message to class',
  'publish course',
  'refund',
  'release hold',
  'remove course',
  'remove instructor',
  'remove user',
  'unassign course',
  'unlink sign-in',
  'update course',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What an email is about. */
export const MAIL_KINDS = [
  'welcome',
  'seat held',
  'paid',
  'refunded',
  'class changed',
  'class canceled',
  'reminder',
  'new role',
  'account removed',
  'account deleted',
  'contact form',
  'school message',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * What may have become of an email: the mail server took it (`sent`) or refused it for good (`failed`), or it was no
 * longer true or wanted when its turn came (`stale`).
 */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'failed', 'stale'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** How many days the school keeps the text of an email. */
export const KEEP_MAIL_DAYS = 30;

/** A tag is three capital letters, such as EXM (spec section 5). */
export const COURSE_TAG_LENGTH = 3;

/** How many classes one account may hold at a time without having paid: with and without a verified email address. */
export const MAX_OPEN_HOLDS = 3;
export const MAX_OPEN_HOLDS_UNVERIFIED = 1;

/** How often one account may hold the same class, and classes in all, within HOLD_WINDOW_HOURS. */
export const MAX_HOLDS_OF_CLASS = 2;
export const MAX_HOLDS_IN_WINDOW = 20;
export const HOLD_WINDOW_HOURS = 3;

/** The first entry code of a class has this number: EXM-101, then EXM-102, … */
export const FIRST_ENTRY_NUMBER = 101;

/** What CURRENCY and SCHOOL_TIME_ZONE are unless a school sets them. */
export const DEFAULT_CURRENCY = 'USD';
export const DEFAULT_TIME_ZONE = 'Asia/Dhaka';

/** The highest price of a class, in whole currency units. */
export const MAX_PRICE = 100_000;
/** Stripe's smallest charge: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const MIN_CHARGE = 0.5;

/** How many popular classes the home page shows, most expensive first. */
export const MAX_POPULAR_CLASSES = 6;

/** How many classes the admin's chart of filled seats shows. */
export const MAX_FILL_CLASSES = 24;

/** Page sizes of lists, if the caller asks for pages. */
export const DEFAULT_PAGE_SIZE = 12;
export const MAX_PAGE_SIZE = 100;

/** The highest age that a class can name, in years. */
export const MAX_AGE = 99;

/** Maximum lengths in characters. */
export const MAX_NAME_LENGTH = 200;
export const MAX_PLACE_LENGTH = 100;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_URL_LENGTH = 2_048;
export const MAX_DETAILS_LENGTH = 5_000;
export const MAX_SEARCH_LENGTH = 100;
export const MAX_MESSAGE_LENGTH = 4_000;
/** An email’s subject; longer ones are cut off on phones. */
export const MAX_SUBJECT_LENGTH = 60;
/** A search of the audit log for a text looks at this many days, unless it names its first day. */
export const AUDIT_SEARCH_DAYS = 365;

/** Firebase refuses shorter passwords. */
export const MIN_PASSWORD_LENGTH = 6;

/** Maximum size and allowed types of an uploaded photo or course picture. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

/** Maximum size of a request body, in bytes. */
export const MAX_BODY_BYTES = 32 * 1024;

/** How long a session token is valid, in seconds. */
export const SESSION_SECONDS = 60 * 60;

/** Deleting an account needs a sign-in that is at most this old, in seconds. Firebase has the same rule. */
export const RECENT_SIGN_IN_SECONDS = 5 * 60;

/** Replaces a deleted name in a seat and in the ledger. */
export const DELETED_NAME = 'Deleted student';

/** The response header with the total number of matches of a list. */
export const TOTAL_COUNT_HEADER = 'X-Total-Count';
