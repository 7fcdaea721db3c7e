/**
 * The numbers and words of the business, for client and server alike.
 * Plain values only: the first page of the web app loads this file.
 */

/** Seats of a class, spec section 5 and 9. */
export const MIN_SEATS = 0;
export const MAX_SEATS = 20;

/** Stands for 'no instructor' in a class and 'no course' in an instructor, spec section 9. */
export const NOT_ASSIGNED = 'not-assigned';

/** The roles of a user, spec section 9. */
export const ROLES = ['student', 'instructor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The state in which a cart entry starts, spec section 4. */
export const PAY_PENDING = 'pending';

/** Three capital letters, such as EXM, spec section 5. */
export const COURSE_TAG_LENGTH = 3;

/** The first number of an entry code; a class counts up from here: EXM-101, EXM-102, … */
export const FIRST_ENTRY_NUMBER = 101;

/** ISO 4217 code in which cards are charged. Screens show amounts as 'tk' or '$', spec section 9. */
export const CURRENCY = 'usd';

/** The price of a class in whole currency units, with at most two decimals. */
export const MAX_PRICE = 100_000;
/** Stripe charges no less, https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const MIN_CHARGE = 0.5;

/** Classes on the home page, dearest first. */
export const MAX_POPULAR_CLASSES = 6;

/** Classes in the admin's chart of how full they are. */
export const MAX_FILL_CLASSES = 24;

/** A page of a list, where the caller asks for pages. */
export const DEFAULT_PAGE_SIZE = 12;
export const MAX_PAGE_SIZE = 100;

/** Lengths in characters. */
export const MAX_NAME_LENGTH = 200;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_URL_LENGTH = 2_048;
export const MAX_DETAILS_LENGTH = 5_000;
export const MAX_SEARCH_LENGTH = 100;

/** Firebase refuses passwords that are shorter. */
export const MIN_PASSWORD_LENGTH = 6;

/** A photo or course picture that a person uploads: bytes and types. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

/** A request body over this many bytes is refused. */
export const MAX_BODY_BYTES = 32 * 1024;

/** How long a session token is good for, in seconds. */
export const SESSION_SECONDS = 60 * 60;

/** To delete an account somebody must have signed in at the provider at most so long ago, in seconds. Firebase's own rule. */
export const RECENT_SIGN_IN_SECONDS = 5 * 60;

/** Stands in a seat and in the ledger in the place of a name that was deleted. */
export const DELETED_NAME = 'Deleted student';

/** The header of a paged list that holds the number of all matches. */
export const TOTAL_COUNT_HEADER = 'X-Total-Count';
