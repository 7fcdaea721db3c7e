import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { auditNote, currency, day, id, moment, name, requestId } from './fields.ts';
import {
  ADMIN_BUNDLES,
  MAX_MESSAGE_LENGTH,
  MAX_PRICE,
  MAX_REFUND_DAYS,
  MAX_REFUND_STEPS,
} from './limits.ts';
import { CANCELED_SEAT_STATES } from './money-states.ts';
import { paperLines } from './discounts.ts';
import { paper, receiptId, refundReason } from './payments.ts';
import { findStepProblems } from './refund-steps.ts';

/** Canceling seats and classes, and the refunds. Amounts are in cents. */

const cents = z.int().min(0);

const whole = (least: number, most: number, problem: string) =>
  z.int(problem).min(least, problem).max(most, problem);

const refundStep = z.object({
  /** It holds up to and including this many days before the first day. */
  daysBefore: whole(0, MAX_REFUND_DAYS, `Please enter 0 to ${MAX_REFUND_DAYS} days`),
  percent: whole(1, 100, 'Please enter 1 to 100'),
  fee: whole(0, MAX_PRICE * 100, 'Please enter an amount such as 10 or 9.50'),
});
refundStep.register(z.globalRegistry, { id: 'RefundStep' });

/** The refund policy: periods from the earliest to the latest. */
export const refundTerms = z.object({
  version: z.int().min(0),
  steps: z.array(refundStep).max(MAX_REFUND_STEPS),
});
refundTerms.register(z.globalRegistry, { id: 'RefundTerms' });

export const refundQuote = z.object({
  refund: cents,
  kept: cents,
  percent: z.int().min(0).max(100),
  fee: cents,
  /** The last day on which this holds; null if nothing is refunded anymore. */
  until: day.nullable(),
});
refundQuote.register(z.globalRegistry, { id: 'RefundQuote' });

/** What is left of one payment for a seat, and the terms under which it was paid. */
export const paidUnder = z.object({ paid: cents, terms: refundTerms });
paidUnder.register(z.globalRegistry, { id: 'PaidUnder' });

/** Other seats' discounts that the family got only because of this seat, as far as they reduce its refund. R436 */
export const lostDiscounts = z.array(
  z.object({
    label: z.string(),
    className: name,
    student_name: z.string(),
    amount: cents,
  }),
);
lostDiscounts.register(z.globalRegistry, { id: 'LostDiscounts' });

/** What a parent sees before they cancel. */
const cancellationPreview = refundQuote.extend({
  currency,
  className: name,
  student_name: z.string(),
  /** What is left of the payment for this seat. */
  paid: cents,
  /** What is still owed for this seat. It is reduced before any refund, and is dropped with the seat. */
  owed: cents,
  /** The terms under which the seat was bought. */
  terms: refundTerms,
  /** What is left of each payment, oldest first, and the terms of that payment. */
  parts: z.array(paidUnder),
  /** Already deducted from the refund. */
  lost: lostDiscounts,
  /** How much of its extras the school keeps. Included in `kept`; the policy covers the rest. Missing if nothing. */
  extrasKept: cents.optional(),
  /** Each of its extras, and what becomes of its money. `unpaid` ones just end. Missing if it has none. */
  extras: z
    .array(
      z.object({
        label: z.string(),
        amount: cents,
        state: z.enum(['kept', 'by policy', 'unpaid']),
      }),
    )
    .optional(),
  /** How much of the refund was paid with credit and becomes credit again. */
  fromCredit: cents,
  /** Whether the seat goes up for resale, because nothing is refunded anymore; null if it can't. */
  isForResale: z.boolean().nullable(),
});
export type CancellationPreview = z.output<typeof cancellationPreview>;
cancellationPreview.register(z.globalRegistry, { id: 'CancellationPreview' });

/** A seat that was canceled, for its payer. Without ids if they are no longer a guardian of the child. */
export const canceledSeat = z.object({
  cartId: id.nullable(),
  classId: id.nullable(),
  className: z.string(),
  camp_start: day,
  camp_end: day,
  childId: id.nullable(),
  student_name: z.string(),
  currency,
  refund: cents,
  /** How much of the refund is credit. */
  credit: cents,
  kept: cents,
  canceledAt: moment,
  /**
   * Who ended it: the parent, the school, or the next person who took the seat. `returned`: nobody; the school (in
   * Stripe's dashboard) or the bank returned a payment for it. `not paid`: the school; something was owed too long.
   */
  by: z.enum(['parent', 'school', 'next person', 'returned', 'not paid']),
  /** `none`: nothing is refunded. */
  state: z.enum(CANCELED_SEAT_STATES),
  paymentId: receiptId,
  /** The payments of price differences, if the seat had moved to dearer classes. Each has a receipt of its own. */
  differences: z.array(receiptId),
  /** The numbers of its credit notes. */
  creditNotes: z.array(z.int().min(1)),
});
export type CanceledSeat = z.output<typeof canceledSeat>;
canceledSeat.register(z.globalRegistry, { id: 'CanceledSeat' });

