// Apart from limits.ts, which Home loads.

/**
 * What moved, as the accountant reads it. `refund failed` and `dispute won`: money that was to go back and stayed.
 * `paid otherwise`: a failed refund that the school has paid in another way, such as in cash, unknown to Stripe.
 * `bounced`: a check or a bank transfer that the payer's bank did not pay after all. `paid back`: what the school
 * had given back of it before, and got again. `kept as credit`: money of a seat
 * that became the family's credit. `paid with credit`: credit that paid for a seat. `credit taken back`: credit that
 * became money of its payment again, because it is refunded. `fee`: what Stripe takes.
 */
export const MONEY_KINDS = [
  'charge',
  'refund',
  'refund failed',
  'paid otherwise',
  'dispute',
  'dispute won',
  'bounced',
  'paid back',
  'kept as credit',
  'paid with credit',
  'credit taken back',
  'fee',
] as const;
export type MoneyKind = (typeof MONEY_KINDS)[number];
