import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { done, id, requiredText, typedInt } from './fields.ts';
import {
  MAX_EXTRA_LABEL,
  MAX_EXTRA_OPTION,
  MAX_EXTRA_OPTIONS,
  MAX_EXTRAS,
  MAX_PRICE,
  MAX_SEATS_OF_LARGE,
  MIN_CHARGE,
} from './limits.ts';

/** Extras that admins write and families choose for a seat. Plain functions: seat-extras.ts. Amounts are in cents. */

const MAX_CLASSES = 200;

const cents = z.int().min(0);
const option = requiredText('Each choice needs a name.', MAX_EXTRA_OPTION);

/** An extra as anybody may read it. */
const shown = z.object({
  label: z.string().min(1).max(MAX_EXTRA_LABEL),
  price: typedInt(
    MIN_CHARGE * 100,
    MAX_PRICE * 100,
    'Please enter an amount from 0.50 on, such as 8 or 9.50.',
  ),
  per: z.enum(['day', 'once']),
  options: z.array(z.string().min(1).max(MAX_EXTRA_OPTION)).max(MAX_EXTRA_OPTIONS),
  isRefundable: z.boolean(),
});

/** The extras of a class as anybody may read them. Missing if it has none. */
export const shownExtras = z.array(shown).optional();
export type ShownExtra = z.output<typeof shown>;
shown.register(z.globalRegistry, { id: 'ShownExtra' });

const extra = shown.extend({
  id,
  capacity: typedInt(
    1,
    MAX_SEATS_OF_LARGE,
    `Please enter a number from 1 to ${MAX_SEATS_OF_LARGE}, or nothing.`,
  ).nullable(),
  classIds: z.array(id).max(MAX_CLASSES),
});
extra.register(z.globalRegistry, { id: 'Extra' });

const typedExtra = extra
  .extend({
    label: requiredText('Parents read it, so it needs a name.', MAX_EXTRA_LABEL),
    options: z
      .array(option)
      .max(MAX_EXTRA_OPTIONS, `Please enter at most ${MAX_EXTRA_OPTIONS} choices.`),
  })
  .superRefine(({ options }, context) => {
    if (new Set(options).size < options.length)
      context.addIssue({
        code: 'custom',
        path: ['options'],
        message: 'Two of the choices are the same.',
      });
  });

const schoolExtras = z.object({
  /** 1, 2, 3, …: each change raises it. 0 before the first one. */
  version: z.int().min(0),
  extras: z.array(extra).max(MAX_EXTRAS),
});
schoolExtras.register(z.globalRegistry, { id: 'SchoolExtras' });

const typedExtras = schoolExtras.extend({ extras: z.array(typedExtra).max(MAX_EXTRAS) });

const carried = z.object({ label: z.string(), option: z.string().nullable() });
export type CarriedExtra = z.output<typeof carried>;
carried.register(z.globalRegistry, { id: 'CarriedExtra' });

/** A child's extras, for people who look after the class. Missing if none. */
export const carriedExtras = z.array(carried).optional();

/** What a family has chosen for a seat. */
const chosen = z.object({
  id,
  label: z.string(),
  option: z.string().nullable(),
  /** What it costs for the seat. */
  amount: cents,
  isRefundable: z.boolean(),
  /** Paid ones stay until the seat ends. */
  isPaid: z.boolean(),
});
export const chosenExtras = z.array(chosen);
export type ChosenExtra = z.output<typeof chosen>;
chosen.register(z.globalRegistry, { id: 'ChosenExtra' });

/** What a family can choose for a seat. */
const offered = z.object({
  id,
  label: z.string(),
  per: z.enum(['day', 'once']),
  /** With a price per day: the camp days that are left, today included. Otherwise null. */
  days: z.int().min(0).nullable(),
  /** What it costs for the seat: with a price per day, for all camp days of the class. */
  amount: cents,
  options: z.array(z.string().min(1).max(MAX_EXTRA_OPTION)).max(MAX_EXTRA_OPTIONS),
  isRefundable: z.boolean(),
  /** How many more seats can have it; null if all can. This seat's own extras are not counted. */
  left: cents.nullable(),
});
export type OfferedExtra = z.output<typeof offered>;
offered.register(z.globalRegistry, { id: 'OfferedExtra' });

const seatExtras = z.object({
  /** Whether extras are paid together with the seat, or are added to an enrolled one. */
  state: z.enum(['held', 'enrolled']),
  offered: z.array(offered),
  chosen: chosenExtras,
});
export type SeatExtras = z.output<typeof seatExtras>;
seatExtras.register(z.globalRegistry, { id: 'SeatExtras' });

const cartIdOf = z.object({ cartId: id });
const seatInClass = z.object({ classId: id, cartId: id });

/** All extras that a seat is to have. */
const choice = z.object({
  extras: z
    .array(z.object({ id, option: option.nullable(), amount: cents }))
    .max(MAX_EXTRAS)
    .refine((list) => new Set(list.map((one) => one.id)).size === list.length, {
      message: 'Each extra only once.',
    }),
});
choice.register(z.globalRegistry, { id: 'ExtraChoice' });

const CHOICE_ERRORS = [
  'not_found',
  'extras_changed',
  'extra_sold_out',
  'extra_paid',
  'rest_first',
  'class_started',
  'payment_not_finished',
  'seat_moving',
  'seat_changing',
] as const;

export const extras = {
  'GET /extras': defineEndpoint({
    summary: 'All extras',
    access: { who: 'admin' },
    output: schoolExtras,
  }),

  'PUT /extras': defineEndpoint({
    summary: 'Replace all extras',
    access: { who: 'admin', bundles: ['director'] },
    changesCatalogue: true,
    body: typedExtras.superRefine(({ extras: list }, context) => {
      if (new Set(list.map((one) => one.id)).size < list.length)
        context.addIssue({
          code: 'custom',
          path: ['extras'],
          message: 'Two extras have the same id.',
        });
    }),
    output: schoolExtras,
    errors: ['extras_changed'],
  }),

  'GET /seatExtras/:cartId': defineEndpoint({
    summary: 'The extras of a seat',
    access: { who: 'student' },
    params: cartIdOf,
    output: seatExtras,
    errors: ['not_found'],
  }),

  'PUT /seatExtras/:cartId': defineEndpoint({
    summary: 'Choose all extras of a seat',
    access: { who: 'student' },
    limited: true,
    params: cartIdOf,
    body: choice,
    output: done,
    errors: [...CHOICE_ERRORS],
  }),

  'GET /officeExtras/:classId/:cartId': defineEndpoint({
    summary: 'The extras of any seat',
    access: { who: 'admin' },
    params: seatInClass,
    output: seatExtras,
    errors: ['not_found'],
  }),

  'PUT /officeExtras/:classId/:cartId': defineEndpoint({
    summary: 'Choose a seat’s extras for its family',
    access: { who: 'admin' },
    params: seatInClass,
    body: choice,
    output: done,
    errors: ['own_family', ...CHOICE_ERRORS],
  }),
};
