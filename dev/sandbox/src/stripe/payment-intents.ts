import { findPaymentMethod } from './cards.ts';
import { chargeCard } from './charges.ts';
import type { PaymentIntent } from './create-intent.ts';
import { attach, checkOwner } from './customers.ts';
import { describePaymentMethod, type Ledger, type PaymentMethod } from './objects.ts';
import { openDispute } from './disputes.ts';
import {
  invalidRequest,
  missingResource,
  StripeError,
  type StripeErrorBody,
} from './stripe-error.ts';
import { type Decline, DECLINES, PAYER_IS_NEEDED } from './test-cards.ts';

/** When an intent may be confirmed and canceled: https://docs.stripe.com/payments/paymentintents/lifecycle */
const OPEN = ['requires_payment_method', 'requires_action'];

/** payment_intents.retrieve. @throws {StripeError} resource_missing */
export function findIntent(ledger: Ledger, id: string, param = 'intent'): PaymentIntent {
  const intent = ledger.intents.get(id);
  if (!intent) throw missingResource('payment_intent', id, param);
  return intent;
}

/**
 * payment_intents.confirm, called by our server and by the card field.
 * @param method the card to use; by default the one that the intent has
 * @param how.authenticationPage where the bank asks its question, for cards with 3-D Secure
 * @param how.isOffSession the payer is not there to answer it
 * @returns the intent: succeeded, processing, or requires_action
 * @throws {StripeError} 402 when the bank refuses; the intent can then be confirmed again
 */
export function confirmIntent(
  ledger: Ledger,
  intent: PaymentIntent,
  method: PaymentMethod | undefined,
  { authenticationPage, isOffSession }: { authenticationPage: string; isOffSession: boolean },
): PaymentIntent {
  if (!OPEN.includes(intent.status)) throw unexpectedState(intent, 'confirm');
  const card =
    method ?? (intent.payment_method && findPaymentMethod(ledger, intent.payment_method));
  if (!card) {
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it’s missing a payment method.',
      'payment_intent_unexpected_state',
    );
  }
  checkOwner(card, intent.customer);
  const { verdict } = card.card;
  if (verdict === 'processing') return startProcessing(ledger, intent, card);
  // Its owner has proved that it is theirs when it was saved.
  const isProved = verdict === 'authentication_on_setup' && card.customer !== null;
  if (verdict === 'approved' || isProved) return settleIntent(ledger, intent, card, undefined);
  if (verdict !== 'authentication_required' && verdict !== 'authentication_on_setup')
    return settleIntent(ledger, intent, card, DECLINES[verdict]);
  if (isOffSession) return settleIntent(ledger, intent, card, PAYER_IS_NEEDED);
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

/** The end of a 3-D Secure dialog. @param proved otherwise the intent stays open for another card */
export function authenticateIntent(
  ledger: Ledger,
  intent: PaymentIntent,
  proved: boolean,
): PaymentIntent {
  if (intent.status !== 'requires_action' || !intent.payment_method) {
    throw unexpectedState(intent, 'authenticate');
  }
  const method = findPaymentMethod(ledger, intent.payment_method);
  if (proved) return settleIntent(ledger, intent, method, undefined);
  return failIntent(ledger, intent, method, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method ' +
      'and try again.',
  });
}

/** The bank needs hours or days. Stripe charges the card only then. */
function startProcessing(
  ledger: Ledger,
  intent: PaymentIntent,
  method: PaymentMethod,
): PaymentIntent {
  const waiting = saveIntent(ledger, {
    ...intent,
    status: 'processing',
    processing: { type: 'card', card: {} },
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  });
  ledger.publish('payment_intent.processing', waiting);
  return waiting;
}

/** The bank of a processing payment has decided. @throws {StripeError} payment_intent_unexpected_state */
export function endProcessing(
  ledger: Ledger,
  intent: PaymentIntent,
  outcome: 'succeeded' | 'payment_failed',
): void {
  if (intent.status !== 'processing' || !intent.payment_method)
    throw unexpectedState(intent, 'decide about');
  const method = findPaymentMethod(ledger, intent.payment_method);
  const ended = { ...intent, processing: null };
  if (outcome === 'succeeded') settleIntent(ledger, ended, method, undefined);
  else declineIntent(ledger, ended, method, DECLINES.generic_decline);
}

/** Stripe cancels a processing payment only "in rare cases", so here it never does. @throws {StripeError} */
export function cancelIntent(ledger: Ledger, intent: PaymentIntent): PaymentIntent {
  if (!OPEN.includes(intent.status)) throw unexpectedState(intent, 'cancel');
  const canceled = saveIntent(ledger, { ...intent, status: 'canceled', next_action: null });
  ledger.publish('payment_intent.canceled', canceled);
  return canceled;
}

/** @throws {StripeError} 402 if the bank declines */
function settleIntent(
  ledger: Ledger,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline | undefined,
): PaymentIntent {
  if (decline) {
    const { failed, error } = declineIntent(ledger, intent, method, decline);
    throw new StripeError(402, {
      ...error,
      payment_intent: failed,
      payment_method: describePaymentMethod(method),
    });
  }
  const charge = chargeCard(ledger, intent, method, undefined);
  const paid = saveIntent(ledger, {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
    payment_method: method.id,
  });
  if (intent.customer && intent.setup_future_usage) attach(ledger, method, intent.customer);
  ledger.publish('payment_intent.succeeded', paid);
  if (method.card.isDisputed) openDispute(ledger, charge.id);
  return paid;
}

function declineIntent(
  ledger: Ledger,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
) {
  const charge = chargeCard(ledger, intent, method, decline);
  const error: StripeErrorBody = {
    type: 'card_error',
    charge: charge.id,
    ...decline,
  };
  const failed = failIntent(ledger, { ...intent, latest_charge: charge.id }, method, error);
  return { failed, error };
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
    last_payment_error: { ...error, payment_method: describePaymentMethod(method) },
    next_action: null,
    payment_method: null,
  });
  ledger.publish('payment_intent.payment_failed', failed);
  return failed;
}

function unexpectedState(intent: PaymentIntent, act: string): StripeError {
  return new StripeError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${act} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: intent,
  });
}

function saveIntent(ledger: Ledger, intent: PaymentIntent): PaymentIntent {
  ledger.intents.put(intent.id, intent);
  return intent;
}
