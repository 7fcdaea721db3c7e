import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { shortCode } from './families.ts';
import { currency, day, id, moment } from './fields.ts';
import { cartIds, receiptId, taxesInAmount, total } from './payments.ts';
import { paidTexts } from './text-version.ts';

/** Paying for reserved seats without an account, with a link or a short code. decisions/0117 */

const payLink = z.object({
  /**
   * `paid`: all seats are. `over`: somebody paid, and a seat was not given or has ended since. `ended`: nobody paid, and they
   * are no longer reserved. Then there are none in the list.
   */
  state: z.enum(['open', 'paid', 'over', 'ended']),
  /** Only what the payer must know to pay for the right thing: nobody's name. */
  seats: z.array(
    z.object({ className: z.string(), camp_start: day, camp_end: day, amount: z.int() }),
  ),
  /** Together, in cents. */
  amount: z.int(),
  taxes: taxesInAmount,
  /** When the first reservation ends. */
  heldUntil: moment.nullable(),
  /** With which the browser pays; null unless `price` was sent. */
  clientSecret: z.string().nullable(),
});
export type PayLink = z.output<typeof payLink>;
payLink.register(z.globalRegistry, { id: 'PayLink' });

export const payLinks = {
  'POST /families/:id/payLink': defineEndpoint({
    summary: 'Make a code to pay with',
    access: { who: 'admin' },
    params: z.object({ id }),
    body: z.object({ cartIds }),
    output: z.object({ code: z.string(), until: moment }),
    errors: ['own_family', 'not_found', 'seat_not_held'],
  }),

  'POST /payLink': defineEndpoint({
    summary: 'Pay with a code',
    access: { who: 'visitor' },
    limited: true,
    changesCatalogue: true,
    body: z.object({
      code: shortCode,
      /** The total that was shown, to start the payment. */
      price: total.optional(),
      currency: currency.optional(),
      /** Set when the payer presses Pay. */
      texts: paidTexts.optional(),
      /** Of a payment that succeeded. */
      transactionId: receiptId.optional(),
    }),
    output: payLink,
    errors: [
      ...(['code_unknown', 'seat_not_held', 'class_started', 'price_changed'] as const),
      ...(['nothing_to_pay', 'already_joined', 'payment_not_finished'] as const),
      ...(['seat_changing', 'guardian_may_not', 'text_changed'] as const),
    ],
  }),
};
