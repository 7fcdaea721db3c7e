import { z } from 'zod';
import { findTestPaymentMethod, readCard, type Card } from './cards.ts';
import { createId, now } from './ids.ts';
import type { BillingDetails, Ledger, PaymentMethod } from './objects.ts';
import { integer, oneOf, text } from './parameters.ts';
import { missingResource } from './stripe-error.ts';

/** The parameters of a card payment method. */
export const PAYMENT_METHOD_SHAPE = {
  type: oneOf('card'),
  card: z.strictObject({
    number: text,
    exp_month: integer,
    exp_year: integer,
    cvc: text.optional(),
  }),
  billing_details: z.strictObject({ name: text.optional(), email: text.optional() }).optional(),
};

type PaymentMethodRequest = z.output<z.ZodObject<typeof PAYMENT_METHOD_SHAPE>>;

/**
 * Makes and saves a payment method.
 * @throws {StripeError} when the card's number, date or code is invalid
 */
export function createPaymentMethod(ledger: Ledger, request: PaymentMethodRequest): PaymentMethod {
  const { name = null, email = null } = request.billing_details ?? {};
  return saveMethod(ledger, readCard(request.card), { name, email });
}

/**
 * Finds a payment method: one that was made before, or one of Stripe's ready-made ones.
 * @throws {StripeError} resource_missing
 */
export function findPaymentMethod(ledger: Ledger, id: string): PaymentMethod {
  const known = ledger.methods.get(id);
  if (known) return known;
  const card = findTestPaymentMethod(id);
  if (!card) throw missingResource('PaymentMethod', id, 'payment_method');
  return saveMethod(ledger, card, { name: null, email: null });
}

function saveMethod(ledger: Ledger, card: Card, details: BillingDetails): PaymentMethod {
  const method = { id: createId('pm'), created: now(), card, billing_details: details };
  ledger.methods.put(method.id, method);
  return method;
}
