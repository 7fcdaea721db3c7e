import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { chosenDays, day, id, requiredText, timeOfDay, typedInt } from './fields.ts';
import { toCents } from './format.ts';
import {
  MAX_EXTRA_LABEL,
  MAX_EXTRA_OPTION,
  MAX_EXTRA_OPTIONS,
  MAX_EXTRAS,
  MAX_PRICE,
  MAX_SEATS_OF_LARGE,
} from './limits.ts';
import { leastCharge } from './places.ts';

/** Extras that admins write and families choose for a seat. Plain functions: seat-extras.ts. Amounts are in cents. */

const MAX_CLASSES = 200;

const cents = z.int().min(0);
const option = requiredText('Each choice needs a name.', MAX_EXTRA_OPTION);

/** Such as care until 17:30. Missing: it says no hours. */
const hours = { from: timeOfDay.optional(), until: timeOfDay.optional() };

/** An extra as anybody may read it. */
/** When an extra is, and how it is taken. */
export const extraKind = z.object({
  per: z.enum(['day', 'once']),
  options: z.array(z.string().min(1).max(MAX_EXTRA_OPTION)).max(MAX_EXTRA_OPTIONS),
  isRefundable: z.boolean(),
  ...hours,
});
extraKind.register(z.globalRegistry, { id: 'ExtraKind' });

const shown = extraKind.extend({
  label: z.string().min(1).max(MAX_EXTRA_LABEL),
  price: cents,
});

/** The extras of a class as anybody may read them. Missing if it has none. */
export const shownExtras = z.array(shown).optional();
export type ShownExtra = z.output<typeof shown>;
shown.register(z.globalRegistry, { id: 'ShownExtra' });

/** At least what a card can pay: it may be all that is owed for a seat. */
const PRICE_PROBLEM = {
  error: () =>
    `Please enter an amount from ${leastCharge().toFixed(2)} on, with two decimals at most.`,
};
const typedExtraPrice = z
  .int(PRICE_PROBLEM)
  .max(MAX_PRICE * 100, PRICE_PROBLEM)
  .refine((amount) => amount >= toCents(leastCharge()), PRICE_PROBLEM);

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
    price: typedExtraPrice,
    options: z
      .array(option)
      .max(MAX_EXTRA_OPTIONS, `Please enter at most ${MAX_EXTRA_OPTIONS} choices.`),
  })
  .superRefine(({ options, from, until }, context) => {
    if (from && until && until <= from)
      context.addIssue({
        code: 'custom',
        path: ['until'],
        message: 'It must end after it begins.',
      });
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

const carried = z.object({
  label: z.string(),
  option: z.string().nullable(),
  /** Missing: all days of the seat, or the list is of one day. */
  on: z.array(day).optional(),
  ...hours,
});
export type CarriedExtra = z.output<typeof carried>;
carried.register(z.globalRegistry, { id: 'CarriedExtra' });

/** A child's extras, for people who look after the class. Missing if none. */
export const carriedExtras = z.array(carried).optional();

/** What a family has chosen for a seat. */
const chosen = z.object({
  id,
  label: z.string(),
  option: z.string().nullable(),
  /** The days it is for. Missing: all days of the seat, or it is no extra by day. */
  on: z.array(day).optional(),
  ...hours,
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
const offered = extraKind.extend({
  id,
  label: z.string(),
  /** With a price per day: how many days are left. Otherwise null. */
  days: z.int().min(0).nullable(),
  /** Which days, with how many more seats can have it on each; null if all can. Without those it has and has paid. */
  on: z.array(z.object({ day, left: cents.nullable() })).optional(),
  /** Of one day, or of the whole class, before the tax in percent that is added to it. */
  price: cents,
  tax: z.number().optional(),
  /** What it costs for the seat: with a price per day, for all days that are left. */
  amount: cents,
  /** How many more seats can have it, on all these days; null if all can. This seat's own extras are not counted. */
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

const wanted = z.object({
  id,
  option: option.nullable(),
  /** The days, of an extra with a price per day. Missing: all that are left. */
  on: chosenDays.optional(),
  amount: cents,
});
wanted.register(z.globalRegistry, { id: 'WantedExtra' });

/** All extras that a seat is to have. */
const choice = z.object({
  extras: z
    .array(wanted)
    // One may be there again, for other days.
    .max(2 * MAX_EXTRAS)
    .refine(isEachOnce, { message: 'Each extra only once.' }),
});
choice.register(z.globalRegistry, { id: 'ExtraChoice' });

/** Whether no extra is wanted twice, or twice for one day. Without days, it is for all of them. */
function isEachOnce(list: { id: string; on?: string[] | undefined }[]): boolean {
  const days = list.flatMap(({ id: ofExtra, on = [''] }) => on.map((one) => `${ofExtra} ${one}`));
  const isAlone = (wish: { id: string }) => list.filter((one) => one.id === wish.id).length === 1;
  return new Set(days).size === days.length && list.every((one) => one.on ?? isAlone(one));
}

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

  'PUT /seatExtras/:cartId': defineAct({
    summary: 'Choose all extras of a seat',
    access: { who: 'student' },
    limited: true,
    params: cartIdOf,
    body: choice,
    errors: [...CHOICE_ERRORS],
  }),

  'GET /officeExtras/:classId/:cartId': defineEndpoint({
    summary: 'The extras of any seat',
    access: { who: 'admin' },
    params: seatInClass,
    output: seatExtras,
    errors: ['not_found'],
  }),

  'PUT /officeExtras/:classId/:cartId': defineAct({
    summary: 'Choose a seat’s extras',
    access: { who: 'admin' },
    params: seatInClass,
    body: choice,
    errors: ['own_family', ...CHOICE_ERRORS],
  }),
};
