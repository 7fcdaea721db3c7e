import type { Store, Table } from '../storage/store.ts';
import type { Card } from './cards.ts';
import type { Publish } from './webhooks.ts';

/** Stripe's objects, as they go over the wire and lie on disk. Amounts are in cents, times in seconds. */

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled';

export interface PaymentIntent {
  id: string;
  object: 'payment_intent';
  allowed_payment_method_types: string[] | null;
  amount: number;
  amount_received: number;
  automatic_payment_methods: { enabled: boolean; allow_redirects: string } | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: 'automatic';
  client_secret: string;
  confirmation_method: 'automatic';
  created: number;
  currency: string;
  customer: null;
  description: string | null;
  last_payment_error: object | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Record<string, string>;
  next_action: object | null;
  payment_method: string | null;
  payment_method_types: string[];
  processing: null;
  receipt_email: string | null;
  setup_future_usage: null;
  shipping: null;
  status: IntentStatus;
}

/** `card.verdict` stays with us: see `describePaymentMethod`. */
export interface PaymentMethod {
  id: string;
  created: number;
  card: Card;
  billing_details: BillingDetails;
}

export interface BillingDetails {
  name: string | null;
  email: string | null;
  phone: string | null;
  address: { postal_code: string | null };
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  billing_details: BillingDetails;
  captured: boolean;
  created: number;
  currency: string;
  description: string | null;
  disputed: false;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Record<string, string>;
  outcome: { network_status: string; reason: string | null; type: string; seller_message: string };
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: { type: 'card'; card: object };
  receipt_email: string | null;
  refunded: boolean;
  status: 'succeeded' | 'failed';
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded';
}

/** One Stripe account: its objects, and the way to tell our server about them. */
export interface Ledger {
  intents: Table<PaymentIntent>;
  methods: Table<PaymentMethod>;
  charges: Table<Charge>;
  refunds: Table<Refund>;
  publish: Publish;
}

/** Takes the account's objects from the store. */
export function loadLedger(store: Store, publish: Publish): Ledger {
  return {
    intents: store.table('payment_intents'),
    methods: store.table('payment_methods'),
    charges: store.table('charges'),
    refunds: store.table('refunds'),
    publish,
  };
}

/** A payment method as Stripe shows it. */
export function describePaymentMethod({ id, created, card, billing_details }: PaymentMethod) {
  return {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details,
    card: describeCard(card),
    created,
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

/** A card as Stripe shows it. */
export function describeCard({ brand, last4, exp_month, exp_year, verdict }: Card) {
  return {
    brand,
    last4,
    exp_month,
    exp_year,
    country: 'US',
    funding: 'credit',
    three_d_secure_usage: { supported: verdict === 'authentication_required' },
  };
}
