import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import {
  campDays,
  anyDay,
  currency,
  day,
  id,
  moment,
  pastDay,
  requestId,
  requiredText,
  shownEmail,
  typedCents,
} from './fields.ts';
import { ADMIN_BUNDLES, MAX_NOTE_LENGTH, MAX_REFERENCE_LENGTH } from './limits.ts';
import { REFUND_STATES } from './money-states.ts';
import { priceLines } from './discounts.ts';
import { OFFICE_METHODS, PAY_BACK_METHODS } from './payment-methods.ts';
import { listQuery } from './lists.ts';
import { boughtSeat, paper, paymentMethod, receiptId, received, refundReason } from './payments.ts';

/** Receipts, and refunds that need an admin. Amounts are in cents. */

const cents = z.int().min(0);
/** Our id: payment and seat, or what an admin gave back, or Stripe's id for a refund made in its dashboard. */
export const refundId = z.string().regex(/^[\w:-]{1,300}$/, 'Must be a refund id.');

export const refund = z.object({
  amount: cents,
  reason: refundReason,
  state: z.enum(REFUND_STATES),
  /** When it was decided. */
  createdAt: moment,
  /** The seat whose price went back, if one did. */
  cartId: id.nullable(),
});
refund.register(z.globalRegistry, { id: 'Refund' });

/** How the school gave money back by hand, when, and with which number, which may be empty. */
const given = received.omit({ of: true }).extend({ method: paymentMethod });
given.register(z.globalRegistry, { id: 'GivenBack' });

/** A refund as the payer sees it. */
export const refundLine = refund.extend({
  /** When it last counted in the books: when Stripe was asked, or when it failed. Before that, when it was decided. */
  at: moment,
  /** Set if it was given back by hand. */
  given: given.optional(),
  /** Whether it stayed at the school as credit. */
  isCredit: z.literal(true).optional(),
  /** The number of its credit note, if it has one. */
  creditNote: z.int().min(1).nullable(),
  /** The number of the credit note that takes it back, if the bank paid the school again. */
  correction: z.int().min(1).optional(),
});
export type RefundLine = z.output<typeof refundLine>;
refundLine.register(z.globalRegistry, { id: 'RefundLine' });

export const receipt = paper.extend({
  method: paymentMethod,
  /** When the office received it, and its number; null if it did not come by hand. */
  received: received.nullable(),
  items: z.array(
    boughtSeat.extend({
      /** null for a payer who is no longer a guardian of the child. */
      cartId: id.nullable(),
      ...campDays,
      /** How the price on this line was calculated. */
      lines: priceLines,
      /** Which parts of the price it pays, counted from 1. Missing if all. */
      parts: z.object({ first: z.int(), last: z.int(), of: z.int() }).optional(),
      /** What is still owed for the seat now, oldest part first; not on the day of the receipt, which never changes. */
      owed: z.array(z.object({ due: day, amount: cents })),
    }),
  ),
  amount: cents,
  refunds: z.array(refundLine),
  /** What the school keeps: the amount minus refunds. Below 0 if it bounced after refunds: the payer owes that. */
  kept: z.int(),
});
export type Receipt = z.output<typeof receipt>;
receipt.register(z.globalRegistry, { id: 'Receipt' });

/** A refund as admins see it. */
const listedRefund = refund.extend({
  _id: refundId,
  /** The account that paid, and its phone. */
  userId: id,
  phone: z.string().nullable(),
  paymentId: receiptId,
  name: z.string(),
  email: shownEmail,
  currency,
  /** What was not paid by card is refunded by hand. */
  method: paymentMethod,
  failure: z.string().nullable(),
  /** The seats of the payment that can be freed, if an admin has to say which one the refund was for. */
  choices: z.array(z.object({ cartId: id, className: z.string(), student_name: z.string() })),
});
export type ListedRefund = z.output<typeof listedRefund>;
listedRefund.register(z.globalRegistry, { id: 'ListedRefund' });

export const receipts = {
  'GET /receipts/:paymentId': defineEndpoint({
    summary: 'The receipt of a payment',
    access: { who: 'registered', bundles: ADMIN_BUNDLES },
    params: z.object({ paymentId: receiptId }),
    output: receipt,
    errors: ['not_found'],
  }),
};

export const refunds = {
  'POST /payments/:paymentId/bounce': defineAct({
    summary: 'Say that money bounced',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ paymentId: receiptId }),
    body: z.object({
      /** The day on which the bank said so. */
      day: pastDay,
      /** What the bank said; for the audit log. */
      note: requiredText('Say what the bank said.', MAX_NOTE_LENGTH),
      /** The last day on which the seats are reserved; null ends them. */
      until: anyDay.nullable(),
    }),
    errors: [
      'own_family',
      'not_found',
      'cannot_bounce',
      'already_bounced',
      'payment_not_finished',
      'refund_waiting',
      'seat_moving',
      'seat_changing',
      'class_started',
      'guardian_may_not',
    ],
  }),

  'POST /payments/:paymentId/paidBack': defineAct({
    summary: 'Record what is paid back',
    access: { who: 'admin' },
    params: z.object({ paymentId: receiptId }),
    body: z.object({
      requestId,
      method: z.enum(PAY_BACK_METHODS),
      /** In cents: all that is owed, or a part of it. */
      amount: typedCents,
      /** The day on which it came. */
      day: pastDay,
      /** The number of the voucher, or what the bank's statement says. */
      reference: z.string().trim().max(MAX_REFERENCE_LENGTH),
    }),
    errors: ['own_family', 'not_found', 'request_used'],
  }),

  'GET /openRefunds': defineEndpoint({
    summary: 'Refunds that need an admin',
    access: { who: 'admin' },
    query: listQuery(['createdAt']).omit({ sort: true }),
    output: z.array(listedRefund),
  }),

  'POST /openRefunds/:refundId/retry': defineAct({
    summary: 'Try a failed refund again',
    access: { who: 'admin' },
    params: z.object({ refundId }),
    errors: ['own_family', 'not_found', 'refund_not_failed'],
  }),

  'POST /openRefunds/:refundId/answer': defineAct({
    summary: 'Say what a refund was for',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: z.object({ refundId }),
    body: z.object({
      cartId: id.nullable(),
      /**
       * How much went back in another way, as the list says. Only for a failed refund, and required for it: a question
       * may have failed since the admin saw it.
       */
      paidOtherwise: z.int().min(1).optional(),
      /** With `paidOtherwise`. Without it: today, as it was paid. */
      given: z
        .object({
          method: z.enum(OFFICE_METHODS),
          day: pastDay,
          reference: z.string().trim().max(MAX_REFERENCE_LENGTH),
        })
        .optional(),
      note: z.string().trim().max(MAX_NOTE_LENGTH).optional(),
    }),
    errors: ['own_family', 'not_found', 'refund_answered', 'refund_changed'],
  }),
};
