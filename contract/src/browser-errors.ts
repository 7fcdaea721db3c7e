import * as z from 'zod';
import { defineAct } from './endpoint.ts';

/** The browsers that a report tells apart; R506. */
export const BROWSERS = ['Chrome', 'Edge', 'Firefox', 'Safari', 'other'] as const;

/** The most places in our scripts that a report names. */
export const MAX_FRAMES = 8;

/** Nearly every error's name ends like this, and no sentence about a person does. */
export const ERROR_NAME = /^\w{0,40}Error$/;

/** A place in one of the app's built scripts: file, line and column. */
const FRAME = /^\/assets\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/;

export const browserErrors = {
  /**
   * Not the error's message: it may quote what somebody typed, or an answer with a child's name ("Unexpected token R in
   * Rosa…"), and no list of harmless messages stays complete. Not the address: it has ids and links' tokens. Not the
   * version: the files' names have a hash of their content, so they say which build it was.
   */
  'POST /browserErrors': defineAct({
    summary: 'Report a failure in a browser',
    access: { who: 'visitor' },
    limited: true,
    body: z.object({
      page: z.string().max(100).describe('A pattern such as /classes/:id. Others count as `other`'),
      name: z
        .string()
        .regex(ERROR_NAME)
        .meta({ examples: ['TypeError'] }),
      frames: z
        .array(
          z
            .string()
            .regex(FRAME)
            .meta({ examples: ['/assets/a.js:1:2'] }),
        )
        .min(1)
        .max(MAX_FRAMES),
      browser: z.enum(BROWSERS),
    }),
  }),
};
