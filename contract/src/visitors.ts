import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';

const text = z.string().max(512);

export const visitors = {
  'POST /connect': defineEndpoint({
    summary: 'Count a visit to the instructors',
    access: { who: 'visitor' },
    limited: true,
    body: z.object({ date: text, time: text, browser: text, platform: text, language: text }),
    output: z.object({ connected: z.literal(true), visitsToday: z.int().positive() }),
  }),

  'GET /health': defineEndpoint({
    summary: 'Check the server and its database',
    access: { who: 'visitor' },
    output: z.object({ status: z.literal('ok') }),
  }),
};
