import { DECLINES } from './cards.ts';
import { chargeCard } from './charges.ts';
import { createId, now } from './ids.ts';
import {
  describePaymentMethod,
  type IntentStatus,
  type Ledger,
  type PaymentIntent,
  type PaymentMethod,
} from './objects.ts';
import { flag, integer, list, metadata, nested, oneOf, required, text } from './parameters.ts';
import { findPaymentMethod } from './payment-methods.ts';
import {
  StripeError,
  invalidRequest,
  missingResource,
  withDocs,
  type StripeErrorBody,
} from './stripe-error.ts';

/** Stripe's least amount in US dollars; the other currencies that we might meet have much the same. */
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

/** From where an intent may be confirmed and cancelled: https://docs.stripe.com/payments/paymentintents/lifecycle */
const CONFIRMABLE: IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];
const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

/** The parameters of payment_intents.create. */
export const CREATE_SHAPE = {
  amount: required(integer),
  currency: required(text),
  allowed_payment_method_types: list,
  automatic_payment_methods: nested({
    enabled: required(flag),
    allow_redirects: oneOf('always', 'never'),
  }),
  description: text,
  metadata,
  payment_method: text,
  receipt_email: text,
};

type CreateRequest = {
  [Name in keyof typeof CREATE_SHAPE]: ReturnType<(typeof CREATE_SHAPE)[Name]>;
};

/** payment_intents.create. */
export function createIntent(ledger: Ledger, request: CreateRequest): PaymentIntent {
  checkAmount(request.amount, request.currency);
  const unknown = request.allowed_payment_method_types.find((type) => type !== 'card');
  if (unknown) {
    throw invalidRequest(
      `The payment method type "${unknown}" is invalid: the sandbox takes cards.`,
      'payment_intent_invalid_parameter',
      'allowed_payment_method_types',
    );
  }
  const automatic = request.automatic_payment_methods;
  const method = request.payment_method && findPaymentMethod(ledger, request.payment_method);
  const id = createId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: request.allowed_payment_method_types.length > 0 ? ['card'] : null,
    amount: request.amount,
    amount_received: 0,
    automatic_payment_methods: automatic
      ? { enabled: automatic.enabled, allow_redirects: automatic.allow_redirects ?? 'always' }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: createId(`${id}_secret`, 25),
    confirmation_method: 'automatic',
    created: now(),
    currency: request.currency.toLowerCase(),
    customer: null,
    description: request.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: request.metadata,
    next_action: null,
    payment_method: method ? method.id : null,
    payment_method_types: ['card'],
    processing: null,
    receipt_email: request.receipt_email ?? null,
    setup_future_usage: null,
    shipping: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  };
  return saveIntent(ledger, intent);
}

/** payment_intents.retrieve. @throws {StripeError} resource_missing */
export function findIntent(ledger: Ledger, id: string, param = 'intent'): PaymentIntent {
  const intent = ledger.intents.get(id);
  if (!intent) throw missingResource('payment_intent', id, param);
  return intent;
}

/**
 * payment_intents.confirm, from our server and from the card field alike.
 * @param method the card to use; without one, the one that the intent has
 * @param authenticationPage where the bank asks its question, for cards that want 3-D Secure
 * @returns the intent: succeeded, or requires_action
 * @throws {StripeError} 402 when the bank says no; the intent can then be confirmed again
 */
export function confirmIntent(
  ledger: Ledger,
  intent: PaymentIntent,
  method: PaymentMethod | undefined,
  authenticationPage: string,
): PaymentIntent {
  if (!CONFIRMABLE.includes(intent.status)) throw describeUnconfirmable(intent);
  const card =
    method ?? (intent.payment_method && findPaymentMethod(ledger, intent.payment_method));
  if (!card) {
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it’s missing a payment method. You can either ' +
        'update the PaymentIntent with a payment method and then confirm it again, or confirm it again ' +
        'directly with a payment method or ConfirmationToken.',
      'payment_intent_unexpected_state',
    );
  }
  if (card.card.verdict !== 'authentication_required') return settleIntent(ledger, intent, card);
  return saveIntent(ledger, {
    ...intent,
    status: 'requires_action',
    payment_method: card.id,
    last_payment_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: authenticationPage },
    },
  });
}

/**
 * The end of a 3-D Secure dialog.
 * @returns the intent: succeeded when the person proved who they are, else open for another card
 */
export function authenticateIntent(
  ledger: Ledger,
  intent: PaymentIntent,
  proved: boolean,
): PaymentIntent {
  if (intent.status !== 'requires_action' || !intent.payment_method) {
    throw invalidRequest(
      `This PaymentIntent has a status of ${intent.status}: there is nothing to authenticate.`,
      'payment_intent_unexpected_state',
    );
  }
  const method = findPaymentMethod(ledger, intent.payment_method);
  if (proved) return settleIntent(ledger, intent, method);
  return failIntent(ledger, intent, method, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method ' +
      'and try again.',
  });
}

/** payment_intents.cancel. @throws {StripeError} payment_intent_unexpected_state */
export function cancelIntent(
  ledger: Ledger,
  intent: PaymentIntent,
  reason: string | undefined,
): PaymentIntent {
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a ` +
        `PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
    );
  }
  const canceled = saveIntent(ledger, {
    ...intent,
    status: 'canceled',
    canceled_at: now(),
    cancellation_reason: reason ?? null,
    next_action: null,
  });
  ledger.publish('payment_intent.canceled', canceled);
  return canceled;
}

function settleIntent(ledger: Ledger, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  const { verdict } = method.card;
  const charge = chargeCard(ledger, intent, method);
  if (verdict === 'approved' || verdict === 'authentication_required') {
    const paid = saveIntent(ledger, {
      ...intent,
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      last_payment_error: null,
      next_action: null,
      payment_method: method.id,
    });
    ledger.publish('payment_intent.succeeded', paid);
    return paid;
  }
  const error: StripeErrorBody = {
    type: 'card_error',
    code: 'card_declined',
    charge: charge.id,
    ...DECLINES[verdict],
  };
  const failed = failIntent(ledger, { ...intent, latest_charge: charge.id }, method, error);
  throw new StripeError(402, {
    ...error,
    payment_intent: failed,
    payment_method: describePaymentMethod(method),
  });
}

function failIntent(
  ledger: Ledger,
  intent: PaymentIntent,
  method: PaymentMethod,
  error: StripeErrorBody,
): PaymentIntent {
  const failed = saveIntent(ledger, {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: withDocs({ ...error, payment_method: describePaymentMethod(method) }),
    next_action: null,
    payment_method: null,
  });
  ledger.publish('payment_intent.payment_failed', failed);
  return failed;
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

function describeUnconfirmable(intent: PaymentIntent): StripeError {
  if (intent.status === 'succeeded') {
    return unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously ' +
        'confirmed.',
    );
  }
  return unexpectedState(
    intent,
    `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a ` +
      'PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, ' +
      'requires_action.',
  );
}

function unexpectedState(intent: PaymentIntent, message: string): StripeError {
  return new StripeError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  });
}

function saveIntent(ledger: Ledger, intent: PaymentIntent): PaymentIntent {
  ledger.intents.put(intent.id, intent);
  return intent;
}
