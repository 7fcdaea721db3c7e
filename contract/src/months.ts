import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { anyMonth, currency, day, moment, month } from './fields.ts';
import { ADMIN_BUNDLES } from './limits.ts';
import { listQuery } from './lists.ts';
import { MONEY_KINDS } from './money-rows.ts';
import { paymentMethod, receiptId, taxesInAmount, taxInAmount } from './payments.ts';

/** The school's money as its accountant reads it: by month, without the families. Amounts are in cents. */

/** Parts of a row's amount. The class is the one on the receipt, as it was called then. */
const share = z.object({
  className: z.string(),
  /** The class's first day, yyyy-mm-dd. Its year is the season. Empty if the class is no longer known. */
  camp_start: z.string(),
  amount: z.int(),
});

const moneyKind = z.enum(MONEY_KINDS).meta({ id: 'MoneyKind' });

/** One movement of money, or one fee. It never changes once its month is closed. */
const moneyRow = z.object({
  _id: z.string(),
  /** The school's day on which it counts. */
  day,
  at: moment,
  kind: moneyKind,
  /** What the school gains. Below 0 for what goes back, and for fees. */
  amount: z.int(),
  currency,
  /** Such as R-000123; null if the payment bought nothing. */
  receipt: z.string().nullable(),
  /** Such as C-000123: the credit note of this refund or dispute. */
  creditNote: z.string().nullable(),
  paymentId: receiptId,
  /** How the payment was paid. */
  method: paymentMethod,
  /** When the money came or went, if somebody has said it; otherwise the day on which it counts. */
  received: day,
  /** What it came with, such as the number of a check; empty for programs, and for accountants of a bank transfer. */
  reference: z.string(),
  /** They add up to the amount. A fee has none. */
  shares: z.array(share),
  /** In what was for a class, as its receipt has it. */
  taxes: taxesInAmount,
});
export type MoneyRow = z.output<typeof moneyRow>;
moneyRow.register(z.globalRegistry, { id: 'MoneyRow' });

const listedMonth = z.object({
  month,
  /** null while it is open. */
  closed: z.object({ at: moment, by: z.string() }).nullable(),
});
export type ListedMonth = z.output<typeof listedMonth>;
listedMonth.register(z.globalRegistry, { id: 'ListedMonth' });

/** What the money of one class, season or method comes to. */
export const moneySum = z.object({
  currency,
  /** What arrived. */
  charged: z.int(),
  /** What went back, minus what stayed after all. 0 or below. */
  returned: z.int(),
  /** Both together. */
  kept: z.int(),
});
moneySum.register(z.globalRegistry, { id: 'MoneySum' });

const moneyMonth = listedMonth.extend({
  isOver: z.boolean(),
  /** Months are closed one after the other: the first one before it that is still open. */
  openBefore: month.nullable(),
  /** For each currency and kind. */
  kinds: z.array(
    z.object({
      currency,
      kind: moneyKind,
      count: z.int().min(0),
      amount: z.int(),
    }),
  ),
  /** Without fees, which belong to no class. The most money first. */
  classes: z.array(moneySum.extend({ className: z.string(), camp_start: z.string() })),
  seasons: z.array(moneySum.extend({ season: z.string() })),
  /** What the bank, the cash box and Stripe hold of it; `kept` is without the fees. */
  methods: z.array(moneySum.extend({ method: paymentMethod, fees: z.int() })),
  /** For each currency and rate. */
  taxes: z.array(taxInAmount.extend({ currency })),
});
export type MoneyMonth = z.output<typeof moneyMonth>;
moneyMonth.register(z.globalRegistry, { id: 'MoneyMonth' });

const params = z.object({ month: anyMonth });

export const months = {
  'GET /months': defineEndpoint({
    summary: 'The months, and who closed which',
    access: { who: 'admin', bundles: ADMIN_BUNDLES },
    output: z.array(listedMonth),
  }),

  'GET /months/:month': defineEndpoint({
    summary: 'A month’s money, summed up',
    access: { who: 'admin', bundles: ADMIN_BUNDLES },
    params,
    output: moneyMonth,
  }),

  'GET /months/:month/rows': defineEndpoint({
    summary: 'Every movement of a month',
    access: { who: 'admin', bundles: ADMIN_BUNDLES, keys: 'payments' },
    params,
    query: listQuery(['at']).pick({ page: true, size: true }),
    output: z.array(moneyRow),
  }),

  'POST /months/:month/close': defineEndpoint({
    summary: 'Close a month for good',
    access: { who: 'admin', bundles: ADMIN_BUNDLES },
    params,
    output: z.object({ status: z.literal(true) }),
    errors: ['month_not_over', 'month_closed', 'month_not_ready', 'earlier_month_open'],
  }),
};
