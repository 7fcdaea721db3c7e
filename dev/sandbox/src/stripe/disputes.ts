import { type BalanceTransaction, book, findCharge } from './charges.ts';
import { createId, now } from './ids.ts';
import type { Ledger } from './objects.ts';
import { invalidRequest, missingResource } from './stripe-error.ts';

/** What may become of a dispute: https://docs.stripe.com/api/disputes/object */
export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
  'lost',
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** What may come next. An inquiry (`warning_…`) takes no money. The school may appeal against a lost dispute. */
export const NEXT_STATUSES: Record<DisputeStatus, DisputeStatus[]> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  warning_closed: [],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  lost: ['appeal_needs_response'],
  appeal_needs_response: ['appeal_under_review', 'won', 'lost'],
  appeal_under_review: ['won', 'lost'],
  won: [],
};

export type Dispute = ReturnType<typeof buildDispute>;

const WEEK_SECONDS = 7 * 24 * 3600;
/** What Stripe takes for a dispute. */
const FEE_CENTS = 1_500;

/** A payer's bank takes back what is left of a payment, or only asks. @throws {StripeError} if it can't */
export function openDispute(
  ledger: Ledger,
  chargeId: string,
  status: DisputeStatus = 'needs_response',
): Dispute {
  const charge = findCharge(ledger, chargeId);
  const isOpen = ledger.disputes.rows().some((one) => one.charge === chargeId && !isClosed(one));
  if (!charge.paid || charge.refunded || isOpen || isChargedBack(ledger, chargeId))
    throw invalidRequest(`Charge ${chargeId} cannot be disputed.`, undefined, 'charge');
  const dispute = takeMoney(ledger, buildDispute(charge, status));
  ledger.disputes.put(dispute.id, dispute);
  ledger.charges.put(chargeId, { ...charge, disputed: true });
  ledger.publish('charge.dispute.created', dispute);
  return dispute;
}

/** The fields of Stripe's dispute that somebody reads. */
function buildDispute(charge: ReturnType<typeof findCharge>, status: DisputeStatus) {
  return {
    id: createId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [] as BalanceTransaction[],
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    evidence_details: { due_by: now() + WEEK_SECONDS },
    is_charge_refundable: isInquiry(status),
    livemode: false,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status,
  };
}

/** The bank takes the money once, unless it only asks. */
function takeMoney(ledger: Ledger, dispute: Dispute): Dispute {
  if (WITHOUT_MONEY.includes(dispute.status) || dispute.balance_transactions.length > 0)
    return dispute;
  const booking = { amount: -dispute.amount, fee: FEE_CENTS, type: 'adjustment' as const };
  return { ...dispute, balance_transactions: [book(ledger, dispute, booking)] };
}

/** The school has answered, or the bank has decided. @throws {StripeError} if this can't come next */
export function changeDispute(ledger: Ledger, id: string, status: DisputeStatus): void {
  const before = findDispute(ledger, id);
  if (!NEXT_STATUSES[before.status].includes(status))
    throw invalidRequest(`Dispute ${id} is ${before.status}: it cannot become ${status}.`);
  const dispute = takeMoney(ledger, {
    ...before,
    status,
    is_charge_refundable: isInquiry(status),
  });
  ledger.disputes.put(id, dispute);
  ledger.publish(isClosed(dispute) ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute);
}

/** The bank has nothing to ask anymore once all of the payment went back. */
export function closeInquiry(ledger: Ledger, chargeId: string): void {
  const open = ledger.disputes
    .rows()
    .find(({ charge, status }) => charge === chargeId && isInquiry(status));
  if (open) changeDispute(ledger, open.id, 'warning_closed');
}

/** Whether the bank has the money of a charge, for now or for good. Nothing can be refunded then. */
export function isChargedBack(ledger: Ledger, chargeId: string): boolean {
  return ledger.disputes
    .rows()
    .some(({ charge, status }) => charge === chargeId && !WITHOUT_MONEY.includes(status));
}

const INQUIRY: DisputeStatus[] = ['warning_needs_response', 'warning_under_review'];
const WITHOUT_MONEY: DisputeStatus[] = [...INQUIRY, 'warning_closed', 'won'];

function isInquiry(status: DisputeStatus): boolean {
  return INQUIRY.includes(status);
}

function isClosed({ status }: Dispute): boolean {
  return ['won', 'lost', 'warning_closed'].includes(status);
}

/** disputes.retrieve. @throws {StripeError} resource_missing */
export function findDispute(ledger: Ledger, id: string): Dispute {
  const dispute = ledger.disputes.get(id);
  if (!dispute) throw missingResource('dispute', id, 'dispute');
  return dispute;
}
