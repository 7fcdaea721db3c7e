import { z } from 'zod';
import { enrolledClass } from './payments.ts';
import { defineEndpoint } from './endpoint.ts';
import { day, done, email, id, name, optionalPictureUrl, price, role } from './fields.ts';

const moment = z.iso.datetime();

/** Everything that the school keeps about one person; docs/privacy.md says why and how long. */
export const ownData = z.object({
  madeAt: moment,
  profile: z.object({
    name,
    email,
    photo: optionalPictureUrl,
    role,
    details: z.string(),
    registeredAt: moment,
  }),
  /** Seats that are held and not paid; one whose time is over stays until its payment is known to have ended. */
  heldSeats: z.array(
    z.object({
      cartId: id,
      classId: id,
      className: name,
      camp_start: day,
      camp_end: day,
      price,
      joinedAt: moment,
      heldUntil: moment,
    }),
  ),
  enrolments: z.array(enrolledClass),
  /** Every card payment that was begun, oldest first; amounts in the currency's smallest unit (cents). */
  payments: z.array(
    z.object({
      transactionId: z.string(),
      classId: id,
      cartId: id,
      email,
      studentName: name,
      amount: z.int().min(0),
      currency: z.string(),
      status: z.enum(['open', 'enrolled', 'refunded', 'canceled']),
      createdAt: moment,
      settledAt: moment.nullable(),
    }),
  ),
  /** The class that an instructor teaches. */
  teaches: z.object({ classId: id, className: name }).nullable(),
  /** Lines of the audit log: of what the person did when and what, of what was done to them also how. */
  acts: z.array(
    z.object({
      at: moment,
      action: z.string(),
      part: z.enum(['did it', 'it was about them']),
      before: z.record(z.string(), z.unknown()).nullable(),
      after: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
});
export type OwnData = z.output<typeof ownData>;

export const account = {
  'GET /myData': defineEndpoint({
    summary: 'Everything that is kept about the caller, and nothing of others',
    access: { who: 'registered', own: 'query' },
    limited: true,
    query: z.object({ email }),
    output: ownData,
  }),

  'DELETE /myAccount': defineEndpoint({
    summary:
      'Delete the caller’s account. Held seats are free again; paid ones stay, without the e-mail and, once the camp is over, without the name; so does the ledger, without both',
    access: { who: 'registered', own: 'body' },
    limited: true,
    changesCatalogue: true,
    body: z.object({
      /** Typed once more, so that nobody deletes the wrong account. */
      email,
      /** The provider's ID token of a sign-in in the last minutes: a session alone deletes nothing. */
      idToken: z.string().max(8_192),
    }),
    output: done,
    errors: ['sign_in_again', 'staff_account'],
  }),
};
