import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { auditNote, currency, day, id, moment, requestId } from './fields.ts';
import { cartIds, receiptId, recorded, total } from './payments.ts';
import { refundId } from './refunds.ts';

/** Money of canceled seats that stays at the school for the next booking. Amounts are in cents. decisions/0063 */

const cents = z.int().min(0);

/** What one payment for a canceled seat has left as credit. */
const creditLine = z.object({
  _id: refundId,
  /** The payment that the credit comes from. */
  paymentId: receiptId,
  /** The class of the seat, as it was bought. */
  className: z.string(),
  at: moment,
  currency,
  amount: cents,
  left: cents,
  /** The last day on which the payer can turn it back into a refund; null if there is no such day. */
  until: day.nullable(),
  /** Whether that is possible today. */
  isRefundable: z.boolean(),
  /** How the rest was used, oldest first: payments, even unfinished ones, and refunds. */
  uses: z.array(z.object({ paymentId: receiptId.nullable(), amount: cents, isOpen: z.boolean() })),
});

/** A family's credit. */
export const credit = z.object({
  /** In which new classes are paid. */
  currency,
  /** What can be spent now. */
  available: cents,
  /** What the payer can turn back into a refund today. In `currency`, unless the school changed it. */
  refundable: cents,
  /** Newest first, including used-up ones. */
  lines: z.array(creditLine),
});
export type Credit = z.output<typeof credit>;
credit.register(z.globalRegistry, { id: 'Credit' });

export const credits = {
  'GET /myCredit': defineEndpoint({
    summary: 'The caller’s credit',
    access: { who: 'student' },
    output: credit,
  }),

  'POST /myCredit/refund': defineAct({
    summary: 'Turn credit back into refunds',
    access: { who: 'student' },
    limited: true,
    body: z.object({ amount: cents.min(1) }),
    errors: ['credit_changed'],
  }),

  'POST /creditPayments': defineEndpoint({
    summary: 'Pay with credit alone',
    access: { who: 'student' },
    limited: true,
    changesCatalogue: true,
    body: z.object({
      requestId,
      cartIds,
      /**
       * The total of held seats that the student was shown, or how much of what is owed the credit pays. In whole
       * currency units.
       */
      price: total,
      currency: currency.optional(),
    }),
    output: recorded,
    errors: [
      'seat_not_held',
      'guardian_may_not',
      'class_started',
      'price_changed',
      'nothing_to_pay',
      'already_joined',
      'payment_not_finished',
      'credit_changed',
      'request_used',
    ],
  }),

  'GET /families/:id/credit': defineEndpoint({
    summary: 'The credit of a family',
    access: { who: 'admin' },
    params: z.object({ id }),
    output: credit,
    errors: ['not_found'],
  }),

  'POST /families/:id/credit/refund': defineAct({
    summary: 'Turn credit back into refunds',
    access: { who: 'admin' },
    params: z.object({ id }),
    body: z.object({ amount: cents.min(1), note: auditNote }),
    errors: ['own_family', 'not_found', 'credit_changed'],
  }),
};
