import { createId, now } from './ids.ts';
import type { PaymentIntent } from './create-intent.ts';
import { describeCard, type Ledger, type PaymentMethod } from './objects.ts';
import { missingResource } from './stripe-error.ts';
import type { Decline } from './test-cards.ts';

export type Charge = ReturnType<typeof buildCharge>;

/** What Stripe takes for a card payment in the USA: https://stripe.com/pricing */
const CARD_SHARE = 0.029;
const CARD_CENTS = 30;

/** Charges a card for an intent and saves the outcome. A charge that its bank declined is a charge too. */
export function chargeCard(
  ledger: Ledger,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline | undefined,
): Charge {
  const built = buildCharge(intent, method, decline);
  const { amount } = built;
  const fee = Math.round(amount * CARD_SHARE) + CARD_CENTS;
  const booked = decline ? undefined : book(ledger, built, { amount, fee, type: 'charge' });
  const charge = { ...built, balance_transaction: booked?.id ?? null };
  ledger.charges.put(charge.id, charge);
  return charge;
}

/** The fields of Stripe's charge that somebody reads. */
function buildCharge(intent: PaymentIntent, method: PaymentMethod, decline: Decline | undefined) {
  return {
    id: createId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    balance_transaction: null as string | null,
    billing_details: method.billing_details,
    created: now(),
    currency: intent.currency,
    disputed: false,
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

export type BalanceTransaction = ReturnType<typeof buildTransaction>;

type Booking = { amount: number; fee: number; type: 'charge' | 'adjustment' };

/** Money reaches the account or leaves it, and Stripe takes a fee. */
export function book(
  ledger: Ledger,
  source: { id: string; currency: string },
  booking: Booking,
): BalanceTransaction {
  const transaction = buildTransaction(source, booking);
  ledger.balanceTransactions.put(transaction.id, transaction);
  return transaction;
}

/** The fields of Stripe's balance transaction that somebody reads. */
function buildTransaction(
  { id: source, currency }: { id: string; currency: string },
  { amount, fee, type }: Booking,
) {
  return {
    id: createId('txn'),
    object: 'balance_transaction',
    amount,
    created: now(),
    currency,
    fee,
    net: amount - fee,
    source,
    type,
  };
}

/** @throws {StripeError} resource_missing */
export function findBalanceTransaction(ledger: Ledger, id: string): BalanceTransaction {
  const found = ledger.balanceTransactions.get(id);
  if (!found) throw missingResource('balance_transaction', id, 'id');
  return found;
}
