import type * as z from 'zod';
import { findCustomer } from './customers.ts';
import { createId, now } from './ids.ts';
import type { Ledger } from './objects.ts';
import { integer, list, metadata, oneOf, text } from './parameters.ts';
import { invalidRequest } from './stripe-error.ts';

/**
 * The smallest amounts that Stripe lists; those of others depend on rates of exchange. Half a unit is it for dollars and
 * euros. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const MIN_AMOUNT = 50;
const MIN_AMOUNTS: Partial<Record<string, number>> = {
  ...{
    AED: 200,
    BGN: 100,
    CZK: 1500,
    DKK: 250,
    GBP: 30,
    HKD: 400,
    HUF: 17500,
    MXN: 1000,
    MYR: 200,
  },
  ...{ NOK: 300, PLN: 200, RON: 200, SEK: 300, THB: 1000 },
};
const MAX_AMOUNT = 99_999_999;

/** What a payment may allow. The sandbox's account has only cards. */
const KNOWN_TYPES = ['card', 'link'];

/** The parameters of payment_intents.create. */
export const CREATE_SHAPE = {
  amount: integer,
  currency: text,
  allowed_payment_method_types: list,
  customer: text.optional(),
  setup_future_usage: oneOf('off_session').optional(),
  metadata,
};

type CreateRequest = z.output<z.ZodObject<typeof CREATE_SHAPE>>;

export type PaymentIntent = ReturnType<typeof buildIntent>;

/** payment_intents.create. */
export function createIntent(ledger: Ledger, request: CreateRequest): PaymentIntent {
  checkAmount(request.amount, request.currency);
  checkTypes(request.allowed_payment_method_types);
  if (request.customer) findCustomer(ledger, request.customer);
  const intent = buildIntent(request);
  ledger.intents.put(intent.id, intent);
  return intent;
}

/** @throws {StripeError} if somebody allows more than cards */
export function checkTypes(types: string[]): void {
  const unknown = types.find((type) => !KNOWN_TYPES.includes(type));
  if (!unknown) return;
  throw invalidRequest(
    `The payment method type "${unknown}" is invalid: the sandbox takes cards.`,
    'payment_intent_invalid_parameter',
    'allowed_payment_method_types',
  );
}

/** The fields of Stripe's payment intent that somebody reads. */
function buildIntent(request: CreateRequest) {
  const id = createId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types:
      request.allowed_payment_method_types.length > 0 ? request.allowed_payment_method_types : null,
    amount: request.amount,
    amount_received: 0,
    client_secret: createId(`${id}_secret`, 25),
    created: now(),
    currency: request.currency.toLowerCase(),
    customer: request.customer ?? null,
    last_payment_error: null as object | null,
    latest_charge: null as string | null,
    livemode: false,
    metadata: request.metadata,
    next_action: null as object | null,
    payment_method: null as string | null,
    payment_method_types: ['card'],
    processing: null as object | null,
    setup_future_usage: request.setup_future_usage ?? null,
    status: 'requires_payment_method',
  };
}

function checkAmount(amount: number, currency: string): void {
  if (!Intl.supportedValuesOf('currency').includes(currency.toUpperCase())) {
    throw invalidRequest(`Invalid currency: ${currency.toLowerCase()}.`, undefined, 'currency');
  }
  const least = MIN_AMOUNTS[currency.toUpperCase()] ?? MIN_AMOUNT;
  if (amount < least) {
    const named = `${(least / 100).toFixed(2)} ${currency.toLowerCase()}`;
    throw invalidRequest(`Amount must be at least ${named}`, 'amount_too_small', 'amount');
  }
  if (amount > MAX_AMOUNT) {
    throw invalidRequest('Amount must be no more than $999,999.99', 'amount_too_large', 'amount');
  }
}
