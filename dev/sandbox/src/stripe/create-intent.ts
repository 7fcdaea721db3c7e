import type { z } from 'zod';
import { createId, now } from './ids.ts';
import type { Ledger } from './objects.ts';
import { integer, list, metadata, text } from './parameters.ts';
import { findPaymentMethod } from './payment-methods.ts';
import { invalidRequest } from './stripe-error.ts';

/** Stripe's smallest amount in US dollars. Other common currencies have similar ones. */
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

/** What a payment may allow. The sandbox's account has only cards. */
const KNOWN_TYPES = ['card', 'link'];

/** The parameters of payment_intents.create. */
export const CREATE_SHAPE = {
  amount: integer,
  currency: text,
  allowed_payment_method_types: list,
  description: text.optional(),
  metadata,
  payment_method: text.optional(),
};

type CreateRequest = z.output<z.ZodObject<typeof CREATE_SHAPE>>;

export type PaymentIntent = ReturnType<typeof buildIntent>;

/** payment_intents.create. */
export function createIntent(ledger: Ledger, request: CreateRequest): PaymentIntent {
  checkAmount(request.amount, request.currency);
  const unknown = request.allowed_payment_method_types.find((type) => !KNOWN_TYPES.includes(type));
  if (unknown) {
    throw invalidRequest(
      `The payment method type "${unknown}" is invalid: the sandbox takes cards.`,
      'payment_intent_invalid_parameter',
      'allowed_payment_method_types',
    );
  }
  const method = request.payment_method && findPaymentMethod(ledger, request.payment_method);
  const intent = buildIntent(request, method ? method.id : null);
  ledger.intents.put(intent.id, intent);
  return intent;
}

function buildIntent(request: CreateRequest, payment_method: string | null) {
  const id = createId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types:
      request.allowed_payment_method_types.length > 0 ? request.allowed_payment_method_types : null,
    amount: request.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: 'automatic_async',
    client_secret: createId(`${id}_secret`, 25),
    confirmation_method: 'automatic',
    created: now(),
    currency: request.currency.toLowerCase(),
    customer: null,
    customer_account: null,
    description: request.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null as object | null,
    latest_charge: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: request.metadata,
    next_action: null as object | null,
    on_behalf_of: null,
    payment_method,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null as object | null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

function checkAmount(amount: number, currency: string): void {
  if (!Intl.supportedValuesOf('currency').includes(currency.toUpperCase())) {
    throw invalidRequest(`Invalid currency: ${currency.toLowerCase()}.`, undefined, 'currency');
  }
  if (amount < MIN_AMOUNT) {
    const least = `$${(MIN_AMOUNT / 100).toFixed(2)} ${currency.toLowerCase()}`;
    throw invalidRequest(`Amount must be at least ${least}`, 'amount_too_small', 'amount');
  }
  if (amount > MAX_AMOUNT) {
    throw invalidRequest('Amount must be no more than $999,999.99', 'amount_too_large', 'amount');
  }
}
