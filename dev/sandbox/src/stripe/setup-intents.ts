import { checkTypes } from './create-intent.ts';
import { attach, checkOwner, findCustomer } from './customers.ts';
import { createId, now } from './ids.ts';
import { describePaymentMethod, type Ledger, type PaymentMethod } from './objects.ts';
import { list, oneOf, text } from './parameters.ts';
import { findPaymentMethod } from './cards.ts';
import { invalidRequest, missingResource, StripeError } from './stripe-error.ts';
import { DECLINES, type Verdict } from './test-cards.ts';

/** A SetupIntent saves a card without a payment. https://docs.stripe.com/payments/setup-intents */

/** The parameters of setup_intents.create. */
export const SETUP_SHAPE = {
  customer: text,
  usage: oneOf('off_session').optional(),
  allowed_payment_method_types: list,
};

export type SetupIntent = ReturnType<typeof buildSetup>;

/** When it may be confirmed. */
const OPEN = ['requires_payment_method', 'requires_action'];

type SetupRequest = { customer: string; allowed_payment_method_types: string[] };

/** setup_intents.create. */
export function createSetup(ledger: Ledger, request: SetupRequest): SetupIntent {
  findCustomer(ledger, request.customer);
  checkTypes(request.allowed_payment_method_types);
  return save(ledger, buildSetup(request));
}

/** The fields of Stripe's setup intent that somebody reads. */
function buildSetup({ customer }: SetupRequest) {
  const id = createId('seti');
  return {
    id,
    object: 'setup_intent',
    client_secret: createId(`${id}_secret`, 25),
    created: now(),
    customer,
    last_setup_error: null as object | null,
    livemode: false,
    next_action: null as object | null,
    payment_method: null as string | null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
  };
}

/** setup_intents.retrieve. @throws {StripeError} resource_missing */
export function findSetup(ledger: Ledger, id: string): SetupIntent {
  const setup = ledger.setups.get(id);
  if (!setup) throw missingResource('setupintent', id, 'intent');
  return setup;
}

/**
 * setup_intents.confirm.
 * @param authenticationPage where the bank asks its question, for cards with 3-D Secure
 * @throws {StripeError} 402 when the bank refuses; it can then be confirmed again
 */
export function confirmSetup(
  ledger: Ledger,
  setup: SetupIntent,
  method: PaymentMethod | undefined,
  authenticationPage: string,
): SetupIntent {
  if (!OPEN.includes(setup.status)) throw unexpectedState(setup, 'confirm');
  if (!method)
    throw invalidRequest(
      'You cannot confirm this SetupIntent because it’s missing a payment method.',
      'setup_intent_unexpected_state',
    );
  checkOwner(method, setup.customer);
  const { verdict, isSaved } = method.card;
  if (isDecline(verdict) && !isSaved) {
    const shown = describePaymentMethod(method);
    const error = { type: 'card_error' as const, ...DECLINES[verdict], payment_method: shown };
    const failed = save(ledger, { ...setup, ...NO_CARD, last_setup_error: error });
    throw new StripeError(402, { ...error, setup_intent: failed });
  }
  if (!verdict.startsWith('authentication')) return succeed(ledger, setup, method);
  return save(ledger, {
    ...setup,
    status: 'requires_action',
    payment_method: method.id,
    last_setup_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: authenticationPage },
    },
  });
}

/** The end of a 3-D Secure dialog. */
export function authenticateSetup(
  ledger: Ledger,
  setup: SetupIntent,
  proved: boolean,
): SetupIntent {
  if (setup.status !== 'requires_action' || !setup.payment_method)
    throw unexpectedState(setup, 'authenticate');
  const method = findPaymentMethod(ledger, setup.payment_method);
  if (proved) return succeed(ledger, setup, method);
  const last_setup_error = {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method ' +
      'and try again.',
    payment_method: describePaymentMethod(method),
  };
  return save(ledger, { ...setup, ...NO_CARD, last_setup_error });
}

const NO_CARD = { status: 'requires_payment_method', payment_method: null, next_action: null };

function succeed(ledger: Ledger, setup: SetupIntent, method: PaymentMethod): SetupIntent {
  attach(ledger, method, setup.customer);
  return save(ledger, {
    ...setup,
    status: 'succeeded',
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
  });
}

function isDecline(verdict: Verdict): verdict is keyof typeof DECLINES {
  return verdict in DECLINES;
}

function unexpectedState(setup: SetupIntent, act: string): StripeError {
  return new StripeError(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message: `You cannot ${act} this SetupIntent because it has a status of ${setup.status}.`,
    setup_intent: setup,
  });
}

function save(ledger: Ledger, setup: SetupIntent): SetupIntent {
  ledger.setups.put(setup.id, setup);
  return setup;
}
