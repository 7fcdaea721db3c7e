import type Stripe from 'stripe';

/** What we read of Stripe's objects. */

/** The parts of a PaymentIntent that we use. Its id is our payment id. Amounts are in integer cents. */
export type Intent = {
  paymentId: string;
  amount: number;
  currency: string;
  status: Stripe.PaymentIntent.Status;
  /** Whether it was fully refunded, by us or in Stripe's dashboard. */
  isRefunded: boolean;
  clientSecret: string;
  metadata: Record<string, string>;
  /** What Stripe has taken for it, as far as it says so yet. */
  fees: StripeFee[];
};

/** What Stripe takes for a charge or a dispute, in cents of the account's own currency. Below 0 if it gives it back. */
export type StripeFee = { stripeId: string; amount: number; currency: string };

/** A refund at Stripe. Amounts are in integer cents. */
export type StripeRefund = {
  stripeId: string;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  /** Ours. Missing if the refund was made in Stripe's dashboard. */
  refundId?: string;
  attempt?: number;
  /** Why it failed, in Stripe's words. */
  failure?: string;
};

/** Somebody told their bank that they did not agree to a payment. Amounts are in integer cents. */
export type StripeDispute = {
  stripeId: string;
  amount: number;
  state: 'open' | 'won' | 'lost';
  /** Stripe's own word for how far it is, such as `warning_needs_response`. */
  status: string;
  /** The payment can still be refunded: no money was taken yet, because the bank only asks about it (an inquiry). */
  isRefundable: boolean;
  /** The school has lost, and asks the bank to decide again. */
  isAppeal: boolean;
  /** When Stripe wants the school's answer. Missing if it waits for none. */
  dueBy?: Date;
  /** When the bank reported it. */
  at: Date;
  fees: StripeFee[];
};

/** Reads a PaymentIntent. Its charge has to be expanded for `isRefunded`, and the charge's balance transaction for `fees`. */
export function toIntent(intent: Stripe.PaymentIntent): Intent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    paymentId: intent.id,
    amount: intent.amount,
    currency: intent.currency,
    status: intent.status,
    isRefunded: Boolean(charge?.refunded),
    clientSecret: intent.client_secret ?? '',
    metadata: intent.metadata,
    fees: toFees([charge?.balance_transaction]),
  };
}

/** Stripe names what it has not worked out yet as null, or by its id alone. */
function toFees(
  transactions: (string | Stripe.BalanceTransaction | null | undefined)[],
): StripeFee[] {
  return transactions
    .filter((one) => typeof one === 'object' && one !== null)
    .filter(({ fee }) => fee !== 0)
    .map(({ id, fee, currency }) => ({ stripeId: id, amount: fee, currency }));
}

/** Reads a refund. */
export function toRefund(refund: Stripe.Refund): StripeRefund {
  const { refundId, attempt } = refund.metadata ?? {};
  const failure = refund.failure_reason?.replaceAll('_', ' ');
  return {
    stripeId: refund.id,
    amount: refund.amount,
    status: REFUND_STATUSES.get(refund.status ?? '') ?? 'pending',
    ...(refundId && { refundId, attempt: Number(attempt) }),
    ...(failure && { failure }),
  };
}

/** Any other status means that Stripe is not done. */
const REFUND_STATUSES = new Map<string, StripeRefund['status']>([
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

/** The PaymentIntent's id in an event about an intent, a charge, a refund or a dispute. */
export function findPaymentId(object: object): string | undefined {
  const { id, object: type, payment_intent } = object as Record<string, unknown>;
  const found = type === 'payment_intent' ? id : payment_intent;
  return typeof found === 'string' ? found : undefined;
}

/** Reads a dispute. */
export function toDispute(dispute: Stripe.Dispute): StripeDispute {
  const { due_by } = dispute.evidence_details;
  return {
    stripeId: dispute.id,
    amount: dispute.amount,
    state: DISPUTE_STATES.get(dispute.status) ?? 'open',
    status: dispute.status,
    isRefundable: dispute.is_charge_refundable,
    isAppeal: APPEALS.includes(dispute.status),
    ...(due_by && { dueBy: new Date(due_by * 1_000) }),
    at: new Date(dispute.created * 1_000),
    fees: toFees(dispute.balance_transactions),
  };
}

/** Any other status means that the bank has not decided. A question that the bank has dropped counts as won. */
const DISPUTE_STATES = new Map<string, StripeDispute['state']>([
  ['won', 'won'],
  ['prevented', 'won'],
  ['warning_closed', 'won'],
  ['lost', 'lost'],
]);

const APPEALS: Stripe.Dispute.Status[] = ['appeal_needs_response', 'appeal_under_review'];
