import * as z from 'zod';
import { anyDay, anyYear } from './fields.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from './limits.ts';

/** What a person types to find entries of a list. */
export const searchText = z
  .string()
  .trim()
  .max(MAX_SEARCH_LENGTH)
  .regex(/^\P{Cc}*$/u, 'Must not have control characters.')
  .optional();

/** The first and the last day that a list covers, in the school's time zone; both are included. */
export const period = { from: anyDay.optional(), to: anyDay.optional() };

/**
 * For a list that is saved as a file: `all` asks for every match, whatever its page and size. The answer is the same
 * list, but streamed, and without the header X-Total-Count. One that breaks off has no closing bracket, so a part never
 * parses as the whole.
 */
export const whole = {
  all: z
    .stringbool()
    .optional()
    .describe('true: every match at once, streamed and without X-Total-Count'),
};

export const year = z.string().regex(/^\d{4}$/, 'Must be a year.');

/**
 * The classes of a season: of one year, by their first day, or those that are not over (`coming`). Camps are in summer,
 * so a year is a season.
 */
export const season = z.union([z.literal('coming'), anyYear]);

/**
 * The query of a list that can grow. Without these parameters the answer is the whole list, as the spec says.
 * The header X-Total-Count always has the total number of matches.
 * @param sortable the fields to sort by; a leading minus reverses the order
 */
export function listQuery<const F extends string>(sortable: readonly F[]) {
  const orders = sortable.flatMap((field): (F | `-${F}`)[] => [field, `-${field}`]);
  return z.object({
    search: searchText,
    sort: z.enum(orders as [F | `-${F}`, ...(F | `-${F}`)[]]).optional(),
    page: z.coerce
      .number()
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe(
        'Which page, from 1. Without `page` and `size`: the whole list, or as the call says',
      ),
    size: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_PAGE_SIZE)
      .optional()
      .describe(`How many entries a page has. With \`page\` alone, ${DEFAULT_PAGE_SIZE}`),
  });
}
