import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** The address of a family's calendar, below the API's base address; null until somebody asks for one. */
const ownCalendar = z.object({ path: z.string().nullable() });

export const calendar = {
  'GET /myCalendar': defineEndpoint({
    summary: 'The address of the caller’s calendar',
    access: { who: 'student' },
    output: ownCalendar,
  }),

  'POST /myCalendar': defineEndpoint({
    summary: 'Get a new secret address for it',
    access: { who: 'student' },
    limited: true,
    output: ownCalendar,
  }),

  'GET /calendars/:file': defineEndpoint({
    summary: 'A family’s classes, for calendars',
    access: { who: 'visitor' },
    limited: true,
    type: 'text/calendar',
    params: z.object({ file: z.string().max(100) }),
    output: z.string(),
    errors: ['not_found'],
  }),
};
