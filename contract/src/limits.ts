/**
 * The business's constants, for client and server.
 * Plain values only, because the web app's first page loads this file.
 */

/** A class that lasts longer has a wrong year. */
export const MAX_CLASS_DAYS = 366;

/** Seats in a class (spec sections 5 and 9). R1 */
export const MIN_SEATS = 0;
export const MAX_SEATS = 20;
/** The most that a school may decide instead: a class is one document with all its seats. */
export const MAX_SEATS_OF_LARGE = 200;

/** Means 'no instructor' in a class and 'no course' in an instructor (spec section 9). */
export const NOT_ASSIGNED = 'not-assigned';

/** The roles (spec section 9). */
export const ROLES = ['student', 'instructor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * What an admin may do: a director everything; the office all but roles and the refund policy; an accountant reads
 * money and closes months, and sees no families.
 */
export const ADMIN_BUNDLES = ['director', 'office', 'accountant'] as const;
export type AdminBundle = (typeof ADMIN_BUNDLES)[number];

/** What an API key reads: a director makes it for one of the school's own programs. */
export const KEY_KINDS = ['classes', 'rosters', 'payments'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];
/** For how many days a key is good at most. */
export const MAX_KEY_DAYS = 366;

/** The payment state of a new cart entry (spec section 4). */
export const PAY_PENDING = 'pending';

/** The most discounts a school can have: more would be hard to understand, even for their authors. */
export const MAX_DISCOUNTS = 50;
/** The longest name of a discount. */
export const MAX_DISCOUNT_LABEL = 40;
/** The longest request for financial aid, and the longest answer. */
export const MAX_AID_WORDS = 1_000;
/** For how many days the words of a request for aid are kept after the answer. */
export const KEEP_AID_DAYS = 30;
/** The most uses of a code. */
export const MAX_CODE_USES = 1_000;
/** The highest child or class number from which a family's discount can begin. */
export const MAX_DISCOUNT_FROM = 20;

/** The most extras a school can have. */
export const MAX_EXTRAS = 30;
/** The longest name of an extra, and of a choice such as a size. */
export const MAX_EXTRA_LABEL = 40;
export const MAX_EXTRA_OPTION = 20;
export const MAX_EXTRA_OPTIONS = 12;

/** How long a family has to pay the difference that an admin charges for a move. */
export const MOVE_PAY_HOURS = 48;

/** Limits of the refund policy: periods, and days before a class. */
export const MAX_REFUND_STEPS = 6;
export const MAX_REFUND_DAYS = 365;

/** The states of a waiting-list entry: see waiting.ts. */
export const WAITING_STATES = ['waiting', 'kept', 'offered', 'paused'] as const;
export type WaitingState = (typeof WAITING_STATES)[number];

/** Limits of waiting lists: entries per class, and people per entry. */
export const MAX_WAITING = 50;
export const MAX_WAITING_GROUP = 3;
/** How many seats one account may wait for in all lists together, offers included. */
export const MAX_WAITING_OF_ACCOUNT = 8;
/** An entry ends when this many of its offers have run out. */
export const MAX_LAPSES = 2;

/**
 * Why somebody on a waiting list is offered no seat now: their account or their network address holds as many seats as
 * it may, they need more seats together than the class has or an account may hold, or a seat of the class is held for one
 * of them already.
 */
export const OFFER_LIMITS = ['account', 'address', 'class', 'held'] as const;
export type OfferLimit = (typeof OFFER_LIMITS)[number];

/** How long a seat is kept for siblings who need more than one, in hours from when it opened up. */
export const KEEP_SEAT_HOURS = 24;

/** From this many days before the first day, a free seat is public and all who wait are told at once. */
export const OFFERS_UNTIL_DAYS = 2;

/** How many days the school keeps the text of an email. */
export const KEEP_MAIL_DAYS = 30;

/** For how many days the office can take back that it has removed somebody. */
export const TAKE_BACK_DAYS = 30;

/** A tag is three capital letters, such as EXM (spec section 5). */
export const COURSE_TAG_LENGTH = 3;

/** The most unpaid seats that a school may let one account hold. So a payment can be for that many. */
export const MAX_PAID_TOGETHER = 60;

/** For how many days an extra that was added to an enrolled seat may stay unpaid. Then others can have the last one. */
export const UNPAID_EXTRAS_DAYS = 14;

/** The most parts in which the balance of a price may be paid after the deposit. */
export const MAX_PLAN_PARTS = 12;

/** What a guardian may do for a child. Guardians with both rights may also change the child. */
export const GUARDIAN_RIGHTS = ['see', 'book'] as const;
export type GuardianRight = (typeof GUARDIAN_RIGHTS)[number];

/** Whoever books a seat pays at least half of its price. So the other household pays at most this much, in percent. */
export const MAX_SHARE = 50;

/** From this age on, in years, people may take a seat for themselves. */
export const ADULT_AGE = 18;

/** The earliest day of birth, yyyy-mm-dd. */
export const FIRST_BIRTH_DATE = '1900-01-01';

/** Limits of a family. */
export const MAX_CHILDREN = 20;
/** The most children that the office enters with a new family. More can be added later. */
export const MAX_NEW_CHILDREN = 6;
export const MAX_GUARDIANS = 4;
export const MAX_CONTACTS = 10;
export const MAX_ALLERGIES = 20;
export const MAX_MEDICINES = 10;

/** How many days an invitation to become a guardian can be accepted. */
export const INVITATION_DAYS = 14;

/** When an instructor can read the care sheet: days before the first day of the class and after its last. */
export const CARE_DAYS_BEFORE = 7;
export const CARE_DAYS_AFTER = 1;
/** How many days a phone keeps a tap that it could not send, and the school takes it. R403 */
export const TAP_DAYS = 7;

/** The most stays of assistants and substitutes a class can have, including past ones. */
export const MAX_TEAM = 60;

/** A health answer this many days old is asked about again when the child joins a class: has anything changed? */
export const HEALTH_FRESH_DAYS = 30;

/**
 * What the camp asks for before a child's first day: an answer about its health, somebody to call in an emergency, and
 * somebody who may pick it up; and the school's own forms.
 */
export const CAMP_NEEDS = ['health', 'emergency', 'pickUp', 'forms'] as const;
export type CampNeed = (typeof CAMP_NEEDS)[number];

/** A seat without an emergency contact is flagged from this many days before the class. */
export const CONTACT_DUE_DAYS = 14;

/**
 * How often one account may hold the same class for the same person within HOLD_WINDOW_HOURS, and how many classes more
 * than it may hold at a time.
 */
export const MAX_HOLDS_OF_CLASS = 2;
export const CHANGES_OF_MIND = 6;
export const HOLD_WINDOW_HOURS = 3;

/** How often parents may move one seat within 24 hours. */
export const MAX_MOVES_PER_DAY = 3;

/** The first entry code of a class has this number: EXM-101, then EXM-102, … */
export const FIRST_ENTRY_NUMBER = 101;

/** The highest price of a class, in whole currency units. */
export const MAX_PRICE = 100_000;

/** How many popular classes the home page shows, most expensive first. */
export const MAX_POPULAR_CLASSES = 6;

/** How many classes the admin's chart of filled seats shows. */
export const MAX_FILL_CLASSES = 24;

/** Page sizes of lists, if the caller asks for pages. */
export const DEFAULT_PAGE_SIZE = 12;

/** How many rows a page of the office's lists shows. */
export const OFFICE_PAGE_SIZE = 25;
export const MAX_PAGE_SIZE = 100;

/** The highest age that a class can name, in years. */
export const MAX_AGE = 99;

/** For how many children at once a class can be looked for. */
export const MAX_SEARCHED_CHILDREN = 6;

/** Maximum lengths in characters. */
export const MAX_NAME_LENGTH = 200;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_URL_LENGTH = 2_048;
export const MAX_DETAILS_LENGTH = 5_000;
export const MAX_SEARCH_LENGTH = 100;
/** How many of each kind the office's search finds. */
export const MAX_FOUND = 6;
export const MAX_NOTE_LENGTH = 200;
/** The number of a cheque, or what the bank's statement says about a transfer. */
export const MAX_REFERENCE_LENGTH = 80;
/** A note of the office about a family, and how many one family has. */
export const MAX_OFFICE_NOTE_LENGTH = 500;
export const MAX_OFFICE_NOTES = 50;
export const MAX_SHORT_LENGTH = 100;
export const MAX_PHONE_LENGTH = 40;
/** What may be a phone number that no country has: 6 to 15 digits, with spaces and + ( ) - . / between them. */
export const PHONE_NUMBER = /^(?:[\s+()./-]*\d){6,15}[\s+()./-]*$/;
/** What the forms say about anything else. */
export const PHONE_PROBLEM = 'Please enter a phone number, such as +1 202 555 0143';
export const MAX_HEALTH_LENGTH = 1_000;
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

/** The entry code of a seat, which is also in the QR code of its pass: the class's tag and a number, such as EXM-101. */
export const ENTRY_CODE = /^[A-Z]{3}-\d{3,}$/;

/** The most pictures of the carousel (spec section 2 has seven). */
export const MAX_SLIDES = 7;
