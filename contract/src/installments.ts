import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { cartIds, owedParts } from './payments.ts';

/** Paying by card in parts, and the card that Stripe keeps for it. */

/** What owners recognize their card by. */
export const savedCard = z.object({
  /** Stripe's id, with which its owner can pay. Nobody else can use it. */
  cardId: z.string(),
  /** Stripe's word, such as visa. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
});
export type SavedCardFacts = z.output<typeof savedCard>;
savedCard.register(z.globalRegistry, { id: 'SavedCardFacts' });

const installmentOffer = z.object({
  /** What is charged on which day, for all seats together. The first part is paid now. */
  parts: owedParts,
  /** What the payer agrees to. Send it unchanged with the payment. */
  text: z.string(),
});
export type InstallmentOffer = z.output<typeof installmentOffer>;
installmentOffer.register(z.globalRegistry, { id: 'InstallmentOffer' });

/** Comma-separated ids in an address. */
const ids = z
  .string()
  .transform((text) => text.split(','))
  .pipe(cartIds)
  .meta({ examples: ['65f1c0ffee0123456789abcd'] });

export const installments = {
  'GET /installments': defineEndpoint({
    summary: 'How held seats can be paid in parts',
    access: { who: 'student' },
    query: z.object({ cartIds: ids }),
    output: z.object({ offer: installmentOffer.nullable() }),
    errors: ['seat_not_held'],
  }),

  'GET /savedCard': defineEndpoint({
    summary: 'The card for the caller’s parts',
    access: { who: 'student' },
    output: z.object({ card: savedCard.nullable() }),
  }),

  'POST /savedCard': defineEndpoint({
    summary: 'Start to replace the saved card',
    access: { who: 'student' },
    limited: true,
    output: z.object({ clientSecret: z.string() }),
    errors: ['not_found'],
  }),

  'PUT /savedCard': defineEndpoint({
    summary: 'Charge the new card from now on',
    access: { who: 'student' },
    limited: true,
    body: z.object({ setupId: z.string().regex(/^seti_\w{1,60}$/) }),
    output: z.object({ card: savedCard }),
    errors: ['not_found', 'card_not_saved'],
  }),
};
