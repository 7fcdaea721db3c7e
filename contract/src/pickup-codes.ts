import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { id, moment, name, personName } from './fields.ts';
import { CODE_PROBLEMS, PICKUP_CODE_DIGITS } from './pick-up.ts';
import { readPlainCode } from './visible-text.ts';

/** One-time codes with which an adult who is not on a child's list collects it. */

/** Somebody whom the team has to recognize. */
export const adultName = personName.refine((text) => /\p{L}/u.test(text), 'Please enter a name.');

/** Typed with spaces or without. */
export const pickupCode = z
  .string()
  .max(40)
  .overwrite((text) => readPlainCode(text).replace(/[\s-]/g, ''))
  .regex(new RegExp(`^\\d{${PICKUP_CODE_DIGITS}}$`), `A code has ${PICKUP_CODE_DIGITS} digits.`)
  .meta({ examples: ['482193'] });

/** A code that works, for those who may see the child. Its digits were shown once, to the guardian who made it. */
export const ownPickupCode = z.object({
  /** The adult who comes. */
  name,
  until: moment,
  /** Somebody entered wrong codes too often, so it no longer works. */
  isLocked: z.boolean(),
});
export type OwnPickupCode = z.output<typeof ownPickupCode>;
ownPickupCode.register(z.globalRegistry, { id: 'OwnPickupCode' });

const theChild = z.object({ childId: id });

export const pickupCodes = {
  'POST /pickupCode/:childId': defineEndpoint({
    summary: 'Make a code to collect a child once',
    access: { who: 'student' },
    limited: true,
    byHour: true,
    params: theChild,
    body: z.object({ name: adultName }),
    output: z.object({ status: z.literal(true), code: pickupCode, until: moment }),
    errors: ['not_found', 'guardian_may_not'],
  }),

  'DELETE /pickupCode/:childId': defineAct({
    summary: 'Withdraw a child’s pick-up code',
    access: { who: 'student' },
    limited: true,
    params: theChild,
    errors: ['not_found', 'guardian_may_not'],
  }),

  'POST /pickupCode/:childId/check': defineEndpoint({
    summary: 'Who comes with a code',
    access: { who: 'registered' },
    limited: true,
    params: theChild,
    body: z.object({ classId: id, code: pickupCode }),
    output: z.object({
      /** The adult whom the family named; null if the code does not let the child go. */
      name: z.string().nullable(),
      problem: z.enum(CODE_PROBLEMS).nullable(),
    }),
    errors: ['not_found', 'not_allowed', 'care_sheet_closed'],
  }),
};
