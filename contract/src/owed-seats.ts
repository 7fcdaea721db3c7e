import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { auditNote, currency, day, id, name, shownEmail } from './fields.ts';
import { OWED_KINDS } from './money-states.ts';
import { listQuery } from './lists.ts';

const cents = z.int().min(0);

const owedSeat = z.object({
  /**
   * The cart id, with `co-` before it if it is the share of a household that has not booked the seat. Or the payment's id, if
   * money went back before the payment bounced: that is owed, whatever became of the seat.
   */
  _id: z.string(),
  /** The account that owes it, for its page. */
  familyId: id,
  /** Whether it is the share of a household that has not booked the seat. */
  isCoPay: z.boolean(),
  /**
   * What it is owed for: a seat whose price is paid later; a seat that the office reserves until it is paid; or what the
   * school had given back of a payment before that bounced.
   */
  kind: z.enum(OWED_KINDS),
  /** Who pays. */
  name: z.string(),
  /** null if the family has no address, so that it gets no reminders. */
  email: shownEmail.nullable(),
  phone: z.string().nullable(),
  /** Who sits there. */
  student_name: z.string(),
  className: name,
  camp_start: day,
  currency,
  /** What is due first, in cents, and its last day. */
  next: cents,
  due: day,
  /** All that is owed for the seat, in cents. */
  owed: cents,
  /** How often the family was reminded of what is due first. */
  reminders: z.int().min(0),
  /** On which day the seat is released if nobody pays; null if it is not. */
  releaseOn: day.nullable(),
});
export type OwedSeat = z.output<typeof owedSeat>;
owedSeat.register(z.globalRegistry, { id: 'OwedSeat' });

/** What is owed in one currency, and how much of that was due before today, in cents. */
const owedTotal = z.object({
  currency,
  count: z.int(),
  amount: cents,
  late: z.int(),
  overdue: cents,
});
export type OwedTotal = z.output<typeof owedTotal>;
owedTotal.register(z.globalRegistry, { id: 'OwedTotal' });
export const owedTotals = z.array(owedTotal);

export const owedSeats = {
  'GET /owedSeats': defineEndpoint({
    summary: 'What families owe, overdue first',
    access: { who: 'admin' },
    query: listQuery(['due'])
      .omit({ sort: true })
      .extend({ late: z.literal('true').optional() }),
    output: z.array(owedSeat),
  }),

  'GET /owedTotals': defineEndpoint({
    summary: 'The sums of GET /owedSeats',
    access: { who: 'admin' },
    output: owedTotals,
  }),

  'POST /owedSeats/:id/waive': defineAct({
    summary: 'Waive what is owed for a seat',
    access: { who: 'admin' },
    params: z.object({ id: z.string().regex(/^(?:co-)?[0-9a-f]{24}$/u) }),
    body: z.object({
      /** In cents: what is owed, as the list says. */
      amount: z.int().min(1),
      note: auditNote,
    }),
    errors: ['own_family', 'not_found', 'price_changed', 'payment_not_finished', 'seat_changing'],
  }),
};
