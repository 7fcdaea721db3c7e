import type { Store, Table } from '../storage/store.ts';
import type { BalanceTransaction } from './balance-transactions.ts';
import type { Card } from './cards.ts';
import type { Charge } from './charges.ts';
import type { PaymentIntent } from './create-intent.ts';
import type { Dispute } from './disputes.ts';
import type { Refund } from './refunds.ts';
import type { Publish } from './webhooks.ts';

/** Stripe's objects, as they are sent and stored. Amounts are in cents, times in seconds. */

/** `card.verdict` is never sent: see `describePaymentMethod`. */
export interface PaymentMethod {
  id: string;
  created: number;
  card: Card;
  billing_details: BillingDetails;
}

export interface BillingDetails {
  name: string | null;
  email: string | null;
  postal_code: string | null;
}

/** One Stripe account: its objects, and a function that sends events about them. */
export interface Ledger {
  intents: Table<PaymentIntent>;
  methods: Table<PaymentMethod>;
  charges: Table<Charge>;
  refunds: Table<Refund>;
  disputes: Table<Dispute>;
  balanceTransactions: Table<BalanceTransaction>;
  /** Has one row if the balance is limited: `available`, in cents. */
  balance: Table<number>;
  publish: Publish;
  /** Does something after a while, unless the sandbox stops before. */
  later: (work: () => void, milliseconds: number) => void;
}

/** Reads the account's objects from the store. */
export function loadLedger(
  store: Store,
  { publish, later }: Pick<Ledger, 'publish' | 'later'>,
): Ledger {
  return {
    intents: store.table('payment_intents'),
    methods: store.table('payment_methods'),
    charges: store.table('charges'),
    refunds: store.table('refunds'),
    disputes: store.table('disputes'),
    balanceTransactions: store.table('balance_transactions'),
    balance: store.table('balance'),
    publish,
    later,
  };
}

/** A payment method as Stripe shows it. */
export function describePaymentMethod({ id, created, card, billing_details }: PaymentMethod) {
  return {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: describePerson(billing_details),
    card: {
      ...describeCard(card),
      display_brand: card.brand,
      generated_from: null,
      networks: { available: [card.brand], preferred: null },
      three_d_secure_usage: { supported: card.verdict === 'authentication_required' },
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

/** What Stripe shows of a card in a payment method and in a charge. */
export function describeCard({ brand, last4, exp_month, exp_year }: Card) {
  return {
    brand,
    last4,
    exp_month,
    exp_year,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    funding: 'credit',
    regulated_status: 'unregulated',
    wallet: null,
  };
}

/** Who pays, as Stripe shows them. */
export function describePerson({ name, email, postal_code }: BillingDetails) {
  const unknown = { city: null, country: null, line1: null, line2: null, state: null };
  return { name, email, phone: null, tax_id: null, address: { ...unknown, postal_code } };
}
