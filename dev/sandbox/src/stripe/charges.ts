import { bookCharge } from './balance-transactions.ts';
import type { Decline } from './cards.ts';
import { createId, now } from './ids.ts';
import type { PaymentIntent } from './create-intent.ts';
import { describeCard, type Ledger, type PaymentMethod } from './objects.ts';
import { missingResource } from './stripe-error.ts';

export type Charge = ReturnType<typeof buildCharge>;

/** Charges a card for an intent and saves the outcome. A charge that its bank declined is a charge too. */
export function chargeCard(
  ledger: Ledger,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline | undefined,
): Charge {
  const built = buildCharge(intent, method, decline);
  const balance_transaction = decline ? null : bookCharge(ledger, built).id;
  const charge = { ...built, balance_transaction };
  ledger.charges.put(charge.id, charge);
  return charge;
}

/** The fields of Stripe's charge that somebody reads. */
function buildCharge(intent: PaymentIntent, method: PaymentMethod, decline: Decline | undefined) {
  return {
    id: createId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    balance_transaction: null as string | null,
    billing_details: method.billing_details,
    captured: !decline,
    created: now(),
    currency: intent.currency,
    disputed: false,
    failure_code: decline ? 'card_declined' : null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: describeCard(method.card),
    },
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
  };
}

/** @throws {StripeError} resource_missing */
export function findCharge(ledger: Ledger, id: string): Charge {
  const charge = ledger.charges.get(id);
  if (!charge) throw missingResource('charge', id, 'id');
  return charge;
}