/** A credit note corrects a receipt, which never changes. */
export const creditNote = paper.extend({
  /** The receipt that it corrects, such as R-000123. */
  receiptNumber: z.string(),
  /** What the money was for. */
  lines: z.array(
    z.object({
      className: z.string(),
      student_name: z.string(),
      reason: refundReason,
      /** How the refunded price was calculated. Missing if nothing was taken off or added, and with financial aid. */
      price: paperLines,
      /** Less than 0 if it takes a credit note back. */
      amount: z.int(),
    }),
  ),
  /** Less than 0 if it takes a credit note back. */
  amount: z.int(),
  /** The number of the credit note that it takes back, because the bank paid the school again; null for most. */
  takesBack: z.int().min(1).nullable(),
  /**
   * The state of the refund now. `credit`: it stayed at the school as credit. `paid otherwise`: the school gave the
   * money back, but not to the card. `taken back`: the bank paid the school again.
   */
  state: z.enum(['on its way', 'refunded', 'credit', 'paid otherwise', 'failed', 'taken back']),
});
export type CreditNote = z.output<typeof creditNote>;
creditNote.register(z.globalRegistry, { id: 'CreditNote' });

const cartIdOf = z.object({ cartId: id });

export const cancellation = {
  'GET /cancellation/:cartId': defineEndpoint({
    summary: 'What comes back for a seat',
    access: { who: 'student' },
    params: cartIdOf,
    output: cancellationPreview,
    errors: ['not_found', 'class_started', 'payment_disputed', 'seat_moving'],
  }),

  'GET /lostDiscounts/:classId/:cartId': defineEndpoint({
    summary: 'Discounts off a refund',
    access: { who: 'admin' },
    params: z.object({ classId: id, cartId: id }),
    output: lostDiscounts,
    errors: ['not_found'],
  }),

  'POST /cancellation/:cartId': defineEndpoint({
    summary: 'Cancel a seat',
    access: { who: 'student' },
    limited: true,
    changesCatalogue: true,
    params: cartIdOf,
    body: z.object({ refund: cents, asCredit: z.boolean().optional() }),
    output: canceledSeat,
    errors: [
      'not_found',
      'class_started',
      'refund_changed',
      'payment_disputed',
      'seat_moving',
      'seat_changing',
    ],
  }),

  'GET /myCancellations': defineEndpoint({
    summary: 'The caller’s canceled seats',
    access: { who: 'student' },
    output: z.array(canceledSeat),
  }),
};

/** Whether a period is right by itself: only then, another one is compared with it. */
const isRight = (step: unknown) => refundStep.safeParse(step).success;

/** What canceling a seat refunds, for purchases from now on. */
export const refundPolicy = {
  'GET /refundPolicy': defineEndpoint({
    summary: 'The refund policy',
    access: { who: 'visitor' },
    cached: true,
    output: refundTerms,
  }),

  'PUT /refundPolicy': defineEndpoint({
    summary: 'Change the refund policy',
    access: { who: 'admin', bundles: ['director'] },
    changesCatalogue: true,
    body: refundTerms.superRefine(({ steps }, context) => {
      for (const [index, step] of steps.entries()) {
        const before = steps[index - 1];
        if (!before || !isRight(before)) continue;
        for (const [field, message] of Object.entries(findStepProblems(before, step)))
          context.addIssue({ code: 'custom', path: ['steps', index, field], message });
      }
    }),
    output: refundTerms,
    errors: ['policy_changed'],
  }),
};

export const resales = {
  'PUT /resales/:cartId': defineAct({
    summary: 'Put a seat up for resale, or not',
    access: { who: 'student' },
    limited: true,
    changesCatalogue: true,
    params: cartIdOf,
    body: z.object({ isForResale: z.boolean() }),
    errors: [
      'not_found',
      'class_started',
      'seat_not_resellable',
      'seat_resold',
      'payment_disputed',
      'seat_moving',
    ],
  }),
};

/** Refunds that an admin decides. */
export const adminRefunds = {
  'POST /refunds': defineAct({
    summary: 'Give money back',
    access: { who: 'admin' },
    changesCatalogue: true,
    body: z.object({
      paymentId: receiptId,
      cartId: id.optional(),
      keepsSeat: z.boolean().optional(),
      /** May be 0 to cancel a seat without a refund. */
      amount: cents,
      /** The family asked to keep it as credit. Only if the seat is canceled. */
      asCredit: z.boolean().optional(),
      note: auditNote,
      requestId: requestId.optional(),
    }),
    errors: [
      'own_family',
      'not_found',
      'refund_too_high',
      'payment_disputed',
      'seat_moving',
      'seat_changing',
      'request_used',
    ],
  }),
};

export const classCancellation = {
  'POST /cancelClass/:id': defineAct({
    summary: 'Cancel a class',
    access: { who: 'admin' },
    limited: true,
    changesCatalogue: true,
    params: z.object({ id }),
    body: z.object({
      /** How many people are enrolled, as the admin was shown. */
      confirm_affected: z.int().min(0),
      note: auditNote,
      /** What the people read in the email. */
      message: z.string().trim().max(MAX_MESSAGE_LENGTH).optional(),
    }),
    errors: ['not_found', 'students_affected'],
  }),
};

export const creditNotes = {
  'GET /creditNotes/:no': defineEndpoint({
    summary: 'A credit note',
    access: { who: 'registered', bundles: ADMIN_BUNDLES },
    params: z.object({ no: z.coerce.number().int().min(1) }),
    output: creditNote,
    errors: ['not_found'],
  }),
};
