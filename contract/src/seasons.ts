import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { year } from './lists.ts';

/** The school's seasons: its classes by the year in which they start. */

export const seasons = {
  'GET /seasons': defineEndpoint({
    summary: 'The years from the first class to the last one, the latest first',
    access: { who: 'admin' },
    output: z.array(year),
  }),
};
