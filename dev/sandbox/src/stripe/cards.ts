import * as z from 'zod';
import { findBrand, passesLuhn } from '../browser/card-field/card-rules.ts';
import { missingResource, StripeError } from './stripe-error.ts';
import { createId, now } from './ids.ts';
import type { BillingDetails, Ledger, PaymentMethod } from './objects.ts';
import { integer, oneOf, text } from './parameters.ts';
import { type BankAnswers, TEST_CARDS } from './test-cards.ts';

/** A card as it is stored: without its number and its CVC. */
export interface Card extends BankAnswers {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
}

/** A card as it was sent. */
export interface CardDetails {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc?: string | undefined;
}

/** Checks a card and decides how its bank will answer. @throws {StripeError} incorrect_number, invalid_… */
function readCard({ number, exp_month, exp_year, cvc }: CardDetails): Card {
  const digits = number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  if (exp_month < 1 || exp_month > 12) {
    const message = "Your card's expiration month is invalid.";
    throw cardError('invalid_expiry_month', message, 'exp_month');
  }
  const year = exp_year < 100 ? 2000 + exp_year : exp_year;
  const now = new Date();
  const monthsLeft = (year - now.getFullYear()) * 12 + exp_month - (now.getMonth() + 1);
  // Fifty years ahead is Stripe's limit too.
  if (monthsLeft < 0 || monthsLeft > 600) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  const { method: _, ...known } = TEST_CARDS[digits] ?? { verdict: 'not_a_test_card' };
  if (cvc !== undefined && !/^\d{3}$/.test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return {
    brand: findBrand(digits),
    last4: digits.slice(-4),
    exp_month,
    exp_year: year,
    ...known,
  };
}

/** The card behind one of Stripe's ready-made payment methods (`pm_card_visa`), if the sandbox knows it. */
function findTestPaymentMethod(id: string): Card | undefined {
  const [number] = Object.entries(TEST_CARDS).find(([, { method }]) => method === id) ?? [];
  if (!number) return undefined;
  return readCard({ number, exp_month: 12, exp_year: new Date().getFullYear() + 1, cvc: '314' });
}

function cardError(code: string, message: string, param: string): StripeError {
  return new StripeError(402, { type: 'card_error', code, message, param });
}

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

/** Makes and saves a payment method. @throws {StripeError} for a wrong number, date or code */
export function createPaymentMethod(ledger: Ledger, request: PaymentMethodRequest): PaymentMethod {
  const { name = null, email = null } = request.billing_details ?? {};
  return saveMethod(ledger, readCard(request.card), { name, email });
}

/** Finds a payment method, or makes one of Stripe's ready-made ones. @throws {StripeError} resource_missing */
export function findPaymentMethod(ledger: Ledger, id: string): PaymentMethod {
  const known = ledger.methods.get(id);
  if (known) return known;
  const card = findTestPaymentMethod(id);
  if (!card) throw missingResource('PaymentMethod', id, 'payment_method');
  return saveMethod(ledger, card, { name: null, email: null });
}

function saveMethod(ledger: Ledger, card: Card, details: BillingDetails): PaymentMethod {
  const method = {
    id: createId('pm'),
    created: now(),
    card,
    billing_details: details,
    customer: null,
  };
  ledger.methods.put(method.id, method);
  return method;
}
