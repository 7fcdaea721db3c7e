import * as z from 'zod';
import { paperLines } from './discounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { campDays, currency, day, moment, timeOfDay } from './fields.ts';
import { payer, paymentMethod, taxesInAmount } from './payments.ts';

/** What somebody paid for one child in one year, for the tax office or a benefit. Amounts are in cents. */

const cents = z.int().min(0);
const no = z.int().min(1);
const year = z
  .int()
  .min(2000)
  .max(9999)
  .meta({ examples: [2027] });
/** Another statement: the number in it, and how people read it. */
const reference = z.object({ no, number: z.string() }).meta({ id: 'StatementNumber' });

/** Money that was paid for a seat, or given back. */
const entry = z.object({
  kind: z.enum(['paid', 'returned', 'bounced']),
  day,
  amount: cents,
  /** How it was paid. */
  method: paymentMethod,
  /** Whether the school refunded it by hand. */
  isByHand: z.boolean(),
  /** The receipt of the payment, such as R-000123. */
  receipt: z.string(),
  taxes: taxesInAmount,
});

export const statement = z.object({
  no,
  /** Such as S-000123. */
  number: z.string(),
  year,
  /** 1, 2, … for this person and year. */
  version: z.int().min(1),
  /** The version before, which this one corrects. */
  replaces: reference.nullable(),
  /** The version that corrects this one. All else stays as it was issued. */
  replacedBy: reference.nullable(),
  issuedAt: moment,
  seller: z.object({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
    /** Empty if the school has not set it. */
    taxNumber: z.string(),
  }),
  payer,
  /** Who the classes were for: a child, or the payer. */
  student_name: z.string(),
  /** One per seat, by first day. */
  lines: z.array(
    z.object({
      className: z.string(),
      ...campDays,
      dailyStart: timeOfDay.nullable(),
      dailyEnd: timeOfDay.nullable(),
      /** Whether the seat was given up or taken back. */
      isCanceled: z.boolean(),
      /** How the seat's price was calculated. Missing if nothing was taken off or added, after a move, and with aid. */
      price: paperLines,
      currency,
      entries: z.array(entry),
      /** Of this year. Less than 0 if more came back than was paid: the rest was paid in an earlier year. */
      kept: z.int(),
    }),
  ),
  /** `paid` is less than 0 if money of an earlier year bounced. */
  totals: z.array(z.object({ currency, paid: z.int(), returned: cents, kept: z.int() })),
});
export type Statement = z.output<typeof statement>;
statement.register(z.globalRegistry, { id: 'Statement' });

/** A statement in a list. */
export const listedStatement = reference.extend({
  year,
  version: z.int().min(1),
  student_name: z.string(),
  issuedAt: moment,
});
export type ListedStatement = z.output<typeof listedStatement>;
listedStatement.register(z.globalRegistry, { id: 'ListedStatement' });

/** Identifies a person the account has paid for. It means nothing else, and may be different tomorrow. */
const participant = z.string().regex(/^[\w.-]{1,100}$/, 'Must be one of the list.');

const statementChoice = z.object({
  participant,
  student_name: z.string(),
  year,
  /** The latest version issued; null without one. It may be outdated. */
  latest: reference.extend({ version: z.int().min(1) }).nullable(),
});
export type StatementChoice = z.output<typeof statementChoice>;
statementChoice.register(z.globalRegistry, { id: 'StatementChoice' });

export const statements = {
  'GET /myStatements': defineEndpoint({
    summary: 'Statements the caller can have',
    access: { who: 'student' },
    output: z.array(statementChoice),
  }),

  'POST /myStatements': defineEndpoint({
    summary: 'Issue a statement',
    access: { who: 'student' },
    limited: true,
    body: z.object({ participant, year }),
    output: statement,
    errors: ['not_found'],
  }),

  'GET /statements/:no': defineEndpoint({
    summary: 'A statement as it was issued',
    access: { who: 'registered' },
    params: z.object({ no: z.coerce.number().int().min(1) }),
    output: statement,
    errors: ['not_found'],
  }),
};
