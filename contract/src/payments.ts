import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { day, email, id, name, pictureUrl, price, room } from './fields.ts';
import { MAX_NAME_LENGTH } from './limits.ts';

/** `EXM-101`: the class's tag and a number that no other seat of it has. */
const entryCode = z.string().regex(/^[A-Z]{3}-\d{3,}$/);

/** A Stripe PaymentIntent id, such as pi_3N…. */
const transactionId = z.string().regex(/^pi_[A-Za-z0-9_]{1,200}$/, 'Not a payment id');

/** A paid seat as its student sees it, spec section 3. */
export const enrolledClass = z.object({
  classId: id,
  camp_start: day,
  camp_end: day,
  classData: z.object({ image: pictureUrl, name, instructor: z.string() }),
  /** Day of the enrolment, dd/mm/yyyy, and 12-hour time, in the school's time zone. */
  date: z.string(),
  time: z.string(),
  room,
  entry_code: entryCode,
  price,
  transactionId,
});
export type EnrolledClass = z.output<typeof enrolledClass>;

export const payments = {
  'POST /createPayment-intent': defineEndpoint({
    summary:
      'Start (or take up again) the card payment for a held seat; keeps the seat a while longer',
    access: { who: 'student' },
    limited: true,
    body: z.object({
      /** What the student was shown; refused if the class costs something else by now. */
      price,
      /** Which selected course; without it the one that costs this price. */
      cartId: id.optional(),
    }),
    output: z.object({ clientSecret: z.string(), heldUntil: z.iso.datetime() }),
    errors: [
      'seat_not_held',
      'price_changed',
      'nothing_to_pay',
      'already_joined',
      'payment_not_finished',
    ],
  }),

  'POST /makepayment': defineEndpoint({
    summary: 'Record a card payment that went through: enrols the student, or says why not',
    access: { who: 'student', own: 'body' },
    limited: true,
    changesCatalogue: true,
    body: z.object({
      transactionId,
      email,
      // Sent by the web app, spec section 3, and not used: Stripe and our ledger know them.
      date: z.string().max(40).optional(),
      time: z.string().max(40).optional(),
      pay: z.string().max(40).optional(),
      price: price.optional(),
      classId: id.optional(),
      cartId: id.optional(),
      student_name: z.string().max(MAX_NAME_LENGTH).optional(),
    }),
    output: z.object({
      status: z.literal(true),
      message: z.string(),
      entry_code: entryCode,
      room,
    }),
    errors: ['not_found', 'payment_not_finished', 'payment_refunded'],
  }),

  'GET /myEnrolledClass': defineEndpoint({
    summary: 'The classes that the caller has paid for, latest first',
    access: { who: 'student', own: 'query' },
    query: z.object({ email }),
    output: z.array(enrolledClass),
  }),
};
