import { bookCharge } from './balance-transactions.ts';
import type { Decline } from './cards.ts';
import { createId, now } from './ids.ts';
import type { PaymentIntent } from './create-intent.ts';
import { describeCard, describePerson, type Ledger, type PaymentMethod } from './objects.ts';
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

function buildCharge(intent: PaymentIntent, method: PaymentMethod, decline: Decline | undefined) {
  return {
    id: createId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null as string | null,
    billing_details: describePerson(method.billing_details),
    calculated_statement_descriptor: 'SPEAKIFYR',
    captured: !decline,
    created: now(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline ? 'card_declined' : null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: describeOutcome(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        ...describeCard(method.card),
        amount_authorized: decline ? null : intent.amount,
        authorization_code: null,
        electronic_commerce_indicator: null,
        installments: null,
        mandate: null,
        network: method.card.brand,
        network_transaction_id: null,
        three_d_secure: null,
        transaction_link_id: null,
      },
    },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

/** What the bank said, https://docs.stripe.com/declines */
function describeOutcome(decline: Decline | undefined) {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.decline_code ?? null,
    risk_level: 'normal',
    seller_message: decline ? 'The bank declined the payment.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

/** @throws {StripeError} resource_missing */
export function findCharge(ledger: Ledger, id: string): Charge {
  const charge = ledger.charges.get(id);
  if (!charge) throw missingResource('charge', id, 'id');
  return charge;
}
