import type { Store, Table } from '../storage/store.ts';
import type { BalanceTransaction, Charge } from './charges.ts';
import type { Card } from './cards.ts';
import type { PaymentIntent } from './create-intent.ts';
import type { Customer } from './customers.ts';
import type { Dispute } from './disputes.ts';
import type { Refund } from './refunds.ts';
import type { SetupIntent } from './setup-intents.ts';
import type { Publish } from './webhooks.ts';

/** Stripe's objects, as they are sent and stored. Amounts are in cents, times in seconds. */

/** `card.verdict` is never sent: see `describePaymentMethod`. */
export interface PaymentMethod {
  id: string;
  created: number;
  card: Card;
  billing_details: BillingDetails;
  /** The customer for whom it is saved. */
  customer: string | null;
  /** It was saved once, and can never be used again. */
  isDetached?: true;
}

export interface BillingDetails {
  name: string | null;
  email: string | null;
}

/** One Stripe account: its objects, and a function that sends events about them. */
export interface Ledger {
  intents: Table<PaymentIntent>;
  setups: Table<SetupIntent>;
  customers: Table<Customer>;
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
    setups: store.table('setup_intents'),
    customers: store.table('customers'),
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

/** A payment method as Stripe shows it: the fields that somebody reads. */
export function describePaymentMethod(method: PaymentMethod) {
  const { id, created, card, billing_details, customer } = method;
  return {
    id,
    object: 'payment_method',
    billing_details,
    card: describeCard(card),
    created,
    customer,
    livemode: false,
    type: 'card',
  };
}

/** What Stripe shows of a card in a payment method and in a charge. */
export function describeCard({ brand, last4, exp_month, exp_year }: Card) {
  return { brand, last4, exp_month, exp_year };
}
