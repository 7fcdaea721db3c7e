import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { auditNote, currency, day, done, id, name, shownEmail } from './fields.ts';
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
  /** Whether it is what the school had given back of a payment before that bounced. */
  isBounced: z.boolean(),
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

export const owedSeats = {
  'GET /owedSeats': defineEndpoint({
    summary:
      'What families owe: for seats, and after a bounce; what is overdue first. Search looks at the names, the address, the phone and the class. Without `size`, all of them',
    access: { who: 'admin' },
    query: listQuery(['due']).omit({ sort: true }),
    output: z.array(owedSeat),
  }),

  'POST /owedSeats/:id/waive': defineEndpoint({
    summary:
      'Waive what an account owes for a seat: all of it. The seat costs that much less then. Not for what went back before a payment bounced',
    access: { who: 'admin' },
    params: z.object({ id: z.string().regex(/^(?:co-)?[0-9a-f]{24}$/u) }),
    body: z.object({
      /** In cents: what is owed, as the list says. */
      amount: z.int().min(1),
      note: auditNote,
    }),
    output: done,
    errors: ['own_family', 'not_found', 'price_changed', 'payment_not_finished', 'seat_changing'],
  }),
};
