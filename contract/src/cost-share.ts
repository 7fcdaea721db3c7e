import * as z from 'zod';
import { defineAct } from './endpoint.ts';
import { id } from './fields.ts';
import { MAX_SHARE } from './limits.ts';

/** Two guardians share what a child's classes cost. R371 */

/** What the guardian who was asked pays. The one who asked pays the rest. Older agreements may be above MAX_SHARE. */
const percent = z.int('Enter a whole number.').min(1).max(99);

const NO_SHARE = `Enter a whole number from 1 to ${MAX_SHARE}.`;

/** What somebody can ask for. */
const askedPercent = z.int(NO_SHARE).min(1, NO_SHARE).max(MAX_SHARE, NO_SHARE);

export const costShare = z.object({
  /** Ids of guardians. */
  askedBy: id,
  other: id,
  percent,
  /** Until the other one accepts, nothing is shared. */
  isAgreed: z.boolean(),
});
// Rules: R477.
export type CostShare = z.output<typeof costShare>;
costShare.register(z.globalRegistry, { id: 'CostShare' });

const theChild = z.object({ id });

export const costShares = {
  'POST /myChildren/:id/costShare': defineAct({
    summary: 'Ask another guardian to pay a share',
    access: { who: 'student' },
    limited: true,
    byHour: true,
    params: theChild,
    body: z.object({ guardianId: id, percent: askedPercent }),
    errors: ['not_found', 'guardian_may_not', 'verify_email_first', 'cost_share_exists'],
  }),

  'PUT /myChildren/:id/costShare': defineAct({
    summary: 'Accept or decline to pay a share',
    access: { who: 'student' },
    limited: true,
    params: theChild,
    body: z.object({
      accept: z.boolean(),
      /** As the caller saw them. */
      askedBy: id,
      percent,
    }),
    errors: ['not_found', 'verify_email_first', 'cost_share_changed'],
  }),

  'DELETE /myChildren/:id/costShare': defineAct({
    summary: 'Stop sharing, or asking',
    access: { who: 'student' },
    limited: true,
    params: theChild,
    errors: ['not_found', 'cost_share_changed'],
  }),
};
