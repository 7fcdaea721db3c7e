/** How a child leaves: values for the server and the web app alike. */

/** How long a pick-up code works. */
export const PICKUP_CODE_HOURS = 10;
export const PICKUP_CODE_DIGITS = 6;

/** A code stops working after this many wrong tries. */
export const MAX_WRONG_CODES_OF_CHILD = 5;
/** How many wrong codes one person of the team may enter in an hour. */
export const MAX_WRONG_CODES_OF_PERSON = 10;

/** The most people on the list of who must not collect a child. */
export const MAX_BLOCKS = 10;

/**
 * Why a code does not let a child go. `code_wrong` is everything the team must not know more about: it never was a code
 * of this child, it was replaced or withdrawn, or its maker no longer decides about the child. `must_not_collect`:
 * somebody said so about the adult.
 */
export const CODE_PROBLEMS = [
  'code_wrong',
  'code_used',
  'code_expired',
  'code_locked',
  'too_many_codes',
  'must_not_collect',
] as const;
export type CodeProblem = (typeof CODE_PROBLEMS)[number];
