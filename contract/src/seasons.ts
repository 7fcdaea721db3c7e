import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { anyYear, courseTag, day, id, price, typedPrice } from './fields.ts';
import { year } from './lists.ts';

/** The school's seasons: its classes by the year in which they start. */

/** More classes than a season has. */
const MAX_COPIES = 1_000;

/** A class of a season, and the draft for next year that a copy of the season makes of it. */
const seasonCopy = z.object({
  classId: id,
  name: z.string(),
  course_tag: courseTag,
  /** Of the class. */
  price,
  /** The days of the draft. */
  camp_start: day,
  camp_end: day,
  /** Whether the copy has been made already. */
  isMade: z.boolean(),
});
export type SeasonCopy = z.output<typeof seasonCopy>;
seasonCopy.register(z.globalRegistry, { id: 'SeasonCopy' });

const count = z.object({ count: z.int().min(0) });
count.register(z.globalRegistry, { id: 'ClassCount' });

export const seasons = {
  'GET /seasons': defineEndpoint({
    summary: 'The years with classes, latest first',
    access: { who: 'admin' },
    output: z.array(year),
  }),

  'GET /seasonCopies/:season': defineEndpoint({
    summary: 'What a copy of a season makes',
    access: { who: 'admin' },
    params: z.object({ season: anyYear }),
    output: z.array(seasonCopy),
  }),

  'POST /seasonCopies/:season': defineEndpoint({
    summary: 'Copy a season as drafts',
    access: { who: 'admin' },
    params: z.object({ season: anyYear }),
    body: z.object({
      /** Each with the price of its draft, and the class's, as it was read. Without it: all, as they are. */
      copies: z
        .array(z.object({ classId: id, price: typedPrice, read: price.optional() }))
        .min(1, 'Choose a class.')
        .max(MAX_COPIES)
        .optional(),
    }),
    output: count,
    errors: ['tag_taken', 'class_changed'],
  }),

  'DELETE /seasonCopies/:season': defineEndpoint({
    summary: 'Delete a season’s unchanged copies',
    access: { who: 'admin' },
    params: z.object({ season: anyYear }),
    output: count,
  }),

  'POST /seasonDrafts/:season': defineEndpoint({
    summary: 'Publish the drafts of a season',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ season: anyYear }),
    output: count,
    errors: ['not_found', 'class_changed'],
  }),
};
