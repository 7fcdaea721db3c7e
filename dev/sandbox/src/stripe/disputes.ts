import { findCharge } from './charges.ts';
import { createId, now } from './ids.ts';
import type { Ledger } from './objects.ts';
import { invalidRequest, missingResource } from './stripe-error.ts';

/** What may become of a dispute: https://docs.stripe.com/api/disputes/object */
export type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost';

export type Dispute = ReturnType<typeof buildDispute>;

const WEEK_SECONDS = 7 * 24 * 3600;

/**
 * Somebody tells their bank that they did not agree to a payment. The bank takes back what is left of it until the
 * dispute is closed.
 * @throws {StripeError} if nothing is left of the payment, or its last dispute is open or lost
 */
export function openDispute(ledger: Ledger, chargeId: string): Dispute {
  const charge = findCharge(ledger, chargeId);
  if (!charge.paid || charge.refunded || isChargedBack(ledger, chargeId))
    throw invalidRequest(`Charge ${chargeId} cannot be disputed.`, undefined, 'charge');
  const dispute = buildDispute(charge);
  ledger.disputes.put(dispute.id, dispute);
  ledger.charges.put(chargeId, { ...charge, disputed: true });
  ledger.publish('charge.dispute.created', dispute);
  return dispute;
}

function buildDispute(charge: ReturnType<typeof findCharge>) {
  return {
    id: createId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    evidence_details: { due_by: now() + WEEK_SECONDS, has_evidence: false, past_due: false },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response' as DisputeStatus,
  };
}

/** The school has answered, or the bank has decided. @throws {StripeError} if the dispute is closed */
export function changeDispute(ledger: Ledger, id: string, status: DisputeStatus): void {
  const before = findDispute(ledger, id);
  if (isClosed(before)) throw invalidRequest(`Dispute ${id} is already closed.`);
  const dispute = { ...before, status };
  ledger.disputes.put(id, dispute);
  ledger.publish(isClosed(dispute) ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute);
}

/** Whether the bank has the money of a charge, for now or for good. Nothing can be refunded then. */
export function isChargedBack(ledger: Ledger, chargeId: string): boolean {
  return ledger.disputes
    .rows()
    .some(({ charge, status }) => charge === chargeId && status !== 'won');
}

export function isClosed({ status }: Dispute): boolean {
  return status === 'won' || status === 'lost';
}

/** disputes.retrieve. @throws {StripeError} resource_missing */
export function findDispute(ledger: Ledger, id: string): Dispute {
  const dispute = ledger.disputes.get(id);
  if (!dispute) throw missingResource('dispute', id, 'dispute');
  return dispute;
}
