import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { email, name, optionalPictureUrl } from './fields.ts';

const count = z.int().min(0);
/** A sum of prices in whole currency units. */
const amount = z.number().min(0);

export const statistics = {
  'GET /userStats': defineEndpoint({
    summary: 'The student’s profile and figures',
    access: { who: 'student', own: 'query' },
    query: z.object({ email }),
    output: z.object({
      user: z.object({ photo: optionalPictureUrl, name, email }),
      /** How many courses are selected and not paid. */
      cartData: count,
      totalEnrolled: count,
      totalSpend: amount,
    }),
  }),
};
