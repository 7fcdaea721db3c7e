import type * as z from 'zod';
import { findPaymentMethod } from './cards.ts';
import type { RefundVerdict } from './test-cards.ts';
import { type Charge, findCharge } from './charges.ts';
import { createId, now } from './ids.ts';
import type { Ledger } from './objects.ts';
import { integer, metadata, text } from './parameters.ts';
import { findIntent } from './payment-intents.ts';
import { closeInquiry, isChargedBack } from './disputes.ts';
import { invalidRequest, missingResource } from './stripe-error.ts';

/** The parameters of refunds.create. */
export const REFUND_SHAPE = {
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: integer.optional(),
  metadata,
};

const NO_FUNDS = 'insufficient_funds';

type RefundRequest = z.output<z.ZodObject<typeof REFUND_SHAPE>>;
export type Refund = ReturnType<typeof buildRefund>;

/**
 * refunds.create: returns everything that is left of a charge, or the given amount.
 * @throws {StripeError} charge_disputed, charge_already_refunded, or when the amount is more than what is left
 */
export function createRefund(ledger: Ledger, request: RefundRequest): Refund {
  const charge = findPaidCharge(ledger, request);
  if (isChargedBack(ledger, charge.id)) {
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge_disputed',
    );
  }
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
  const refund = buildRefund(charge, amount, request, findPendingReason(ledger, charge, amount));
  ledger.refunds.put(refund.id, refund);
  const refunded = returnMoney(ledger, charge, amount);
  ledger.publish('refund.created', refund);
  // For partial refunds too.
  ledger.publish('charge.refunded', refunded);
  if (refunded.refunded) closeInquiry(ledger, charge.id);
  finishLater(ledger, refund);
  return refund;
}

/** Changes what a charge has returned. @param amount negative if a refund failed, so that it can be made again */
function returnMoney(ledger: Ledger, charge: Charge, amount: number): Charge {
  const amount_refunded = charge.amount_refunded + amount;
  const refunded = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount };
  ledger.charges.put(charge.id, refunded);
  return refunded;
}

function findVerdict(ledger: Ledger, charge: Charge): RefundVerdict | undefined {
  return findPaymentMethod(ledger, charge.payment_method).card.refunds;
}

/** The fields of Stripe's refund that somebody reads. */
function buildRefund(
  charge: Charge,
  amount: number,
  { metadata }: RefundRequest,
  pending_reason: string | undefined,
) {
  return {
    id: createId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    failure_reason: undefined as string | undefined,
    metadata,
    payment_intent: charge.payment_intent,
    pending_reason,
    status: pending_reason ? 'pending' : 'succeeded',
  };
}

/** Why a refund has to wait, if it has to. If the balance is too low, it waits until somebody tops it up. */
function findPendingReason(ledger: Ledger, charge: Charge, amount: number): string | undefined {
  if (findVerdict(ledger, charge) === 'pending') return 'processing';
  return takeFromBalance(ledger, amount) ? undefined : NO_FUNDS;
}

/** @returns whether the balance was high enough, or is not limited */
function takeFromBalance(ledger: Ledger, amount: number): boolean {
  const available = readBalance(ledger);
  if (available === undefined) return true;
  if (available < amount) return false;
  ledger.balance.put('available', available - amount);
  return true;
}

/** In cents; undefined if it is not limited. */
export function readBalance(ledger: Ledger): number | undefined {
  return ledger.balance.get('available');
}

/** Sets the balance in cents, or lifts its limit. Refunds that waited for money are made, the oldest first. */
export function setBalance(ledger: Ledger, available: number | undefined): void {
  if (available === undefined) ledger.balance.remove('available');
  else ledger.balance.put('available', available);
  for (const { id, amount, pending_reason } of ledger.refunds.rows())
    if (pending_reason === NO_FUNDS && takeFromBalance(ledger, amount))
      finishLater(ledger, changeRefund(ledger, id, { status: 'succeeded' }));
}

/** How long a refund takes that doesn't end at once. Stripe takes seconds in test mode, and days with real cards. */
const LATER_MS = 1_000;

/** Brings a refund to its end a moment later, if its card is one of those. */
function finishLater(ledger: Ledger, { id, charge, status }: Refund): void {
  const verdict = findVerdict(ledger, findCharge(ledger, charge));
  if (verdict === 'pending' && status === 'pending')
    ledger.later(() => void changeRefund(ledger, id, { status: 'succeeded' }), LATER_MS);
  if (verdict === 'failing' && status === 'succeeded')
    ledger.later(() => failRefund(ledger, id), LATER_MS);
}

/** Continues after a restart. */
export function finishRefunds(ledger: Ledger): void {
  for (const refund of ledger.refunds.rows()) finishLater(ledger, refund);
}

function changeRefund(
  ledger: Ledger,
  id: string,
  change: Pick<Refund, 'status'> & Partial<Refund>,
): Refund {
  const refund = { ...findRefund(ledger, id), ...change, pending_reason: undefined };
  ledger.refunds.put(id, refund);
  ledger.publish('refund.updated', refund);
  return refund;
}

/** A bank may send the money back, days after the refund succeeded. Then Stripe has it again. */
function failRefund(ledger: Ledger, id: string): void {
  const refund = changeRefund(ledger, id, {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  returnMoney(ledger, findCharge(ledger, refund.charge), -refund.amount);
  ledger.publish('refund.failed', refund);
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
