import * as z from 'zod';
import { defineAct } from './endpoint.ts';
import { id, moment, timeOfDay } from './fields.ts';

/** A child may leave alone from a time of day on: on every day and in all classes, until a guardian takes it back. */

/** As guardians find it in the download of their data, without another guardian's name. */
export const ownLeaveAlone = z.object({
  /** The school's time. */
  from: timeOfDay,
  /** When a guardian said so. */
  at: moment,
  /** Whether the caller said so. */
  isYou: z.boolean(),
});
export type OwnLeaveAlone = z.output<typeof ownLeaveAlone>;
ownLeaveAlone.register(z.globalRegistry, { id: 'OwnLeaveAlone' });

/** As the guardians who may see the child read it. */
export const leaveAloneOfChild = ownLeaveAlone.extend({
  /** The name of the guardian who said so. */
  by: z.string(),
});

const theChild = z.object({ id });

export const leaveAlone = {
  'PUT /myChildren/:id/mayLeaveAlone': defineAct({
    summary: 'Let a child leave alone',
    access: { who: 'student' },
    limited: true,
    byHour: true,
    params: theChild,
    body: z.object({ from: timeOfDay }),
    errors: ['not_found', 'guardian_may_not'],
  }),

  'DELETE /myChildren/:id/mayLeaveAlone': defineAct({
    summary: 'End leaving alone',
    access: { who: 'student' },
    limited: true,
    params: theChild,
    errors: ['not_found', 'guardian_may_not'],
  }),
};
