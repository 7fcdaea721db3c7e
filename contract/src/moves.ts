import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { lostDiscounts } from './cancellation.ts';
import { auditNote, chosenDays, id, price } from './fields.ts';

/** Moving a seat to another class, to another child of the family, or to other days of its class. */

const cents = z.int().min(0);

export const moves = {
  'GET /moveQuotes/:cartId': defineEndpoint({
    summary: 'What a move to each class costs',
    access: { who: 'registered' },
    params: z.object({ cartId: id }),
    /** The child that is to have the seat. Missing for whoever has it. */
    query: z.object({
      childId: id.optional(),
      /** Chosen days, with commas: only of classes that have them all. Missing: whole classes. */
      days: z
        .string()
        .transform((text) => text.split(','))
        .pipe(chosenDays)
        .optional(),
    }),
    output: z.array(
      z.object({
        classId: id,
        /** More than 0 in a dearer class. For an admin, if the seat moves by the refund policy. */
        pay: cents,
        /** Of all that comes back, what the caller gets; an admin reads it for both households. */
        refund: cents,
        /** What the school keeps: under the refund policy, for extras that don’t come back, and for `lost`. */
        kept: cents,
        /** How much less is owed. */
        falls: cents,
        /** For admins: if the whole difference goes back. */
        whole: z.object({ pay: cents, refund: cents }).optional(),
        /** The extras that move along, and what they cost there. */
        stays: z.array(z.object({ label: z.string(), amount: cents })),
        dropped: z.array(z.string()),
        /** What was paid for extras that don’t come back. Included in `kept`. */
        extrasKept: cents,
        /** The discounts of the seat that don’t hold there, or only in part. */
        lines: z.array(z.string()),
        /** Included in `kept`. */
        lost: lostDiscounts,
      }),
    ),
    errors: ['not_found', 'guardian_may_not'],
  }),

  'POST /moves': defineEndpoint({
    summary: 'Move a seat',
    access: { who: 'registered' },
    limited: true,
    changesCatalogue: true,
    body: z.object({
      cartId: id,
      classId: id.optional(),
      childId: id.optional(),
      /** Those that the seat is to have. Missing: the whole of another class. */
      days: chosenDays.optional(),
      /** The price of the new class that the caller saw. Refused if it has changed. */
      price: price.optional(),
      /** The refund that the caller saw, in cents. Refused with the new quote if it has changed. */
      refund: z.int().min(0).optional(),
      /** Why an admin moves the seat. The family reads it, and it goes into the audit log. Required from admins. */
      note: auditNote.optional(),
      /**
       * For admins. If the new class costs more, the family is asked to pay the difference, and the seat moves once
       * they have. Otherwise it is waived.
       */
      charge: z.boolean().optional(),
      /** For admins. A cheaper class refunds only what the seat's refund policy gives back, instead of all. */
      byTerms: z.boolean().optional(),
    }),
    output: z.object({
      /** `pay`: the seat is held until the caller pays the difference at the payment page of `cartId`. */
      state: z.enum(['moved', 'pay']),
      /** The moved seat, or the held one. */
      cartId: id,
      /** What is to be paid, or is refunded, in cents. */
      difference: z.int().min(0),
      refund: z.int().min(0),
      /** What the school keeps of the difference, under the refund policy of the seat. */
      kept: z.int().min(0),
    }),
    errors: [
      'not_found',
      'not_allowed',
      'verify_email_first',
      'too_many_holds',
      'held_too_often',
      'guardian_may_not',
      'already_joined',
      'class_full',
      'class_started',
      'class_over',
      'wrong_age',
      'price_changed',
      'refund_changed',
      'too_late_to_move',
      'moved_too_often',
      'people_waiting',
      'rest_first',
      'payment_disputed',
      'seat_moving',
      'seat_changing',
    ],
  }),
};
