import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { anyDay, day, id, requiredText, typedInt } from './fields.ts';
import {
  MAX_CODE_USES,
  MAX_DISCOUNT_FROM,
  MAX_DISCOUNT_LABEL,
  MAX_PRICE,
  MAX_SEATS_OF_LARGE,
  MAX_DISCOUNTS,
} from './limits.ts';
import { DISCOUNTS } from './prices.ts';
import { readPlainCode } from './visible-text.ts';

/** Discounts that admins write, and the price lines they produce: prices.ts. */

const cents = z.int();

/** A line of a price: the full price first, then what is taken off, then extras. Integer cents. */
export const priceLine = z.object({
  kind: z.enum(['base', ...DISCOUNTS, 'aid', 'extra']),
  label: z.string(),
  amount: cents,
  percent: z.int().nullable(),
  discountId: z.string().nullable(),
  lostBelow: z.int().optional(),
});
priceLine.register(z.globalRegistry, { id: 'PriceLine' });

/** The lines of a price. Missing if nothing is taken off or added. */
export const priceLines = z.array(priceLine).optional();

/** The same on a statement or a credit note, which others read, too. */
export const paperLines = z.array(priceLine.pick({ label: true, amount: true })).optional();

const MAX_CLASSES = 200;

/** What the discounts that admins write and that families read have in common. */
export const discountTerms = z.object({
  kind: z.enum(DISCOUNTS),
  label: z.string().min(1).max(MAX_DISCOUNT_LABEL),
  percent: typedInt(1, 100, 'Please enter a whole number from 1 to 100.').nullable(),
  amount: typedInt(1, MAX_PRICE * 100, 'Please enter an amount such as 10 or 9.50.').nullable(),
  firstSeats: typedInt(
    1,
    MAX_SEATS_OF_LARGE,
    `Please enter a number from 1 to ${MAX_SEATS_OF_LARGE}, or nothing.`,
  ).optional(),
  isForWaiting: z.boolean().optional(),
  from: typedInt(
    2,
    MAX_DISCOUNT_FROM,
    `Please enter a number from 2 to ${MAX_DISCOUNT_FROM}.`,
  ).nullable(),
  isTakenBack: z.boolean().optional(),
});
discountTerms.register(z.globalRegistry, { id: 'DiscountTerms' });

/** A discount as anybody may read it. */
const shown = discountTerms.extend({ until: day.nullable() });
export const shownDiscounts = z.array(shown).optional();
export type ShownDiscount = z.output<typeof shown>;
shown.register(z.globalRegistry, { id: 'ShownDiscount' });

/** A code as somebody types it: letters in any case, and digits. */
export const typedCode = z
  .string()
  .overwrite(readPlainCode)
  .toUpperCase()
  .regex(/^[A-Z0-9]{4,20}$/, 'Use 4 to 20 letters and digits.');

const uses = typedInt(
  1,
  MAX_CODE_USES,
  `Please enter a number from 1 to ${MAX_CODE_USES}, or nothing.`,
).nullable();
const MINIMUM_PROBLEM = 'Please enter an amount such as 100, or nothing.';

/** What codes that admins write and that they read have in common. */
export const codeTerms = z.object({
  text: typedCode,
  maxUses: uses,
  maxPerFamily: uses,
  minimum: z.int(MINIMUM_PROBLEM).min(1, MINIMUM_PROBLEM).nullable(),
});
codeTerms.register(z.globalRegistry, { id: 'CodeTerms' });

const discountCode = codeTerms.extend({ from: day.nullable() });
discountCode.register(z.globalRegistry, { id: 'DiscountCode' });

const discount = shown.extend({
  code: discountCode.optional(),
  id,
  classIds: z.array(id).max(MAX_CLASSES),
  stacks: z.boolean(),
});
discount.register(z.globalRegistry, { id: 'Discount' });

const typedDiscount = discount
  .extend({
    label: requiredText('Parents read it, so it needs a name.', MAX_DISCOUNT_LABEL),
    code: discountCode.extend({ from: anyDay.nullable() }).optional(),
    until: anyDay.nullable(),
  })
  .superRefine((written, context) => {
    const { kind, percent, amount, until, from, code, isTakenBack, firstSeats, isForWaiting } =
      written;
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if ((percent === null) === (amount === null))
      refuse('percent', 'Enter either a percentage or an amount.');
    if (kind === 'early' && until === null && firstSeats === undefined)
      refuse('until', 'Please choose a day, a number of seats, or both.');
    if (kind !== 'early' && kind !== 'code' && until !== null)
      refuse('until', 'Only an early price and a code end on a day.');
    if (kind !== 'early' && isForWaiting)
      refuse('isForWaiting', 'Only an early price can be kept while somebody waits.');
    if (kind !== 'early' && firstSeats !== undefined)
      refuse('firstSeats', 'Only an early price ends after some seats.');
    if ((kind === 'code') !== (code !== undefined))
      refuse('code', 'Say what families type; no other discount has a code.');
    if (code?.from && until && code.from > until)
      refuse('until', 'The last day can’t be before the first one.');
    if ((kind === 'sibling' || kind === 'weeks') !== (from !== null))
      refuse('from', 'Say from which child or class on; no other discount needs that.');
    if (isTakenBack && from === null)
      refuse('isTakenBack', 'Only what depends on other seats can be taken back.');
  });

const schoolDiscounts = z.object({
  /** 1, 2, 3, …: each change raises it. 0 before the first one. */
  version: z.int().min(0),
  discounts: z.array(discount).max(MAX_DISCOUNTS),
});
schoolDiscounts.register(z.globalRegistry, { id: 'SchoolDiscounts' });

const typedDiscounts = schoolDiscounts.extend({
  discounts: z.array(typedDiscount).max(MAX_DISCOUNTS),
});

export const discounts = {
  'GET /discounts': defineEndpoint({
    summary: 'The discounts for new seats',
    access: { who: 'admin' },
    output: schoolDiscounts,
  }),

  'GET /codeUses': defineEndpoint({
    summary: 'How often each code is used',
    access: { who: 'admin' },
    output: z.array(z.object({ id, count: z.int().min(0) })),
  }),

  'PUT /discounts': defineEndpoint({
    summary: 'Replace all discounts',
    access: { who: 'admin', bundles: ['director'] },
    changesCatalogue: true,
    body: typedDiscounts.superRefine(({ discounts: list }, context) => {
      const codes = list.flatMap(({ code }) => code?.text ?? []);
      if (new Set(codes).size < codes.length)
        context.addIssue({
          code: 'custom',
          path: ['discounts'],
          message: 'Two discounts have the same code.',
        });
      if (new Set(list.map((one) => one.id)).size < list.length)
        context.addIssue({
          code: 'custom',
          path: ['discounts'],
          message: 'Two discounts have the same id.',
        });
    }),
    output: schoolDiscounts,
    errors: ['discounts_changed'],
  }),
};
