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
  /** Stripe's fees for it, as far as reported yet. */
  fees: StripeFee[];
  /** The last four digits of the card that it was paid with. */
  last4?: string;
  /** The card that it was paid with and saved, and for which customer. */
  savedCard?: SavedCard & { customerId: string };
  /** Why its last card was declined, if nothing was paid since. */
  decline?: Decline;
};

/** A card that Stripe keeps for a customer, with what its owner knows it by. */
export type SavedCard = {
  cardId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
};

/** Why a bank declined a card. */
export type Decline = {
  /** Stripe's word for the bank's reason, such as `insufficient_funds`. https://docs.stripe.com/declines/codes */
  code: string;
  /**
   * What may help: the same card on a later day, another card, or the payer, whom the bank wants to ask.
   * https://docs.stripe.com/declines/card#advice-codes
   */
  advice: 'later' | 'another card' | 'the payer';
  /** Missing if it was not even asked. */
  cardId?: string;
};

/** Stripe's fee for a charge or a dispute, in cents of the account's own currency. Below 0 if given back. */
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
  /** Stripe's own word for its status, such as `warning_needs_response`. */
  status: string;
  /** The payment can still be refunded: no money was taken yet, because the bank only asks about it (an inquiry). */
  isRefundable: boolean;
  /** The school has lost, and asks the bank to decide again. */
  isAppeal: boolean;
  /** Stripe's deadline for the school's answer. Missing if it waits for none. */
  dueBy?: Date;
  /** When the bank reported it. */
  at: Date;
  fees: StripeFee[];
};

/** Reads a PaymentIntent. Expand its charge for `isRefunded`, and the charge's balance transaction for `fees`. */
export function toIntent(intent: Stripe.PaymentIntent): Intent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const { setup_future_usage, payment_method, last_payment_error, status } = intent;
  const card = charge?.payment_method_details?.card;
  const isSaved = setup_future_usage === 'off_session' && status === 'succeeded';
  const isUnpaid = status === 'requires_payment_method' || status === 'canceled';
  return {
    paymentId: intent.id,
    amount: intent.amount,
    currency: intent.currency,
    status: intent.status,
    isRefunded: Boolean(charge?.refunded),
    clientSecret: intent.client_secret ?? '',
    metadata: intent.metadata,
    fees: toFees([charge?.balance_transaction]),
    ...(card?.last4 && status === 'succeeded' && { last4: card.last4 }),
    ...(isSaved &&
      card && {
        savedCard: { ...toCard(idOf(payment_method), card), customerId: idOf(intent.customer) },
      }),
    ...(isUnpaid && last_payment_error && { decline: toDecline(last_payment_error) }),
  };
}

/** An object that was not expanded is its id alone. */
export function idOf(object: string | { id: string } | null): string {
  return typeof object === 'string' ? object : (object?.id ?? '');
}

/** A card's visible data, in a charge and in a payment method. */
type ShownCard = {
  brand: string | null;
  last4: string | null;
  exp_month: number;
  exp_year: number;
};

export function toCard(cardId: string, card: ShownCard): SavedCard {
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return { cardId, brand: brand ?? 'card', last4: last4 ?? '', expMonth, expYear };
}

/**
 * Reads why a card was declined. A bank without advice may change its mind tomorrow, unless its reason is final. R368
 */
export function toDecline(error: {
  code?: string;
  decline_code?: string;
  advice_code?: string;
  payment_method?: { id: string };
}): Decline {
  const code = error.decline_code ?? error.code ?? 'unknown';
  const cardId = error.payment_method && { cardId: error.payment_method.id };
  if (NEEDS_PAYER.includes(code)) return { code, advice: 'the payer', ...cardId };
  const { advice_code = FINAL.includes(code) ? 'do_not_try_again' : 'try_again_later' } = error;
  const advice = advice_code === 'try_again_later' ? 'later' : 'another card';
  return { code, advice, ...cardId };
}

const NEEDS_PAYER = ['authentication_required', 'payment_intent_authentication_failure'];

/** The card may be stolen, or can never be charged again: https://docs.stripe.com/declines/codes */
const FINAL = [
  'stolen_card',
  'lost_card',
  'pickup_card',
  'fraudulent',
  'restricted_card',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'stop_payment_order',
  'expired_card',
  'invalid_account',
  'new_account_information_available',
];

/** What Stripe has not worked out yet is null, or only an id. */
function toFees(
  transactions: (string | Stripe.BalanceTransaction | null | undefined)[],
): StripeFee[] {
  return transactions
    .filter((one) => typeof one === 'object' && one !== null)
    .filter(({ fee }) => fee !== 0)
    .map(({ id, fee, currency }) => ({ stripeId: id, amount: fee, currency }));
}

/** Reads a refund. */
export function toStripeRefund(refund: Stripe.Refund): StripeRefund {
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

/** Any other status means that the bank has not decided. A dropped inquiry counts as won. */
const DISPUTE_STATES = new Map<string, StripeDispute['state']>([
  ['won', 'won'],
  ['prevented', 'won'],
  ['warning_closed', 'won'],
  ['lost', 'lost'],
]);

const APPEALS: Stripe.Dispute.Status[] = ['appeal_needs_response', 'appeal_under_review'];
