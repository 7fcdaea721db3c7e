import type { z } from 'zod';
import { findCharge, type Charge } from './charges.ts';
import { createId, now } from './ids.ts';
import type { Ledger } from './objects.ts';
import { integer, metadata, oneOf, text } from './parameters.ts';
import { findIntent } from './payment-intents.ts';
import { invalidRequest, missingResource } from './stripe-error.ts';

/** The parameters of refunds.create. */
export const REFUND_SHAPE = {
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: integer.optional(),
  metadata,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
};

type RefundRequest = z.output<z.ZodObject<typeof REFUND_SHAPE>>;
export type Refund = ReturnType<typeof buildRefund>;

/**
 * refunds.create: returns everything that is left of a charge, or the given amount.
 * @throws {StripeError} charge_already_refunded, or when the amount is more than what is left
 */
export function createRefund(ledger: Ledger, request: RefundRequest): Refund {
  const charge = findPaidCharge(ledger, request);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(
      `Charge ${charge.id} has already been refunded.`,
      'charge_already_refunded',
    );
  }
  const amount = request.amount ?? left;
  if (amount === 0) {
    throw invalidRequest('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  }
  if (amount > left) {
    const most = charge.amount_refunded > 0 ? 'unrefunded amount on charge' : 'charge amount';
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than ${most} (${dollars(left)})`,
      undefined,
      'amount',
    );
  }
  const refund = buildRefund(charge, amount, request);
  ledger.refunds.put(refund.id, refund);
  const refunded = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  };
  ledger.charges.put(charge.id, refunded);
  ledger.publish('charge.refunded', refunded);
  return refund;
}

function buildRefund(charge: Charge, amount: number, { metadata, reason }: RefundRequest) {
  return {
    id: createId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    reason: reason ?? null,
    status: 'succeeded',
  };
}

/** refunds.retrieve. @throws {StripeError} resource_missing */
export function findRefund(ledger: Ledger, id: string): Refund {
  const refund = ledger.refunds.get(id);
  if (!refund) throw missingResource('refund', id, 'refund');
  return refund;
}

function findPaidCharge(ledger: Ledger, { payment_intent, charge }: RefundRequest): Charge {
  if (charge) {
    const found = findCharge(ledger, charge);
    if (found.paid) return found;
    throw invalidRequest(
      `Charge ${charge} failed: there is nothing to refund.`,
      undefined,
      'charge',
    );
  }
  if (!payment_intent) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  }
  const intent = findIntent(ledger, payment_intent, 'payment_intent');
  if (intent.status === 'succeeded' && intent.latest_charge) {
    return findCharge(ledger, intent.latest_charge);
  }
  throw invalidRequest(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    undefined,
    'payment_intent',
  );
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
